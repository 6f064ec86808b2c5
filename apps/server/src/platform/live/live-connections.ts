import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { limits } from '../../config/limits.ts';
import { HandshakeLimits, type HandshakePorts } from './handshake-limits.ts';

/** What the live connections need; a token belongs to a `Session`. */
export interface LivePorts<Session> extends HandshakePorts {
  findSession(token: string): Promise<Session | null>;
  sessionId(session: Session): string;
  /** The account of a session, under which its connections and events are counted. */
  accountOf(session: Session): string;
  /** A key that is equal for equal requests; null for an invalid request. */
  requestKey(request: unknown): string | null;
  /** The rooms of a request, or null when the session may not subscribe to them. */
  findRooms(session: Session, request: unknown): Promise<readonly string[] | null>;
  /** The active ones of these sessions by id, with their current rights. */
  findAlive(ids: readonly string[]): Promise<ReadonlyMap<string, Session>>;
  failed(error: unknown): void;
}

interface Connection<Session> {
  readonly socket: Socket;
  /** With its rights at the last check. */
  session: Session;
  readonly subscriptions: Map<string, Subscription>;
  /** The events of the connection are handled one after the other. */
  last: Promise<void>;
  waiting: number;
}

interface Subscription {
  readonly request: unknown;
  /** The rooms granted at the last check. */
  rooms: readonly string[];
}

/** Repeats an action until the returned function is called. */
export type Repeat = (action: () => void, everyMs: number) => () => void;

/** How often sessions are checked, so that revoked ones are disconnected within five seconds. */
const CHECK_INTERVAL_MS = 3_000;
/** The largest event is a request for 500 bins. */
const MAX_EVENT_BYTES = 16_384;

/** A connection whose token belongs to a session. */
type AuthenticatedSocket<Session> = Socket & { data: Session };

/**
 * Live connections to browsers. A connection authenticates with a token in its handshake and
 * subscribes to the rooms that its session may see; it loses a room when the session loses the right.
 */
export class LiveConnections<Session> {
  private readonly io: Server;
  private readonly connections = new Map<string, Connection<Session>>();
  /** How many connections each account has. */
  private readonly accounts = new Map<string, number>();
  /** Null before the start. */
  private stopChecks: (() => void) | null = null;
  private isUpdatingRooms = false;

