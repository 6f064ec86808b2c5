import { randomUUID } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { Deliveries, type DeliveryResult } from './deliveries.ts';
import { FlowControl, type FlowRates } from './flow-control.ts';
import { OpenSessions } from './open-sessions.ts';
import { SizeLimitedConnection } from './packet-limit.ts';

/** A connected and authenticated client. */
export interface BrokerSession {
  readonly username: string;
}

/** A session with its credential, null until it is authenticated. */
export interface OpenSession<Credential> extends BrokerSession {
  readonly credential: Credential | null;
  end(): void;
}

export type RejectReason = 'credentials' | 'will' | 'topic' | 'retained' | 'qos' | 'too-long';

/** The rejected client: the user name that it gave, and its network address. */
export interface RejectedClient {
  readonly username: string | null;
  readonly address: string | null;
}

/** The decisions that the broker leaves to the application. */
export interface BrokerPorts<Credential> {
  /**
   * The credential of a client, stored with its session; null when it may not connect. Rejects when
   * the check is not possible now; the client then tries again.
   */
  authenticate(username: string, password: Buffer): Promise<Credential | null>;
  mayPublish(session: BrokerSession, topic: string): boolean;
  maySubscribe(session: BrokerSession, topic: string): boolean;
  /** A session subscribed with QoS 1; messages can be sent to it. */
  subscribed(session: BrokerSession): void;
  /** A session of the user ended, and no other is subscribed. */
  unsubscribed(username: string): void;
  /** An authorized publish; the client gets its PUBACK when `acknowledge` is called. */
  onPublish(session: BrokerSession, topic: string, payload: Buffer, acknowledge: () => void): void;
  rejected(reason: RejectReason, from: RejectedClient): void;
  /** The user sends more than the rates allow, and has to wait. */
  throttled(username: string): void;
  /** The oldest session of the user was ended, because the user has too many. */
  oldestSessionEnded(username: string): void;
}

/** How many connections may wait to be accepted: after a power failure, all boards connect at once. */
const BACKLOG = 4_096;

/** Limits for each user. */
export interface BrokerLimits extends FlowRates {
  readonly packetBytes: number;
  readonly sessions: number;
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

/** Packets that may follow a CONNECT before its CONNACK (MQTT 3.1.1, 3.1.4). */
const MAX_PACKETS_BEFORE_CONNACK = 1_000;
/** No user has a longer name, so a longer one is rejected before the check. */
const MAX_USERNAME_LENGTH = 100;
/** The keep-alive interval of clients that set none. */
const DEFAULT_KEEP_ALIVE_S = 600;
/** TCP keep-alive: idle time before the first probe. */
const TCP_PROBE_MS = 60_000;

/** A topic must not contain U+0000 and should not contain control characters (MQTT 3.1.1, 1.5.3). */
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * The embedded MQTT 3.1.1 broker. It acknowledges a publish only when the application does, queues
 * nothing for offline clients, forwards nothing between clients, and rejects wills, retained messages
 * and wildcards.
 */
export class Broker<Credential> {
  private readonly servers: net.Server[] = [];
  private readonly connections = new Set<SizeLimitedConnection>();
  private readonly sessions = new OpenSessions<Client, Credential>();
  private readonly deliveries = new Deliveries<Client>();
  private readonly clientsWithWill = new WeakSet<Client>();
  /** The TCP sockets of TLS connections that are still in the handshake, by client address. */
  private readonly handshakes = new Map<string, net.Socket>();
  private readonly flow: FlowControl<Client>;
  private aedes: Aedes | null = null;

  constructor(
    private readonly ports: BrokerPorts<Credential>,
    private readonly limits: BrokerLimits,
  ) {
    this.flow = new FlowControl(limits);
  }

  /** Opens the listeners; resolves with their ports. */
  async start(listeners: readonly Listener[]): Promise<number[]> {
    this.aedes = await this.createAedes();
    const ports: number[] = [];
    for (const listener of listeners) ports.push(await this.listen(listener));
    return ports;
  }

  /** Stops accepting connections and packets; pending publishes can still be acknowledged. */
  closeListeners(): void {
    for (const server of this.servers) server.close();
    for (const connection of this.connections) connection.stopReading();
  }

