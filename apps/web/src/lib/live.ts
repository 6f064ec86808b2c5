import {
  type LiveReading,
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  UNWATCH_EVENT,
  WATCH_EVENT,
  type WatchRequest,
  watchAnswer,
  watchRequest,
} from '@granary/contract/readings/live';
import { type Millis, SECOND } from '@granary/domain/units';
import * as z from 'zod/mini';

/** Whether readings arrive as they are taken. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly since: Millis };

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
  readonly onSessionEnded: () => void;
  /** Runs `act` after `delayMs`; returns what calls it off. */
  readonly schedule: (act: () => void, delayMs: number) => () => void;
}

interface Watch {
  readonly request: WatchRequest;
  users: number;
  /** Resolves once the server answered on the connection of now, or none is to be had. */
  answer: Answer;
  /** Calls off its end, which is near once it has no users. */
  cancelEnd: () => void;
}

interface ReceivedReading {
  readonly reading: LiveReading;
  /** The how manieth it was to come. */
  readonly number: number;
}

interface Answer {
  readonly given: Promise<void>;
  readonly give: () => void;
  isGiven: boolean;
  /** Whether the server said that it tells of all that was asked for. */
  isGranted: boolean;
}

/** A refused or cut connection is not tried again by socket.io itself. */
const RETRY_DELAY = 5 * SECOND;
/** Without an answer for this long, whoever waits fetches over HTTP all the same. */
const ANSWER_TIMEOUT = 4 * SECOND;
/** Whoever fetched what to watch, or goes from page to page, watches again within this time. */
const UNWATCH_DELAY = 5 * SECOND;
/** The server takes this many bins in one request. */
const MAX_BINS_PER_REQUEST = 500;

/**
 * The one live connection. Whoever shows readings watches first, waits until the server answered,
 * and then fetches over HTTP; what arrives meanwhile is kept here, so that nothing is missed. What
 * was fetched while no answer was to be had may lack readings: once the connection is there, all
 * watches are renewed, and `onRenewed` tells that everything is to be fetched again.
 */
export class LiveConnection {
  readonly #options: Options;
  readonly #watches = new Map<string, Watch>();
  readonly #newest = new Map<number, ReceivedReading>();
  /** How many readings came so far. */
  #received = 0;
  readonly #readingListeners = new Set<(reading: LiveReading) => void>();
  readonly #stateListeners = new Set<() => void>();
  readonly #renewedListeners = new Set<() => void>();
  #socket: LiveSocket | null = null;
  #state: LiveState = { kind: 'connecting' };
  /** Whether anybody may have fetched without being told of what came after. */
  #mayHaveMissed = false;
  #cancelRetry: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens the connection of a session; closes that of another one first. */
  start(socket: LiveSocket): void {
    this.stop();
    this.#socket = socket;
    this.#listen(socket);
    socket.connect();
  }

  /** Closes the connection and forgets all that came over it. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#socket?.disconnect();
    this.#socket = null;
    this.#newest.clear();
    this.#mayHaveMissed = false;
    this.#setState({ kind: 'connecting' });
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Begins a fetch. What it returns answers a bin's newest reading of those that came since then:
   * those before are in what is fetched, and may be older than it.
   */
  newestFromNow(): (binId: number) => LiveReading | null {
    const begun = this.#received;
    return (binId) => {
      const newest = this.#newest.get(binId);
      return newest !== undefined && newest.number > begun ? newest.reading : null;
    };
  }

  /** Asks to be told of bins until the returned function is called. */
  watch(request: WatchRequest): () => void {
    const watch = this.#findOrAddWatch(request);
    watch.users += 1;
    watch.cancelEnd();
    return () => {
      watch.users -= 1;
      if (watch.users > 0) return;
      watch.cancelEnd = this.#options.schedule(() => this.#end(watch), UNWATCH_DELAY);
    };
  }

