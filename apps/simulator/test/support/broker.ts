import { createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';

/** A message from a board. */
export interface Published {
  readonly topic: string;
  readonly text: string;
}

/** A minimal broker on a free loopback port that records the messages it accepts. */
export interface TestBroker {
  readonly port: number;
  readonly published: Published[];
  /** Settles when `isEnough` is true; checked after each accepted frame. */
  until(isEnough: (published: readonly Published[]) => boolean): Promise<void>;
  /** Sends a message to a board. */
  send(topic: string, message: object): void;
  /** Breaks every connection. */
  breakConnections(): void;
  /** Stops acknowledging frames, or starts again. */
  holdAcknowledgments(isHeld: boolean): void;
  /** Settles when this many frames were left unacknowledged. */
  waitForHeld(count: number): Promise<void>;
  /** From now on, rejects boards that do not use this key. */
  requireKey(key: string): void;
  /** Settles when this many connections were rejected. */
  waitForRejected(count: number): Promise<void>;
  /** Settles when no board is connected. */
  waitForDisconnect(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const published: Published[] = [];
  const { check, until } = createWatcher();
  let rejected = 0;
  let held = 0;
  const clients = new Set<Client>();
  let isHeld = false;
  let requiredKey: string | null = null;
  aedes.on('client', (client) => clients.add(client));
  aedes.on('clientDisconnect', (client) => {
    clients.delete(client);
    check();
  });
  aedes.authenticate = (_client, _userName, password, done) => {
    const isKnown = requiredKey === null || password?.toString() === requiredKey;
    done(null, isKnown);
    if (!isKnown) rejected++;
    check();
  };
  aedes.authorizePublish = (_client, packet, done) => {
    // A held frame is neither recorded nor acknowledged.
    if (isHeld) {
      held++;
      check();
      return;
    }
    published.push({ topic: packet.topic, text: packet.payload.toString() });
    check();
    done(null);
  };
  const { server, port } = await listen(createServer(aedes.handle));
  return {
    port,
    published,
    until: (isEnough) => until(() => isEnough(published)),
    waitForRejected: (count) => until(() => rejected >= count),
    waitForDisconnect: () => until(() => clients.size === 0),
    send: (topic, message) => {
      const payload = JSON.stringify(message);
      const packet = { topic, payload, qos: 1, retain: false, dup: false } as const;
      aedes.publish({ cmd: 'publish', ...packet }, () => undefined);
    },
    breakConnections: () => {
      for (const client of clients) client.conn.destroy();
    },
    holdAcknowledgments: (isOn) => {
      isHeld = isOn;
    },
    waitForHeld: (count) => until(() => held >= count),
    requireKey: (key) => {
      requiredKey = key;
    },
    async stop() {
      for (const client of clients) client.conn.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

/** Settles promises when a check finds their condition true. */
function createWatcher() {
  const waiting: { readonly isEnough: () => boolean; readonly resolve: () => void }[] = [];
  const check = () => {
    for (const { isEnough, resolve } of waiting) if (isEnough()) resolve();
  };
  const until = (isEnough: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ isEnough, resolve });
      check();
    });
  return { check, until };
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  return { server, port: address.port };
}
