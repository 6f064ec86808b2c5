import { createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';

/** What a board published. */
export interface Published {
  readonly topic: string;
  readonly text: string;
}

/** A bare broker on a free port of the loopback address that keeps what it accepted. */
export interface TestBroker {
  readonly port: number;
  readonly published: Published[];
  /** Settles when `isEnough` holds, looked at after each accepted frame. */
  until(isEnough: (published: readonly Published[]) => boolean): Promise<void>;
  /** Sends a message to a board. */
  send(topic: string, message: object): void;
  /** Cuts every connection. */
  cut(): void;
  /** Leaves frames unacknowledged from now on, or answers again. */
  hold(isHeld: boolean): void;
  /** Settles when so many frames were left unacknowledged. */
  untilHeld(count: number): Promise<void>;
  /** Refuses boards whose key is not this one. */
  demandKey(key: string): void;
  /** Settles when so many connections were refused. */
  untilRefused(count: number): Promise<void>;
  /** Settles when no board is connected. */
  untilAlone(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const published: Published[] = [];
  const { look, until } = watching();
  let refused = 0;
  let held = 0;
  const clients = new Set<Client>();
  let isHeld = false;
  let demanded: string | null = null;
  aedes.on('client', (client) => clients.add(client));
  aedes.on('clientDisconnect', (client) => {
    clients.delete(client);
    look();
  });
  aedes.authenticate = (_client, _userName, password, done) => {
    const isKnown = demanded === null || password?.toString() === demanded;
    done(null, isKnown);
    if (isKnown) return;
    refused++;
    look();
  };
  aedes.authorizePublish = (_client, packet, done) => {
    // An unanswered frame: neither kept nor acknowledged.
    if (isHeld) {
      held++;
      look();
      return;
    }
    published.push({ topic: packet.topic, text: packet.payload.toString() });
    look();
    done(null);
  };
  const { server, port } = await listen(createServer(aedes.handle));
  return {
    ...{ port, published },
    until: (isEnough) => until(() => isEnough(published)),
    untilRefused: (count) => until(() => refused >= count),
    untilAlone: () => until(() => clients.size === 0),
    send: (topic, message) => {
      const payload = JSON.stringify(message);
      const packet = { topic, payload, qos: 1, retain: false, dup: false } as const;
      aedes.publish({ cmd: 'publish', ...packet }, () => undefined);
    },
    cut: () => {
      for (const client of clients) client.conn.destroy();
    },
    hold: (isOn) => {
      isHeld = isOn;
    },
    untilHeld: (count) => until(() => held >= count),
    demandKey: (key) => {
      demanded = key;
    },
    async stop() {
      for (const client of clients) client.conn.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

/** Settles what was waited for as soon as a look finds that it holds. */
function watching() {
  const waiting: { readonly isEnough: () => boolean; readonly resolve: () => void }[] = [];
  const look = () => {
    for (const { isEnough, resolve } of waiting) if (isEnough()) resolve();
  };
  const until = (isEnough: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ isEnough, resolve });
      look();
    });
  return { look, until };
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  return { server, port: address.port };
}
