import {
  ALERTS_EVENT,
  BIN_ENTRIES_EVENT,
  NOTIFICATIONS_EVENT,
} from '@granary/contract/alerts/live';
import {
  type LiveReading,
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  UNWATCH_EVENT,
  WATCH_EVENT,
  type WatchRequest,
  watchRequest,
  watchResponse,
} from '@granary/contract/readings/live';
import { type Millis, SECOND } from '@granary/domain/units';
import * as z from 'zod/mini';

/** The state of the live connection. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly since: Millis };

/** The data that has to be fetched again. */
export type LiveChange = 'alerts' | 'notifications' | 'bin-entries';

/** The part of a socket.io client that is used here. */
export interface LiveSocket {
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
}

interface Options {
  readonly now: () => Millis;
  /** Milliseconds since the page started loading, as `performance.now()` returns. */
  readonly getMsSincePageLoad: () => number;
  readonly onSessionEnded: () => void;
  /** Runs `callback` after `delayMs`; returns a function that cancels it. */
  readonly schedule: (callback: () => void, delayMs: number) => () => void;
}

interface Watch {
  readonly request: WatchRequest;
  refCount: number;
  /** Resolves once the server has responded, or once no response can be expected. */
  response: WatchResponse;
  /** Cancels the scheduled removal of the watch. It is scheduled when the last subscriber leaves. */
  cancelUnwatch: () => void;
}

interface ReceivedReading {
  readonly reading: LiveReading;
  /** The position among all received readings. */
  readonly sequenceNumber: number;
}

interface WatchResponse {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  isResolved: boolean;
  /** Whether the server accepted the whole request, and will send readings of these bins. */
  isAccepted: boolean;
  /** The time since which no reading of these bins has been missed, in ms since the page started loading. */
  completeSince: number;
}

/** socket.io does not retry a connection that the server refused or closed. */
const RETRY_DELAY = 5 * SECOND;
/** After this time without a response, queries no longer wait for one. */
const RESPONSE_TIMEOUT = 4 * SECOND;
/** An unused watch is kept open this long, in case the next page watches the same bins. */
const UNWATCH_DELAY = 5 * SECOND;
/** The largest request that the server accepts. */
const MAX_BINS_PER_REQUEST = 500;

/**
 * The live connection. To show readings without gaps, a query fetches over HTTP and watches the bins at the
 * same time. The server's response reports how long ago the last reading arrived: if that was after the fetch
 * began, the query fetches again. Readings that arrive later are stored here. Data that was fetched before
 * the server responded might lack readings: once the connection is back, all watches are renewed and
 * `onRenewed` reports that everything must be fetched again.
 */
export class LiveConnection {
  readonly #options: Options;
  readonly #watches = new Map<string, Watch>();
  readonly #newestReadings = new Map<number, ReceivedReading>();
  /** The number of readings received so far. */
  #receivedCount = 0;
  readonly #readingListeners = new Set<(reading: LiveReading) => void>();
  readonly #changeListeners = new Set<(change: LiveChange) => void>();
  readonly #stateListeners = new Set<() => void>();
  readonly #renewedListeners = new Set<() => void>();
  #socket: LiveSocket | null = null;
  #state: LiveState = { kind: 'connecting' };
  /** Whether fetched data might lack readings that arrived later. */
  #mayHaveMissedReadings = false;
  #cancelRetry: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens the connection of a session; closes the previous one first. */
  start(socket: LiveSocket): void {
    this.stop();
    this.#socket = socket;
    this.#listen(socket);
    socket.connect();
  }

  /** Closes the connection and clears its readings. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#socket?.disconnect();
    this.#socket = null;
    this.#newestReadings.clear();
    this.#mayHaveMissedReadings = false;
    this.#setState({ kind: 'connecting' });
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Call this before a fetch. The returned function returns a bin's newest reading if it arrived after this
   * call; earlier readings are included in the fetched data.
   */
  trackNewestReadings(): (binId: number) => LiveReading | null {
    const countBefore = this.#receivedCount;
    return (binId) => {
      const newest = this.#newestReadings.get(binId);
      return newest !== undefined && newest.sequenceNumber > countBefore ? newest.reading : null;
    };
  }

  /** Watches bins or alerts until the returned function is called. */
  watch(request: WatchRequest): () => void {
    const watch = this.#findOrAddWatch(request);
    watch.refCount += 1;
    watch.cancelUnwatch();
    return () => {
      watch.refCount -= 1;
      if (watch.refCount > 0) return;
      watch.cancelUnwatch = this.#options.schedule(() => this.#endWatch(watch), UNWATCH_DELAY);
    };
  }

