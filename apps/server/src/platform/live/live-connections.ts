import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { limits } from '../../config/limits.ts';
import { HandshakeLimits, type HandshakePorts } from './handshake-limits.ts';

/** The ports of live connections. A token belongs to a `Session`; a watch event contains a `Request`. */
export interface LivePorts<Session, Request> extends HandshakePorts {
  /** The session of a token from the handshake `request`; null if the token is rejected. */
  findSession(token: string, request: IncomingMessage): Promise<Session | null>;
  toSessionId(session: Session): string;
  /** The account of a session, under which its connections and events are counted. */
  toAccountKey(session: Session): string;
  /** The request of a watch event; null if it is not valid. */
  parseRequest(event: unknown): Request | null;
  /** A key that is equal for equal requests. */
  toRequestKey(request: Request): string;
  /** The rooms of each watch, in order; null where the session may not subscribe to them. */
  findRooms(
    watches: readonly Watch<Session, Request>[],
  ): Promise<readonly (readonly string[] | null)[]>;
  /** The sessions that are still active, keyed by ID, with their current rights. */
  findActiveSessions(ids: readonly string[]): Promise<ReadonlyMap<string, Session>>;
  failed(error: unknown): void;
}

/** A session and what it asks to watch. */
export interface Watch<Session, Request> {
  readonly session: Session;
  readonly request: Request;
}

interface Connection<Session, Request> {
  readonly socket: Socket;
  /** The session, with its rights at the last check. */
  session: Session;
  readonly subscriptions: Map<string, Subscription<Request>>;
  /** The events of the connection are handled one after the other. */
  lastEvent: Promise<void>;
  waitingEvents: number;
}

interface Subscription<Request> {
  readonly request: Request;
  /** The rooms granted at the last check. */
  rooms: readonly string[];
}

/** Repeats an action until the returned function is called. */
export type Repeat = (action: () => void, everyMs: number) => () => void;

/**
 * How often rights are checked, in addition to each time they change: sessions expire, and notifications of
 * changes can be lost when the connection to the database breaks.
 */
const CHECK_INTERVAL_MS = 3_000;
/** The largest event is a request for 500 bins. */
const MAX_EVENT_BYTES = 16_384;

/** A connection whose token belongs to a session. */
type AuthenticatedSocket<Session> = Socket & { data: Session };

/**
 * Live connections to browsers. A connection authenticates with a token in its handshake and
 * subscribes to the rooms that its session may see; it loses a room when the session loses the right.
 */
export class LiveConnections<Session, Request> {
  private readonly io: Server;
  private readonly connections = new Map<string, Connection<Session, Request>>();
  /** Null before the start. */
  private stopChecks: (() => void) | null = null;
  private isChecking = false;
  private isCheckDue = false;
  /** Changes when the rights of connections might have changed. */
  private rightsRevision = 0;
  /** When something last changed in each room; it has at most one entry per room. */
  private readonly changedAt = new Map<string, number>();
  private readonly createdAt = performance.now();

  constructor(
    private readonly ports: LivePorts<Session, Request>,
    private readonly names: {
      readonly watch: string;
      readonly unwatch: string;
      readonly ended: string;
    },
    private readonly repeat: Repeat,
  ) {
    this.io = new Server({
      serveClient: false,
      maxHttpBufferSize: MAX_EVENT_BYTES,
      cors: { origin: false },
    });
  }

