import net from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { LimitedConnection } from './packet-limit.ts';

/** A connected and authenticated client. */
export interface BrokerSession {
  readonly username: string;
}

export type Refusal = 'credentials' | 'will' | 'topic' | 'retained' | 'qos' | 'too-long';

/** What the broker asks of whoever uses it. */
export interface BrokerRules {
  authenticate(username: string, password: Buffer): Promise<boolean>;
  mayPublish(session: BrokerSession, topic: string): boolean;
  maySubscribe(session: BrokerSession, topic: string): boolean;
  /** A publish that may be; the client gets its PUBACK when `acknowledge` is called. */
  published(session: BrokerSession, topic: string, payload: Buffer, acknowledge: () => void): void;
  refused(reason: Refusal, username: string | null): void;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
}

const BAD_CREDENTIALS = 4;
const UNAVAILABLE = 3;

/**
 * The embedded MQTT 3.1.1 broker. It acknowledges a publish only when its rules say so, keeps
 * nothing for the absent, forwards nothing between clients, and knows no wills, no retained
 * messages and no wildcards.
 */
export class Broker {
  private readonly servers: net.Server[] = [];
  private readonly sockets = new Set<Duplex>();
  private readonly sessions = new WeakMap<Client, BrokerSession>();
  private readonly connected = new Map<string, Set<Client>>();
  private aedes: Aedes | null = null;

  constructor(
    private readonly rules: BrokerRules,
    private readonly maxPacketBytes: number,
  ) {}

  /** Opens the listeners; resolves with the ports they have. */
  async start(listeners: readonly Listener[]): Promise<number[]> {
    this.aedes = await this.createAedes();
    const ports: number[] = [];
    for (const listener of listeners) ports.push(await this.listen(listener));
    return ports;
  }

  /** Takes no more connections and no more packets; what waits for its acknowledgement may get it. */
  closeListeners(): void {
    for (const server of this.servers) server.close();
    for (const socket of this.sockets) socket.pause();
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    this.closeListeners();
    for (const socket of this.sockets) socket.destroy();
    const { aedes } = this;
    if (aedes) await new Promise<void>((resolve) => aedes.close(resolve));
  }

  /** Ends the live sessions of a user. */
  disconnect(username: string): void {
    for (const client of this.connected.get(username) ?? []) client.close();
  }

  /** How many sessions are live. */
  get size(): number {
    return this.aedes?.connectedClients ?? 0;
  }

  get isListening(): boolean {
    return this.servers.length > 0 && this.servers.every((server) => server.listening);
  }

  private async createAedes(): Promise<Aedes> {
    const { rules, sessions } = this;
    const aedes = await Aedes.createBroker({
      preConnect: (client, packet, done) => {
        // A session kept for the absent would deliver commands late.
        packet.clean = true;
        packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
        if (packet.will) {
          rules.refused('will', packet.username ?? null);
          done(new Error('no wills here'), false);
          return;
        }
        // Nobody may hold a connection by keeping silent for ever.
        if (packet.keepalive === 0) packet.keepalive = 600;
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        void this.authenticate(client, username ?? '', password).then(
          (error) => done(error, error === null),
          () => done(refusal(UNAVAILABLE), false),
        );
      },
      authorizePublish: (client, packet, done) => {
        const session = client && sessions.get(client);
        const refused = publishRefusal(rules, session ?? null, packet);
        if (!session || refused) {
          rules.refused(refused ?? 'topic', session?.username ?? null);
          done(new Error('publish refused'));
          return;
        }
        const payload = Buffer.from(packet.payload as Buffer);
        rules.published(session, packet.topic, payload, () => done(null));
      },
      authorizeSubscribe: (client, subscription, done) => {
        const session = sessions.get(client);
        const may = session !== undefined && rules.maySubscribe(session, subscription.topic);
        if (!may) rules.refused('topic', session?.username ?? null);
        done(null, may ? subscription : null);
      },
    });
    aedes.on('clientReady', (client) => this.track(client));
    aedes.on('clientDisconnect', (client) => this.untrack(client));
    return aedes;
  }

  private async authenticate(
    client: Client,
    username: string,
    password: Readonly<Buffer> | undefined,
  ): Promise<AuthenticateError | null> {
    const isKnown =
      username !== '' &&
      password !== undefined &&
      (await this.rules.authenticate(username, Buffer.from(password)));
    if (!isKnown) {
      this.rules.refused('credentials', username || null);
      return refusal(BAD_CREDENTIALS);
    }
    this.sessions.set(client, { username });
    return null;
  }

  private track(client: Client): void {
    const username = this.sessions.get(client)?.username;
    if (username === undefined) return;
    const clients = this.connected.get(username) ?? new Set();
    clients.add(client);
    this.connected.set(username, clients);
  }

  private untrack(client: Client): void {
    const username = this.sessions.get(client)?.username;
    if (username === undefined) return;
    const clients = this.connected.get(username);
    clients?.delete(client);
    if (clients?.size === 0) this.connected.delete(username);
  }

  private async listen(listener: Listener): Promise<number> {
    const server = listener.tls
      ? tls.createServer(listener.tls, (socket) => this.handle(socket))
      : net.createServer((socket) => this.handle(socket));
    this.servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(listener.port, listener.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    // After it listens, an error is one connection's and ends with it.
    server.on('error', () => {});
    return (server.address() as net.AddressInfo).port;
  }

  private handle(socket: net.Socket): void {
    socket.setNoDelay(true);
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    const connection = new LimitedConnection(socket, this.maxPacketBytes, () =>
      this.rules.refused('too-long', null),
    );
    this.aedes?.handle(connection);
  }
}

function publishRefusal(
  rules: BrokerRules,
  session: BrokerSession | null,
  packet: { readonly topic: string; readonly retain: boolean; readonly qos: number },
): Refusal | null {
  if (!session || !rules.mayPublish(session, packet.topic)) return 'topic';
  if (packet.retain) return 'retained';
  return packet.qos > 1 ? 'qos' : null;
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('connection refused'), { returnCode }) as AuthenticateError;
}
