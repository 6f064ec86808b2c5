import { downTopic, type FrameKind, upTopic } from '@granary/contract/boards/topics';
import { connect, type MqttClient } from 'mqtt';

/** How a board reaches its server. */
export interface BoardAddress {
  readonly host: string;
  readonly port: number;
  readonly mainBoardId: string;
  readonly key: string;
}

export interface BoardEvents {
  /** Connected, and subscribed where `onDown` is given; the first time and after each break. */
  readonly onOnline?: () => void;
  readonly onDown?: (payload: string) => void;
  readonly onTrouble?: (error: Error) => void;
}

/** One board's MQTT session, reconnecting until it is closed. */
export interface BoardConnection {
  /**
   * Sends a frame and settles once the broker acknowledged it; across a break it is sent again.
   * Rejects when the connection is closed first.
   */
  send(kind: FrameKind, text: string): Promise<void>;
  /** Settles when fewer than `window` frames wait for their acknowledgement. */
  room(window: number): Promise<void>;
  /** Frames not yet acknowledged. */
  pending(): number;
  /** Waits up to `graceMs` for acknowledgements, then ends the session. */
  close(graceMs: number): Promise<void>;
}

/** Connects as MQTT 3.1.1 with QoS 1 and a clean session, the main board's id as user name. */
export function connectBoard(address: BoardAddress, events: BoardEvents): BoardConnection {
  const { host, port, mainBoardId, key } = address;
  const client = connect({
    ...{ protocol: 'mqtt', protocolVersion: 4, host, port },
    ...{ clientId: mainBoardId, username: mainBoardId, password: key },
    ...{ clean: true, resubscribe: false, keepalive: 60, connectTimeout: 10_000 },
    ...{ reconnectPeriod: 1_000, reconnectOnConnackError: true },
  });
  return new Session(client, mainBoardId, events);
}

class Session implements BoardConnection {
  readonly #client: MqttClient;
  readonly #mainBoardId: string;
  readonly #events: BoardEvents;
  /** Frames on their way, by how each is given up when the connection is closed. */
  readonly #onTheirWay = new Set<(error: Error) => void>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(client: MqttClient, mainBoardId: string, events: BoardEvents) {
    this.#client = client;
    this.#mainBoardId = mainBoardId;
    this.#events = events;
    client.on('connect', () => this.#connected());
    client.on('message', (_topic, payload) => events.onDown?.(payload.toString('utf8')));
    client.on('error', (error) => events.onTrouble?.(error));
  }

  send(kind: FrameKind, text: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new ConnectionClosedError());
        return;
      }
      this.#onTheirWay.add(reject);
      this.#client.publish(upTopic(this.#mainBoardId, kind), text, { qos: 1 }, (error) => {
        this.#onTheirWay.delete(reject);
        this.#wake();
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async room(window: number): Promise<void> {
    while (this.#onTheirWay.size >= window && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  pending(): number {
    return this.#onTheirWay.size;
  }

  async close(graceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.room(1), grace]);
    clearTimeout(timer);
    this.#isClosed = true;
    // The library forgets what it queued while it was offline, so it is given up here.
    for (const giveUp of this.#onTheirWay) giveUp(new ConnectionClosedError());
    const isIdle = this.#onTheirWay.size === 0;
    this.#onTheirWay.clear();
    this.#wake();
    // Unless forced, ending waits for acknowledgements that may never come.
    await this.#client.endAsync(!isIdle);
  }

  #connected(): void {
    const { onDown, onOnline, onTrouble } = this.#events;
    if (onDown === undefined) {
      onOnline?.();
      return;
    }
    this.#client.subscribe(downTopic(this.#mainBoardId), { qos: 1 }, (error) => {
      if (this.#isClosed) return;
      if (error) onTrouble?.(error);
      else onOnline?.();
    });
  }

  #wake(): void {
    const woken = this.#waiting;
    this.#waiting = [];
    for (const resume of woken) resume();
  }
}

/** Given to whoever waits for an acknowledgement when the connection is closed. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  override readonly message = 'The connection was closed';
}