  start(server: HttpServer): void {
    this.io.attach(server);
    new HandshakeLimits(this.ports).apply(this.io.engine);
    this.io.use((socket, next) => {
      this.authenticate(socket).then(
        (problem) => next(problem === null ? undefined : new Error(problem)),
        (error: unknown) => {
          this.ports.failed(error);
          next(new Error('unavailable'));
        },
      );
    });
    this.io.on('connection', (socket: AuthenticatedSocket<Session>) => this.connect(socket));
    this.stopChecks = this.repeat(() => this.checkPermissions(), CHECK_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    if (!this.stopChecks) return;
    this.stopChecks();
    await this.io.close();
  }

  hasSubscribers(room: string): boolean {
    return (this.io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0;
  }

  /** Records that something changed in the rooms, whether or not they have subscribers. */
  markChanged(rooms: readonly string[]): void {
    const now = performance.now();
    for (const room of rooms) this.changedAt.set(room, now);
  }

  /** Sends to every subscriber of any of the rooms, once each. */
  send(rooms: readonly string[], event: string, payload: unknown): void {
    this.io.to([...rooms]).emit(event, payload);
  }

  /** Sends to every connection. */
  sendToAll(event: string, payload: unknown): void {
    this.io.emit(event, payload);
  }

  disconnectSession(id: string): void {
    for (const { socket, session } of this.connections.values()) {
      if (this.ports.toSessionId(session) === id) this.disconnect(socket);
    }
  }

  /**
   * Closes connections of ended sessions and leaves rooms that sessions may no longer see. Call it
   * when rights have changed; a change during a check is followed by another check.
   */
  checkPermissions(): void {
    this.isCheckDue = true;
    if (this.isChecking) return;
    this.isChecking = true;
    void this.checkWhileDue().finally(() => {
      this.isChecking = false;
    });
  }

  get size(): number {
    return this.connections.size;
  }

  /** Authenticates a connection; returns why it is refused, or null if it is accepted. */
  private async authenticate(socket: Socket): Promise<string | null> {
    const auth: unknown = socket.handshake.auth;
    const token = typeof auth === 'object' && auth && 'token' in auth ? auth.token : null;
    const session =
      typeof token === 'string' ? await this.ports.findSession(token, socket.request) : null;
    socket.data = session;
    if (session === null) return 'unauthenticated';
    const account = this.ports.toAccountKey(session);
    return this.ports.callerLimits.isFull('socketsPerAccount', account) ? 'too many' : null;
  }

  private connect(socket: AuthenticatedSocket<Session>): void {
    const account = this.ports.toAccountKey(socket.data);
    // Other connections of the account might have opened since the check.
    const release = this.ports.callerLimits.take('socketsPerAccount', account);
    if (!release) {
      socket.disconnect(true);
      return;
    }
    this.connections.set(socket.id, {
      socket,
      session: socket.data,
      subscriptions: new Map(),
      lastEvent: Promise.resolve(),
      waitingEvents: 0,
    });
    socket.on('disconnect', () => {
      this.connections.delete(socket.id);
      release();
    });
    this.handle(socket, this.names.watch, (connection, request) =>
      this.subscribe(connection, request),
    );
    this.handle(socket, this.names.unwatch, (connection, request) =>
      this.unsubscribe(connection, request),
    );
  }

  /** Replies to an event of a connection with the result of `action`, after the events before it. */
  private handle(
    socket: Socket,
    event: string,
    action: (connection: Connection<Session, Request>, request: unknown) => Promise<Reply>,
  ): void {
    socket.on(event, (request: unknown, callback: unknown) => {
      const connection = this.connections.get(socket.id);
      if (!connection) return;
      const reply =
        typeof callback === 'function' ? (callback as (message: Reply) => void) : () => {};
      if (connection.waitingEvents >= limits.eventsPerSocket.max) {
        this.disconnectOverLimit('eventsPerSocket', connection);
        return;
      }
      connection.waitingEvents += 1;
      connection.lastEvent = connection.lastEvent.then(async () => {
        connection.waitingEvents -= 1;
        if (!socket.connected) return;
        const account = this.ports.toAccountKey(connection.session);
        if ((await this.ports.callerLimits.count('requestsPerAccount', account)) !== null) {
          this.disconnect(socket);
          return;
        }
        await action(connection, request).then(reply, (error: unknown) => {
          this.ports.failed(error);
          reply(createRejection('unavailable'));
        });
      });
    });
  }

  private disconnectOverLimit(
    limit: 'eventsPerSocket',
    { socket, session }: Connection<Session, Request>,
  ): void {
    this.ports.callerLimits.report(limit, this.ports.toAccountKey(session));
    socket.disconnect(true);
  }

  private async subscribe(connection: Connection<Session, Request>, event: unknown) {
    const { subscriptions, socket } = connection;
    const request = this.ports.parseRequest(event);
    if (request === null) return createRejection('refused');
    const key = this.ports.toRequestKey(request);
    if (!subscriptions.has(key) && subscriptions.size >= limits.watchesPerSocket.max) {
      return createRejection('too many');
    }
    const rooms = await this.findCurrentRooms(connection, request);
    if (!rooms) {
      // The next check leaves the rooms of the old subscription.
      subscriptions.delete(key);
      return createRejection('refused');
    }
    subscriptions.set(key, { request, rooms });
    await socket.join([...rooms]);
    return this.createGrantedReply(rooms);
  }

  /**
   * Reports how long ago something last changed in the rooms, so that a client knows whether it has missed a
   * change.
   */
  private createGrantedReply(rooms: readonly string[]): Reply {
    if (rooms.length === 0) return GRANTED;
    const latestChangeAt = Math.max(
      ...rooms.map((room) => this.changedAt.get(room) ?? this.createdAt),
    );
    return { ...GRANTED, unchanged_for_ms: performance.now() - latestChangeAt };
  }

  /** The rooms of a request, with the rights that the session has when this resolves. */
  private async findCurrentRooms(
    connection: Connection<Session, Request>,
    request: Request,
  ): Promise<readonly string[] | null> {
    for (;;) {
      const revision = this.rightsRevision;
      const { session } = connection;
      const [rooms = null] = await this.ports.findRooms([{ session, request }]);
      if (revision === this.rightsRevision) return rooms;
    }
  }

  private async unsubscribe(
    { subscriptions, socket }: Connection<Session, Request>,
    event: unknown,
  ) {
    const request = this.ports.parseRequest(event);
    const key = request === null ? null : this.ports.toRequestKey(request);
    const subscription = key === null ? undefined : subscriptions.get(key);
    if (key === null || !subscription) return createRejection('not watched');
    subscriptions.delete(key);
    const remainingRooms = new Set([...subscriptions.values()].flatMap(({ rooms }) => rooms));
    const excessRooms = subscription.rooms.filter((room) => !remainingRooms.has(room));
    for (const room of excessRooms) await socket.leave(room);
    return GRANTED;
  }

  private async checkWhileDue(): Promise<void> {
    while (this.isCheckDue) {
      this.isCheckDue = false;
      await this.checkSessions().catch((error: unknown) => this.ports.failed(error));
    }
  }

  private async checkSessions(): Promise<void> {
    this.rightsRevision += 1;
    const all = [...this.connections.values()];
    if (all.length === 0) return;
    const ids = new Set(all.map(({ session }) => this.ports.toSessionId(session)));
    const activeSessions = await this.ports.findActiveSessions([...ids]);
    for (const connection of all) {
      const session = activeSessions.get(this.ports.toSessionId(connection.session));
      if (session) connection.session = session;
      else this.disconnect(connection.socket);
    }
    this.rightsRevision += 1;
    await this.updateRooms(all.filter(({ socket }) => socket.connected));
  }

  /** Updates the rooms of all connections with one lookup, and leaves those no longer granted. */
  private async updateRooms(connections: readonly Connection<Session, Request>[]): Promise<void> {
    const watches = connections.flatMap(({ session, subscriptions }) =>
      [...subscriptions.values()].map((subscription) => ({ session, subscription })),
    );
    const rooms = await this.ports.findRooms(
      watches.map(({ session, subscription: { request } }) => ({ session, request })),
    );
    for (const [index, { subscription }] of watches.entries()) {
      subscription.rooms = rooms[index] ?? [];
    }
    for (const { socket, subscriptions } of connections) {
      const grantedRooms = new Set(
        [...subscriptions.values()].flatMap((subscription) => subscription.rooms),
      );
      grantedRooms.add(socket.id);
      const excessRooms = [...socket.rooms].filter((room) => !grantedRooms.has(room));
      for (const room of excessRooms) await socket.leave(room);
    }
  }

  private disconnect(socket: Socket): void {
    socket.emit(this.names.ended);
    socket.disconnect(true);
  }
}

type Reply =
  | { readonly ok: true; readonly unchanged_for_ms?: number }
  | { readonly ok: false; readonly message: string };

const GRANTED = { ok: true } as const;

function createRejection(message: string): Reply {
  return { ok: false, message };
}