  /**
   * Resolves once readings of these bins would arrive, or when that is not to be expected soon. Who
   * wants them for longer than a moment watches them.
   */
  async whenWatching(request: WatchRequest): Promise<void> {
    if (this.#state.kind === 'offline') return;
    const stop = this.watch(request);
    await this.#findOrAddWatch(request).answer.given;
    stop();
  }

  /** Whether the server said, on the connection of now, that it tells of these bins. */
  isWatching(request: WatchRequest): boolean {
    if (this.#state.kind !== 'live') return false;
    const watches = [this.#watches.get(ALL), this.#watches.get(watchKey(request))];
    return watches.some((watch) => watch?.answer.isGranted === true);
  }

  onReading(listener: (reading: LiveReading) => void): () => void {
    this.#readingListeners.add(listener);
    return () => this.#readingListeners.delete(listener);
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Tells when all watches stand again, or at last. */
  onRenewed(listener: () => void): () => void {
    this.#renewedListeners.add(listener);
    return () => this.#renewedListeners.delete(listener);
  }

  /** The browser knows first when its network goes. */
  networkLost(): void {
    this.#goOffline();
  }

  /** The browser's network is back: no need to wait for the next try. */
  networkBack(): void {
    const socket = this.#socket;
    if (socket === null) return;
    socket.disconnect();
    socket.connect();
  }

  #listen(socket: LiveSocket): void {
    socket.on('connect', () => void this.#onConnect(socket));
    socket.on('disconnect', () => this.#onLost(socket));
    socket.on('connect_error', () => this.#onLost(socket));
    socket.on(READING_EVENT, (wire) => this.#onReadingEvent(wire));
    socket.on(SESSION_ENDED_EVENT, () => this.#options.onSessionEnded());
  }

  async #onConnect(socket: LiveSocket): Promise<void> {
    this.#setState({ kind: 'live' });
    // Of what came before the break, the fan may be out of date while the reading is not.
    this.#newest.clear();
    for (const [key, watch] of this.#watches) if (watch.users === 0) this.#watches.delete(key);
    const watches = [...this.#watches.values()];
    for (const watch of watches) {
      if (watch.answer.isGiven) watch.answer = this.#expectAnswer();
      this.#send(socket, watch);
    }
    await Promise.all(watches.map((watch) => watch.answer.given));
    if (socket !== this.#socket) return;
    this.#renew();
  }

  #renew(): void {
    if (!this.#mayHaveMissed) return;
    this.#mayHaveMissed = false;
    for (const listener of this.#renewedListeners) listener();
  }

  #onLost(socket: LiveSocket): void {
    if (socket !== this.#socket) return;
    this.#goOffline();
    if (socket.active || this.#cancelRetry !== null) return;
    this.#cancelRetry = this.#options.schedule(() => {
      this.#cancelRetry = null;
      socket.connect();
    }, RETRY_DELAY);
  }

  #goOffline(): void {
    this.#mayHaveMissed = true;
    if (this.#state.kind !== 'offline') {
      this.#setState({ kind: 'offline', since: this.#options.now() });
    }
    for (const watch of this.#watches.values()) watch.answer.give();
  }

  #onReadingEvent(wire: unknown): void {
    const decoded = z.safeDecode(readingEvent, wire as z.input<typeof readingEvent>);
    if (!decoded.success) {
      console.error('A live reading is not as agreed', decoded.error.issues);
      return;
    }
    const reading = decoded.data;
    const known = this.#newest.get(reading.binId)?.reading;
    // The newest may come again, with news of the fan.
    if (known !== undefined && known.at > reading.at) return;
    this.#received += 1;
    this.#newest.set(reading.binId, { reading, number: this.#received });
    for (const listener of this.#readingListeners) listener(reading);
  }

  #findOrAddWatch(request: WatchRequest): Watch {
    const key = watchKey(request);
    const known = this.#watches.get(key);
    if (known !== undefined) return known;
    const watch = { request, users: 0, answer: this.#expectAnswer(), cancelEnd: () => {} };
    this.#watches.set(key, watch);
    if (this.#socket !== null && this.#state.kind === 'live') this.#send(this.#socket, watch);
    return watch;
  }

  /** Forgets a watch that nobody needs, and tells the server where nothing else asks for it. */
  #end(watch: Watch): void {
    const { request } = watch;
    if (this.#watches.get(watchKey(request)) !== watch) return;
    this.#watches.delete(watchKey(request));
    if (this.#socket === null || this.#state.kind !== 'live') return;
    const kept = new Set(
      [...this.#watches.values()].flatMap((other) => splitRequest(other.request).map(watchKey)),
    );
    for (const part of splitRequest(request)) {
      if (!kept.has(watchKey(part))) this.#socket.emit(UNWATCH_EVENT, z.encode(watchRequest, part));
    }
  }

  #expectAnswer(): Answer {
    let resolve = () => {};
    const given = new Promise<void>((done) => {
      resolve = done;
    });
    const answer: Answer = {
      given,
      isGiven: false,
      isGranted: false,
      give: () => {
        answer.isGiven = true;
        cancel();
        resolve();
      },
    };
    const cancel = this.#options.schedule(() => {
      this.#mayHaveMissed = true;
      answer.give();
    }, ANSWER_TIMEOUT);
    return answer;
  }

  #send(socket: LiveSocket, watch: Watch): void {
    const parts = splitRequest(watch.request);
    const { answer } = watch;
    let open = parts.length;
    let granted = 0;
    for (const part of parts) {
      // A refusal needs no word here: fetching the same bins over HTTP tells why.
      socket.emit(WATCH_EVENT, z.encode(watchRequest, part), (reply: unknown) => {
        open -= 1;
        if (z.safeParse(watchAnswer, reply).data?.ok) granted += 1;
        answer.isGranted = granted === parts.length;
        if (open > 0) return;
        const isLate = answer.isGiven;
        answer.give();
        if (!isLate) return;
        this.#mayHaveMissed = true;
        this.#renew();
      });
    }
  }

  #setState(state: LiveState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

const ALL = 'all';

function watchKey(request: WatchRequest): string {
  return 'all' in request ? ALL : [...request.bins].sort((a, b) => a - b).join(',');
}

function splitRequest(request: WatchRequest): WatchRequest[] {
  if ('all' in request) return [request];
  const parts: WatchRequest[] = [];
  for (let from = 0; from < request.bins.length; from += MAX_BINS_PER_REQUEST) {
    parts.push({ bins: request.bins.slice(from, from + MAX_BINS_PER_REQUEST) });
  }
  return parts;
}