  constructor(
    private readonly ports: LivePorts<Session>,
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
    this.stopChecks = this.repeat(() => {
      this.checkSessions().catch((error: unknown) => this.ports.failed(error));
    }, CHECK_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    if (!this.stopChecks) return;
    this.stopChecks();
    await this.io.close();
  }

  hasSubscribers(room: string): boolean {
    return (this.io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0;
  }

  /** Sends to every subscriber of any of the rooms, once each. */
  send(rooms: readonly string[], event: string, payload: unknown): void {
    this.io.to([...rooms]).emit(event, payload);
  }

  disconnectSession(id: string): void {
    for (const { socket, session } of this.connections.values()) {
      if (this.ports.sessionId(session) === id) this.disconnect(socket);
    }
  }

  get size(): number {
    return this.connections.size;
  }

  /** Why a connection is refused; null if it is not. */
  private async authenticate(socket: Socket): Promise<string | null> {
    const auth: unknown = socket.handshake.auth;
    const token = typeof auth === 'object' && auth && 'token' in auth ? auth.token : null;
    const session = typeof token === 'string' ? await this.ports.findSession(token) : null;
    socket.data = session;
    if (session === null) return 'unauthenticated';
    return this.hasRoom(session) ? null : 'too many';
  }

  private hasRoom(session: Session): boolean {
    const account = this.ports.accountOf(session);
    if ((this.accounts.get(account) ?? 0) < limits.socketsPerAccount.max) return true;
    this.ports.callerLimits.report('socketsPerAccount', account);
    return false;
  }

  private connect(socket: AuthenticatedSocket<Session>): void {
    // Others of the account may have connected since the check.
    if (!this.hasRoom(socket.data)) {
      socket.disconnect(true);
      return;
    }
    const account = this.ports.accountOf(socket.data);
    this.accounts.set(account, (this.accounts.get(account) ?? 0) + 1);
    this.connections.set(socket.id, {
      socket,
      session: socket.data,
      subscriptions: new Map(),
      last: Promise.resolve(),
      waiting: 0,
    });
    socket.on('disconnect', () => {
      this.connections.delete(socket.id);
      const left = (this.accounts.get(account) ?? 1) - 1;
      if (left > 0) this.accounts.set(account, left);
      else this.accounts.delete(account);
    });
    this.handle(socket, this.names.watch, (connection, request) =>
      this.subscribe(connection, request),
    );
    this.handle(socket, this.names.unwatch, (connection, request) =>
      this.unsubscribe(connection, request),
    );
  }

  /** Replies to an event of a connection with the result of `act`, after the events before it. */
  private handle(
    socket: Socket,
    event: string,
    action: (connection: Connection<Session>, request: unknown) => Promise<Reply>,
  ): void {
    socket.on(event, (request: unknown, callback: unknown) => {
      const connection = this.connections.get(socket.id);
      if (!connection) return;
      const reply =
        typeof callback === 'function' ? (callback as (message: Reply) => void) : () => {};
      if (connection.waiting >= limits.eventsPerSocket.max) {
        this.endExcessive('eventsPerSocket', connection);
        return;
      }
      connection.waiting += 1;
      connection.last = connection.last.then(async () => {
        connection.waiting -= 1;
        if (!socket.connected) return;
        const account = this.ports.accountOf(connection.session);
        if ((await this.ports.callerLimits.count('requestsPerAccount', account)) !== null) {
          this.disconnect(socket);
          return;
        }
        await action(connection, request).then(reply, (error: unknown) => {
          this.ports.failed(error);
          reply(rejection('unavailable'));
        });
      });
    });
  }

  private endExcessive(limit: 'eventsPerSocket', { socket, session }: Connection<Session>): void {
    this.ports.callerLimits.report(limit, this.ports.accountOf(session));
    socket.disconnect(true);
  }

  private async subscribe(
    { subscriptions, session, socket }: Connection<Session>,
    request: unknown,
  ) {
    const key = this.ports.requestKey(request);
    if (key === null) return rejection('refused');
    const known = subscriptions.get(key);
    if (!known && subscriptions.size >= limits.watchesPerSocket.max) return rejection('too many');
    const rooms = await this.ports.findRooms(session, request);
    if (!rooms) {
      // The next check leaves the rooms that it had.
      subscriptions.delete(key);
      return rejection('refused');
    }
    subscriptions.set(key, { request, rooms });
    await socket.join([...rooms]);
    return GRANTED;
  }

  private async unsubscribe({ subscriptions, socket }: Connection<Session>, request: unknown) {
    const key = this.ports.requestKey(request);
    const subscription = key === null ? undefined : subscriptions.get(key);
    if (key === null || !subscription) return rejection('not watched');
    subscriptions.delete(key);
    const remaining = new Set([...subscriptions.values()].flatMap(({ rooms }) => rooms));
    const excess = subscription.rooms.filter((room) => !remaining.has(room));
    for (const room of excess) await socket.leave(room);
    return GRANTED;
  }

  /** Closes connections of ended sessions and leaves rooms that sessions may no longer see. */
  private async checkSessions(): Promise<void> {
    const all = [...this.connections.values()];
    if (all.length === 0) return;
    const active = await this.ports.findAlive(
      all.map(({ session }) => this.ports.sessionId(session)),
    );
    for (const connection of all) {
      const session = active.get(this.ports.sessionId(connection.session));
      if (session) connection.session = session;
      else this.disconnect(connection.socket);
    }
    // Updating all rooms may take longer than the interval; the next check does not wait for it.
    if (this.isUpdatingRooms) return;
    this.isUpdatingRooms = true;
    try {
      for (const connection of all) {
        if (connection.socket.connected) await this.updateRooms(connection);
      }
    } finally {
      this.isUpdatingRooms = false;
    }
  }

  private async updateRooms({
    socket,
    session,
    subscriptions,
  }: Connection<Session>): Promise<void> {
    const granted = new Set<string>([socket.id]);
    for (const subscription of subscriptions.values()) {
      subscription.rooms = (await this.ports.findRooms(session, subscription.request)) ?? [];
      for (const room of subscription.rooms) granted.add(room);
    }
    // After all are known, so that a room joined in between is not left.
    const excess = [...socket.rooms].filter((room) => !granted.has(room));
    for (const room of excess) await socket.leave(room);
  }

  private disconnect(socket: Socket): void {
    socket.emit(this.names.ended);
    socket.disconnect(true);
  }
}

type Reply = { readonly ok: true } | { readonly ok: false; readonly message: string };

const GRANTED: Reply = { ok: true };

function rejection(message: string): Reply {
  return { ok: false, message };
}
