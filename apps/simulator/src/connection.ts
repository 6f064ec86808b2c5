import { type FrameKind, formatDownTopic, formatUpTopic } from '@granary/contract/boards/topics';
import { connect, type MqttClient } from 'mqtt';

/** The server that a board connects to, and the board's credentials. */
export interface BoardConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly mainBoardId: string;
  readonly key: string;
}

export interface BoardEvents {
  /** Called when connected, and subscribed if `onMessage` is given; called again after each reconnect. */
  readonly onOnline?: () => void;
  readonly onMessage?: (payload: string) => void;
  readonly onError?: (error: Error) => void;
  /** Whether the connection is stalled: messages to the board are lost, and no PUBACK is sent. */
  readonly isStalled?: () => boolean;
}

/** One board's MQTT session, reconnecting until it is closed. */
export interface BoardConnection {
  /**
   * Sends a frame and resolves when the broker acknowledges it; it is sent again after a reconnect.
   * Rejects if the connection is closed first.
   */
  send(kind: FrameKind, text: string): Promise<void>;
  /** Resolves when fewer than `window` frames are unacknowledged. */
  waitForWindow(window: number): Promise<void>;
  /** The number of frames not yet acknowledged. */
  countPending(): number;
  /** Waits up to `graceMs` for acknowledgments, then ends the session. */
  close(graceMs: number): Promise<void>;
}

/** Connects with MQTT 3.1.1, QoS 1 and a clean session, with the main board ID as the user name. */
export function connectBoard(
  options: BoardConnectionOptions,
  events: BoardEvents,
): BoardConnection {
  const { host, port, mainBoardId, key } = options;
  const client = connect({
    protocol: 'mqtt',
    protocolVersion: 4,
    host,
    port,
    clientId: mainBoardId,
    username: mainBoardId,
    password: key,
    clean: true,
    resubscribe: false,
    keepalive: 60,
    connectTimeout: 10_000,
    reconnectPeriod: 1_000,
    reconnectOnConnackError: true,
  });
  return new Session(client, mainBoardId, events);
}

class Session implements BoardConnection {
  readonly #client: MqttClient;
  readonly #mainBoardId: string;
  readonly #events: BoardEvents;
  /** The `reject` functions of unacknowledged frames. */
  readonly #pending = new Set<(error: Error) => void>();
  #waiters: (() => void)[] = [];
  #isClosed = false;

  constructor(client: MqttClient, mainBoardId: string, events: BoardEvents) {
    this.#client = client;
    this.#mainBoardId = mainBoardId;
    this.#events = events;
    client.on('connect', () => this.#handleConnect());
    client.on('message', (_topic, payload) => {
      if (events.isStalled?.() !== true) events.onMessage?.(payload.toString('utf8'));
    });
    // If the callback is not called, the client sends no acknowledgments, so the server eventually resets
    // the connection.
    client.handleMessage = (_packet, callback) => {
      if (events.isStalled?.() !== true) callback();
    };
    client.on('error', (error) => events.onError?.(error));
  }

  send(kind: FrameKind, text: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new ConnectionClosedError());
        return;
      }
      this.#pending.add(reject);
      this.#client.publish(formatUpTopic(this.#mainBoardId, kind), text, { qos: 1 }, (error) => {
        this.#pending.delete(reject);
        this.#wake();
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async waitForWindow(window: number): Promise<void> {
    while (this.#pending.size >= window && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  countPending(): number {
    return this.#pending.size;
  }

  async close(graceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.waitForWindow(1), grace]);
    clearTimeout(timer);
    this.#isClosed = true;
    // The library drops frames that were queued while offline, and reports no error, so they are rejected
    // here.
    for (const reject of this.#pending) reject(new ConnectionClosedError());
    const isIdle = this.#pending.size === 0;
    this.#pending.clear();
    this.#wake();
    // Without force, ending waits for acknowledgments that might never arrive.
    await this.#client.endAsync(!isIdle);
  }

  #handleConnect(): void {
    const { onMessage, onOnline, onError: reportError } = this.#events;
    if (onMessage === undefined) {
      onOnline?.();
      return;
    }
    this.#client.subscribe(formatDownTopic(this.#mainBoardId), { qos: 1 }, (error) => {
      if (this.#isClosed) return;
      if (error) reportError?.(error);
      else onOnline?.();
    });
  }

  #wake(): void {
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const resume of waiting) resume();
  }
}

/** The connection was closed before a frame was acknowledged. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  override readonly message = 'The connection was closed';
}
