import { downTopic, type FrameKind, upTopic } from '@granary/contract/boards/topics';
import { connect, type IClientOptions } from 'mqtt';

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
  const options: IClientOptions = {
    host,
    port,
    protocol: 'mqtt',
    protocolVersion: 4,
    clean: true,
    resubscribe: false,
    clientId: mainBoardId,
    username: mainBoardId,
    password: key,
    keepalive: 60,
    connectTimeout: 10_000,
    reconnectPeriod: 1_000,
    reconnectOnConnackError: true,
  };
  const client = connect(options);
  /** Frames on their way, by how each is given up when the connection is closed. */
  const pending = new Set<(error: Error) => void>();
  let waiting: (() => void)[] = [];
  let isClosed = false;
  client.on('connect', () => {
    if (events.onDown === undefined) {
      events.onOnline?.();
      return;
    }
    client.subscribe(downTopic(mainBoardId), { qos: 1 }, (error) => {
      if (isClosed) return;
      if (error) events.onTrouble?.(error);
      else events.onOnline?.();
    });
  });
  client.on('message', (_topic, payload) => events.onDown?.(payload.toString('utf8')));
  client.on('error', (error) => events.onTrouble?.(error));

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const room = async (window: number): Promise<void> => {
    while (pending.size >= window && !isClosed) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    send(kind, text) {
      return new Promise<void>((resolve, reject) => {
        if (isClosed) {
          reject(new ConnectionClosedError());
          return;
        }
        pending.add(reject);
        client.publish(upTopic(mainBoardId, kind), text, { qos: 1 }, (error) => {
          pending.delete(reject);
          wake();
          if (error) reject(error);
          else resolve();
        });
      });
    },
    room,
    pending: () => pending.size,
    async close(graceMs) {
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([room(1), grace]);
      clearTimeout(timer);
      isClosed = true;
      // The library forgets what it queued while it was offline, so it is given up here.
      for (const giveUp of pending) giveUp(new ConnectionClosedError());
      const isIdle = pending.size === 0;
      pending.clear();
      wake();
      // Unless forced, ending waits for acknowledgements that may never come.
      await client.endAsync(!isIdle);
    },
  };
}

/** Given to whoever waits for an acknowledgement when the connection is closed. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  override readonly message = 'The connection was closed';
}
