import { randomUUID } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { LiveSessions } from './live-sessions.ts';
import { LimitedConnection } from './packet-limit.ts';

/** A connected and authenticated client. */
export interface BrokerSession {
  readonly username: string;
}

/** A session, and what ends it. */
export interface LiveSession<Credential> extends BrokerSession {
  readonly credential: Credential | null;
  end(): void;
}

export type Refusal = 'credentials' | 'will' | 'topic' | 'retained' | 'qos' | 'too-long';

/** What the broker asks of whoever uses it. */
export interface BrokerRules<Credential> {
  /**
   * What a client may connect with, kept with its session; null where it may not. Rejects where
   * that cannot be said now, and the client tries again.
   */
  authenticate(username: string, password: Buffer): Promise<Credential | null>;
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

/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;
const NOT_AUTHORIZED = 5;

/** Packets that may wait in one chunk behind a CONNECT for its answer (MQTT 3.1.1, 3.1.4). */
const PACKETS_BEHIND_CONNECT = 1_000;
/** Nobody has a longer one; what nobody has is not kept even while it is looked for. */
const LONGEST_USERNAME = 100;
/** Seconds, for a client that promises no sign of life at all. */
const LONGEST_SILENCE = 600;
/** After this long without a byte the system asks whether the other end is still there. */
const TCP_PROBE_MS = 60_000;

/** A topic has no U+0000, and no reader has use for other control characters (MQTT 3.1.1, 1.5.3). */
const CONTROL = /\p{Cc}/u;

/**
 * The embedded MQTT 3.1.1 broker. It acknowledges a publish only when its rules say so, keeps
 * nothing for the absent, forwards nothing between clients, and knows no wills, no retained
 * messages and no wildcards.
 */
export class Broker<Credential> {
  private readonly servers: net.Server[] = [];
  private readonly connections = new Set<LimitedConnection>();
  private readonly sessions = new LiveSessions<Client, Credential>();
  private readonly withWill = new WeakSet<Client>();
  private aedes: Aedes | null = null;

  constructor(
    private readonly rules: BrokerRules<Credential>,
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
    for (const connection of this.connections) connection.stopReading();
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    this.closeListeners();
    for (const connection of this.connections) connection.destroy();
    const { aedes } = this;
    if (aedes) await new Promise<void>((resolve) => aedes.close(resolve));
  }

  /** Ends the sessions of a user, also those whose credentials are just being checked. */
  disconnect(username: string): void {
    for (const client of this.sessions.of(username)) client.close();
  }

  /** Who is connected or being let in, with what each was let in with; null: not yet. */
  liveSessions(): LiveSession<Credential>[] {
    return this.sessions.all().map(({ username, session, credential }) => ({
      ...{ username, credential },
      end: () => session.close(),
    }));
  }

  /** How many sessions are live. */
  get size(): number {
    return this.sessions.ready;
  }

  get isListening(): boolean {
    return this.servers.length > 0 && this.servers.every((server) => server.listening);
  }

  private async createAedes(): Promise<Aedes> {
    const { rules, sessions } = this;
    const aedes = await Aedes.createBroker({
      queueLimit: PACKETS_BEHIND_CONNECT,
      preConnect: (client, packet, done) => {
        if (packet.will) this.withWill.add(client);
        delete packet.will;
        // A session kept for the absent would deliver commands late.
        packet.clean = true;
        // Client ids are each user's own; an empty one asks for any (MQTT 3.1.1, 3.1.3.1).
        packet.clientId = `${packet.username ?? ''}/${packet.clientId || randomUUID()}`;
        if (packet.keepalive === 0) packet.keepalive = LONGEST_SILENCE;
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        void this.authenticate(client, username ?? '', password).then(
          (error) => done(error, error === null),
          () => done(refusal(UNAVAILABLE), false),
        );
      },
      authorizePublish: (client, packet, done) => {
        const session = sessionOf(sessions, client);
        const refused = publishRefusal(rules, session, packet);
        if (!session || refused) {
          rules.refused(refused ?? 'topic', session?.username ?? null);
          done(new Error('publish refused'));
          return;
        }
        const payload = Buffer.from(packet.payload as Buffer);
        rules.published(session, packet.topic, payload, () => done(null));
      },
      authorizeSubscribe: (client, subscription, done) => {
        const session = sessionOf(sessions, client);
        const may = session !== null && rules.maySubscribe(session, subscription.topic);
        if (!may) rules.refused('topic', session?.username ?? null);
        done(null, may ? subscription : null);
      },
    });
    aedes.on('clientReady', (client) => sessions.markReady(client));
    return aedes;
  }

  private async authenticate(
    client: Client,
    username: string,
    password: Readonly<Buffer> | undefined,
  ): Promise<AuthenticateError | null> {
    if (this.withWill.has(client)) {
      this.rules.refused('will', username || null);
      return refusal(NOT_AUTHORIZED);
    }
    // A connection may be over before its turn comes; what ended tells nobody that it did.
    if (client.closed || client.conn.destroyed) return refusal(UNAVAILABLE);
    if (username.length > LONGEST_USERNAME) {
      this.rules.refused('credentials', null);
      return refusal(BAD_CREDENTIALS);
    }
    // Known before the check, so that a key revoked meanwhile ends this session too.
    this.sessions.add(username, client);
    client.conn.once('close', () => this.sessions.remove(client));
    const credential =
      username === '' || password === undefined
        ? null
        : await this.rules.authenticate(username, Buffer.from(password));
    if (credential !== null) {
      this.sessions.letIn(client, credential);
      return null;
    }
    this.rules.refused('credentials', username || null);
    return refusal(BAD_CREDENTIALS);
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
    socket.setKeepAlive(true, TCP_PROBE_MS);
    const connection = new LimitedConnection(socket, this.maxPacketBytes, () =>
      this.rules.refused('too-long', null),
    );
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
    this.aedes?.handle(connection);
  }
}

function sessionOf(
  sessions: LiveSessions<Client, unknown>,
  client: Client | null,
): BrokerSession | null {
  const username = client && sessions.usernameOf(client);
  return username == null ? null : { username };
}

function publishRefusal(
  rules: Pick<BrokerRules<unknown>, 'mayPublish'>,
  session: BrokerSession | null,
  packet: { readonly topic: string; readonly retain: boolean; readonly qos: number },
): Refusal | null {
  if (!session || CONTROL.test(packet.topic) || !rules.mayPublish(session, packet.topic)) {
    return 'topic';
  }
  if (packet.retain) return 'retained';
  return packet.qos > 1 ? 'qos' : null;
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('connection refused'), { returnCode });
}
