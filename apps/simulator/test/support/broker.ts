import { createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';

/** A message from a board. */
export interface PublishedMessage {
  readonly topic: string;
  readonly text: string;
}

/** A minimal broker on a free loopback port that records the messages it accepts. */
export interface TestBroker {
  readonly port: number;
  readonly published: PublishedMessage[];
  /** Resolves when `isMet` returns true; it is checked after each event at the broker. */
  waitUntil(isMet: (published: readonly PublishedMessage[]) => boolean): Promise<void>;
  /** Sends a message to a board. */
  send(topic: string, message: object): void;
  /** Drops all connections. */
  dropConnections(): void;
  /** Pauses or resumes acknowledging frames. */
  setAcknowledgmentsPaused(isPaused: boolean): void;
  /** Resolves when this many frames have been left unacknowledged. */
  waitForUnacknowledgedFrames(count: number): Promise<void>;
  /** From now on, rejects boards that do not use this key. */
  requireKey(key: string): void;
  /** Resolves when this many connections have been rejected. */
  waitForRejections(count: number): Promise<void>;
  /** Resolves when no board is connected. */
  waitForDisconnect(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const published: PublishedMessage[] = [];
  const { check, until } = createWatcher();
  let rejectedCount = 0;
  let unacknowledgedCount = 0;
  const clients = new Set<Client>();
  let isPaused = false;
  let requiredKey: string | null = null;
  aedes.on('client', (client) => clients.add(client));
  aedes.on('clientDisconnect', (client) => {
    clients.delete(client);
    check();
  });
  aedes.authenticate = (_client, _userName, password, done) => {
    const isAccepted = requiredKey === null || password?.toString() === requiredKey;
    done(null, isAccepted);
    if (!isAccepted) rejectedCount++;
    check();
  };
  aedes.authorizePublish = (_client, packet, done) => {
    // A held frame is neither recorded nor acknowledged.
    if (isPaused) {
      unacknowledgedCount++;
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
    waitUntil: (isMet) => until(() => isMet(published)),
    waitForRejections: (count) => until(() => rejectedCount >= count),
    waitForDisconnect: () => until(() => clients.size === 0),
    send: (topic, message) => {
      const payload = JSON.stringify(message);
      const packet = { topic, payload, qos: 1, retain: false, dup: false } as const;
      aedes.publish({ cmd: 'publish', ...packet }, () => undefined);
    },
    dropConnections: () => {
      for (const client of clients) client.conn.destroy();
    },
    setAcknowledgmentsPaused: (isOn) => {
      isPaused = isOn;
    },
    waitForUnacknowledgedFrames: (count) => until(() => unacknowledgedCount >= count),
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

/** Resolves promises when a check finds that their condition is true. */
function createWatcher() {
  const waiters: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  const check = () => {
    for (const { isMet, resolve } of waiters) if (isMet()) resolve();
  };
  const until = (isMet: () => boolean) =>
    new Promise<void>((resolve) => {
      waiters.push({ isMet, resolve });
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