  /**
   * Resolves once the server has started watching these bins, or when it is not expected to start soon. It
   * does not keep watching them: call `watch` for that.
   */
  async waitUntilWatching(request: WatchRequest): Promise<void> {
    if (this.#state.kind === 'offline') return;
    const stop = this.watch(request);
    await this.#findOrAddWatch(request).response.promise;
    stop();
  }

  /** Whether the server accepted the watch of these bins on the current connection. */
  isWatching(request: WatchRequest): boolean {
    return this.#findAcceptedResponses(request).length > 0;
  }

  /** Whether every reading of these bins since a time has arrived, in ms since the page started loading. */
  hasAllReadingsSince(request: WatchRequest, since: number): boolean {
    return this.#findAcceptedResponses(request).some(({ completeSince }) => completeSince <= since);
  }

  /** The responses to the watches that include these bins, on the current connection. */
  #findAcceptedResponses(request: WatchRequest): WatchResponse[] {
    if (this.#state.kind !== 'live') return [];
    return [...this.#watches.values()]
      .filter((watch) => watch.response.isAccepted && includes(watch.request, request))
      .map(({ response }) => response);
  }

  onReading(listener: (reading: LiveReading) => void): () => void {
    this.#readingListeners.add(listener);
    return () => this.#readingListeners.delete(listener);
  }

  onChange(listener: (change: LiveChange) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Calls the listener when all watches have been renewed. */
  onRenewed(listener: () => void): () => void {
    this.#renewedListeners.add(listener);
    return () => this.#renewedListeners.delete(listener);
  }

  /** Called when the browser goes offline. */
  handleOffline(): void {
    this.#goOffline();
  }

  /** Called when the browser comes back online: reconnects immediately. */
  handleOnline(): void {
    const socket = this.#socket;
    if (socket === null) return;
    socket.disconnect();
    socket.connect();
  }

  #listen(socket: LiveSocket): void {
    socket.on('connect', () => void this.#onConnect(socket));
    socket.on('disconnect', () => this.#onConnectionLost(socket));
    socket.on('connect_error', () => this.#onConnectionLost(socket));
    socket.on(READING_EVENT, (wire) => this.#onReadingEvent(wire));
    socket.on(ALERTS_EVENT, () => this.#onChange('alerts'));
    socket.on(NOTIFICATIONS_EVENT, () => this.#onChange('notifications'));
    socket.on(BIN_ENTRIES_EVENT, () => this.#onChange('bin-entries'));
    socket.on(SESSION_ENDED_EVENT, () => this.#options.onSessionEnded());
  }

  async #onConnect(socket: LiveSocket): Promise<void> {
    this.#setState({ kind: 'live' });
    // The fan state in an earlier reading might be outdated even if the reading is not.
    this.#newestReadings.clear();
    for (const [key, watch] of this.#watches) if (watch.refCount === 0) this.#watches.delete(key);
    const watches = [...this.#watches.values()];
    for (const watch of watches) {
      if (watch.response.isResolved) watch.response = this.#createPendingResponse();
      this.#send(socket, watch);
    }
    await Promise.all(watches.map((watch) => watch.response.promise));
    if (socket !== this.#socket) return;
    this.#notifyRenewed();
  }

  #notifyRenewed(): void {
    if (!this.#mayHaveMissedReadings) return;
    this.#mayHaveMissedReadings = false;
    for (const listener of this.#renewedListeners) listener();
  }

  #onConnectionLost(socket: LiveSocket): void {
    if (socket !== this.#socket) return;
    this.#goOffline();
    if (socket.active || this.#cancelRetry !== null) return;
    this.#cancelRetry = this.#options.schedule(() => {
      this.#cancelRetry = null;
      socket.connect();
    }, RETRY_DELAY);
  }

  #goOffline(): void {
    this.#mayHaveMissedReadings = true;
    if (this.#state.kind !== 'offline') {
      this.#setState({ kind: 'offline', since: this.#options.now() });
    }
    for (const watch of this.#watches.values()) watch.response.resolve();
  }

  #onReadingEvent(wire: unknown): void {
    const decoded = z.safeDecode(readingEvent, wire as z.input<typeof readingEvent>);
    if (!decoded.success) {
      console.error('A live reading does not match the contract', decoded.error.issues);
      return;
    }
    const reading = decoded.data;
    const previousReading = this.#newestReadings.get(reading.binId)?.reading;
    // The same reading can arrive again with a new fan state.
    if (previousReading !== undefined && previousReading.at > reading.at) return;
    this.#receivedCount += 1;
    this.#newestReadings.set(reading.binId, { reading, sequenceNumber: this.#receivedCount });
    for (const listener of this.#readingListeners) listener(reading);
  }

  #onChange(change: LiveChange): void {
    for (const listener of this.#changeListeners) listener(change);
  }

  #findOrAddWatch(request: WatchRequest): Watch {
    const key = toWatchKey(request);
    const existingWatch = this.#watches.get(key);
    if (existingWatch !== undefined) return existingWatch;
    const watch = {
      request,
      refCount: 0,
      response: this.#createPendingResponse(),
      cancelUnwatch: () => {},
    };
    this.#watches.set(key, watch);
    if (this.#socket !== null && this.#state.kind === 'live') this.#send(this.#socket, watch);
    return watch;
  }

  /** Removes a watch without subscribers, and ends it on the server unless another watch includes it. */
  #endWatch(watch: Watch): void {
    const { request } = watch;
    if (this.#watches.get(toWatchKey(request)) !== watch) return;
    this.#watches.delete(toWatchKey(request));
    if (this.#socket === null || this.#state.kind !== 'live') return;
    const watchedKeys = new Set(
      [...this.#watches.values()].flatMap((other) => splitRequest(other.request).map(toWatchKey)),
    );
    for (const part of splitRequest(request)) {
      if (!watchedKeys.has(toWatchKey(part)))
        this.#socket.emit(UNWATCH_EVENT, z.encode(watchRequest, part));
    }
  }

  #createPendingResponse(): WatchResponse {
    let resolve = () => {};
    const responsePromise = new Promise<void>((done) => {
      resolve = done;
    });
    const response: WatchResponse = {
      promise: responsePromise,
      isResolved: false,
      isAccepted: false,
      completeSince: Number.POSITIVE_INFINITY,
      resolve: () => {
        response.isResolved = true;
        cancel();
        resolve();
      },
    };
    const cancel = this.#options.schedule(() => {
      this.#mayHaveMissedReadings = true;
      response.resolve();
    }, RESPONSE_TIMEOUT);
    return response;
  }

  #send(socket: LiveSocket, watch: Watch): void {
    const parts = splitRequest(watch.request);
    const { response } = watch;
    let pendingCount = parts.length;
    let acceptedCount = 0;
    let unchangedSince = Number.NEGATIVE_INFINITY;
    for (const part of parts) {
      // A rejected request is not handled here: fetching the same bins over HTTP returns the error.
      socket.emit(WATCH_EVENT, z.encode(watchRequest, part), (reply: unknown) => {
        pendingCount -= 1;
        const { ok, unchangedForMs } = decodeResponse(reply);
        if (ok && unchangedForMs !== undefined) {
          acceptedCount += 1;
          unchangedSince = Math.max(
            unchangedSince,
            this.#options.getMsSincePageLoad() - unchangedForMs,
          );
        }
        response.isAccepted = acceptedCount === parts.length;
        response.completeSince = unchangedSince;
        if (pendingCount > 0) return;
        const isLate = response.isResolved;
        response.resolve();
        if (!isLate) return;
        this.#mayHaveMissedReadings = true;
        this.#notifyRenewed();
      });
    }
  }

  #setState(state: LiveState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

function toWatchKey(request: WatchRequest): string {
  if ('bins' in request) return [...request.bins].sort((a, b) => a - b).join(',');
  return 'all' in request ? 'all' : 'alerts';
}

/** Whether one request includes all bins of another. */
function includes(whole: WatchRequest, part: WatchRequest): boolean {
  if (toWatchKey(whole) === toWatchKey(part)) return true;
  if (!('bins' in part)) return false;
  return 'all' in whole || ('bins' in whole && part.bins.every((id) => whole.bins.includes(id)));
}

function decodeResponse(reply: unknown): z.output<typeof watchResponse> {
  const decoded = z.safeDecode(watchResponse, reply as z.input<typeof watchResponse>);
  return decoded.success ? decoded.data : { ok: false };
}

function splitRequest(request: WatchRequest): WatchRequest[] {
  if (!('bins' in request)) return [request];
  const parts: WatchRequest[] = [];
  for (let startIndex = 0; startIndex < request.bins.length; startIndex += MAX_BINS_PER_REQUEST) {
    parts.push({ bins: request.bins.slice(startIndex, startIndex + MAX_BINS_PER_REQUEST) });
  }
  return parts;
}