  /** Closes every connection. */
  async stop(): Promise<void> {
    this.closeListeners();
    for (const connection of this.connections) connection.destroy();
    const { aedes } = this;
    if (aedes) await new Promise<void>((resolve) => aedes.close(resolve));
  }

  /** Ends the sessions of a user, including those whose credentials are being checked. */
  disconnect(username: string): void {
    for (const client of this.sessions.findByUser(username)) client.close();
  }

  /** Whether the user has a subscribed session that is not waiting for a PUBACK. */
  canSend(username: string): boolean {
    const client = this.sessions.findNewestSubscribed(username);
    return client !== null && !this.deliveries.isWaiting(client);
  }

  /**
   * Sends a message to the newest subscribed session of a user. If no PUBACK arrives in time, it
   * resets the connection, so that buffered data is not delivered later.
   */
  async send(
    username: string,
    topic: string,
    payload: string,
    timeoutMs: number,
  ): Promise<DeliveryResult> {
    const client = this.sessions.findNewestSubscribed(username);
    if (client === null) return 'lost';
    const packet = { topic, payload, qos: 1, retain: false, dup: false } as const;
    const send = () => client.publish({ cmd: 'publish', ...packet }, () => undefined);
    const reset = () => {
      if (client.conn instanceof SizeLimitedConnection) client.conn.reset();
    };
    return this.deliveries.send(client, { send, reset }, timeoutMs);
  }

  /** The sessions that are connected or being authenticated. */
  listOpenSessions(): OpenSession<Credential>[] {
    return this.sessions.listAll().map(({ username, session, credential }) => ({
      username,
      credential,
      end: () => session.close(),
    }));
  }

  /** How many sessions are connected. */
  get size(): number {
    return this.sessions.readyCount;
  }

  get isListening(): boolean {
    return this.servers.length > 0 && this.servers.every((server) => server.listening);
  }

  private async createAedes(): Promise<Aedes> {
    const { ports, sessions, flow } = this;
    const aedes = await Aedes.createBroker({
      queueLimit: MAX_PACKETS_BEFORE_CONNACK,
      preConnect: (client, packet, done) => {
        if (packet.will) this.clientsWithWill.add(client);
        delete packet.will;
        // A persistent session would deliver commands late.
        packet.clean = true;
        // Client IDs are only unique per user; with an empty ID, the client asks the server to assign one
        // (MQTT 3.1.1, 3.1.3.1).
        packet.clientId = `${packet.username ?? ''}/${packet.clientId || randomUUID()}`;
        if (packet.keepalive === 0) packet.keepalive = DEFAULT_KEEP_ALIVE_S;
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        void this.authenticate(client, username ?? '', password).then(
          (error) => done(error, error === null),
          () => done(connectError(UNAVAILABLE), false),
        );
      },
      authorizePublish: (client, packet, done) => {
        const session = findSession(sessions, client);
        const reason = findPublishRejection(ports, session, packet);
        if (!client || !session || reason) {
          ports.rejected(reason ?? 'topic', toRejectedClient(client, session?.username));
          done(new Error('publish rejected'));
          return;
        }
        const payload = Buffer.from(packet.payload as Buffer);
        const isDelivered = flow.add(session.username, client, payload.length, () =>
          ports.onPublish(session, packet.topic, payload, () => done(null)),
        );
        if (!isDelivered) ports.throttled(session.username);
      },
      authorizeSubscribe: (client, subscription, done) => {
        const session = findSession(sessions, client);
        const isAllowed = session !== null && ports.maySubscribe(session, subscription.topic);
        if (!isAllowed) ports.rejected('topic', toRejectedClient(client, session?.username));
        done(null, isAllowed ? subscription : null);
      },
    });
    aedes.on('clientReady', (client) => sessions.markReady(client));
    aedes.on('ack', (_packet, client) => this.deliveries.markAcknowledged(client));
    aedes.on('subscribe', (subscriptions, client) => {
      const session = findSession(sessions, client);
      if (session === null || !subscriptions.some(({ qos }) => qos === 1)) return;
      sessions.markSubscribed(client);
      ports.subscribed(session);
    });
    return aedes;
  }

  private async authenticate(
    client: Client,
    username: string,
    password: Readonly<Buffer> | undefined,
  ): Promise<AuthenticateError | null> {
    if (this.clientsWithWill.has(client)) {
      this.ports.rejected('will', toRejectedClient(client, username));
      return connectError(NOT_AUTHORIZED);
    }
    // The connection may already be closed and its 'close' event already emitted.
    if (client.closed || client.conn.destroyed) return connectError(UNAVAILABLE);
    if (username.length > MAX_USERNAME_LENGTH) {
      this.ports.rejected('credentials', toRejectedClient(client, ''));
      return connectError(BAD_CREDENTIALS);
    }
    // Added before the check, so that revoking the key during it ends this session too.
    this.sessions.add(username, client);
    client.conn.once('close', () => {
      this.sessions.remove(client);
      this.deliveries.markLost(client);
      this.flow.drop(username, client);
      if (this.sessions.findNewestSubscribed(username) === null) this.ports.unsubscribed(username);
    });
    const credential =
      username === '' || password === undefined
        ? null
        : await this.ports.authenticate(username, Buffer.from(password));
    if (credential !== null) {
      this.sessions.accept(client, credential);
      this.endOldest(username);
      return null;
    }
    this.ports.rejected('credentials', toRejectedClient(client, username));
    return connectError(BAD_CREDENTIALS);
  }

  private endOldest(username: string): void {
    const acceptedClients = this.sessions.findAcceptedByUser(username);
    for (const client of acceptedClients.slice(0, -this.limits.sessions)) {
      this.ports.oldestSessionEnded(username);
      client.close();
    }
  }

  private async listen(listener: Listener): Promise<number> {
    const server = listener.tls
      ? tls.createServer(listener.tls, (socket) => this.handle(socket, this.takeTcpSocket(socket)))
      : net.createServer((socket) => this.handle(socket, socket));
    if (listener.tls)
      server.on('connection', (socket: net.Socket) => this.rememberTcpSocket(socket));
    this.servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      const { port, host } = listener;
      server.listen({ port, host, backlog: BACKLOG }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    // Later errors concern one connection, which closes.
    server.on('error', () => {});
    return (server.address() as net.AddressInfo).port;
  }

  /** Remembers the TCP socket of a TLS connection: only the TCP socket can be reset. */
  private rememberTcpSocket(socket: net.Socket): void {
    const address = formatAddress(socket);
    this.handshakes.set(address, socket);
    socket.once('close', () => {
      if (this.handshakes.get(address) === socket) this.handshakes.delete(address);
    });
  }

  private takeTcpSocket(socket: net.Socket): net.Socket {
    const address = formatAddress(socket);
    const tcp = this.handshakes.get(address) ?? socket;
    this.handshakes.delete(address);
    return tcp;
  }

  private handle(socket: net.Socket, tcp: net.Socket): void {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, TCP_PROBE_MS);
    const connection = new SizeLimitedConnection(socket, tcp, this.limits.packetBytes, () =>
      this.ports.rejected('too-long', {
        username: null,
        address: socket.remoteAddress ?? null,
      }),
    );
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
    this.aedes?.handle(connection);
  }
}

function formatAddress({ remoteAddress, remotePort }: net.Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function findSession(
  sessions: OpenSessions<Client, unknown>,
  client: Client | null,
): BrokerSession | null {
  const username = client && sessions.findUsername(client);
  return username == null ? null : { username };
}

function toRejectedClient(client: Client | null, username = ''): RejectedClient {
  const conn = client?.conn;
  const address = conn instanceof SizeLimitedConnection ? conn.address : null;
  return { username: username || null, address };
}

function findPublishRejection(
  ports: Pick<BrokerPorts<unknown>, 'mayPublish'>,
  session: BrokerSession | null,
  packet: { readonly topic: string; readonly retain: boolean; readonly qos: number },
): RejectReason | null {
  if (
    !session ||
    CONTROL_CHARACTER.test(packet.topic) ||
    !ports.mayPublish(session, packet.topic)
  ) {
    return 'topic';
  }
  if (packet.retain) return 'retained';
  return packet.qos > 1 ? 'qos' : null;
}

function connectError(returnCode: number): AuthenticateError {
  return Object.assign(new Error('connection rejected'), { returnCode });
}
