import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';

/** What the live connection asks of whoever uses it; `Session` is what a token stands for. */
export interface LiveRules<Session> {
  findSession(token: string): Promise<Session | null>;
  /** The id that a session is revoked by. */
  idOf(session: Session): string;
  /** The rooms a request asks for, or null where it may not be granted. */
  roomsFor(session: Session, request: unknown): Promise<readonly string[] | null>;
  /** Those of the sessions (by id) that are still alive, as they are now. */
  findAlive(ids: readonly string[]): Promise<ReadonlyMap<string, Session>>;
  failed(error: unknown): void;
}

interface Connected<Session> {
  readonly socket: Socket;
  /** With the rights of the last look. */
  session: Session;
  readonly watches: unknown[];
}

/** Does something again and again, until the function it returns is called. */
export type Repeat = (act: () => void, everyMs: number) => () => void;

/** Rights are looked at anew this often, so that what was revoked is cut within five seconds. */
const SWEEP_MS = 3_000;
/** A connection asks for one or two things; more is a mistake or an attack. */
const MAX_WATCHES = 20;

/** A connection that showed a token of a session. */
type Admitted<Session> = Socket & { data: Session };

/**
 * Live connections to browsers. A connection names itself by a token in its handshake, watches what
 * its rules grant, and loses what it may no longer see.
 */
export class Live<Session> {
  private readonly io: Server;
  private readonly connected = new Map<string, Connected<Session>>();
  /** Null until it is started. */
  private stopSweeping: (() => void) | null = null;
  private isRechecking = false;

  constructor(
    private readonly rules: LiveRules<Session>,
    private readonly names: { readonly watch: string; readonly ended: string },
    private readonly repeat: Repeat,
  ) {
    this.io = new Server({
      serveClient: false,
      maxHttpBufferSize: 100_000,
      cors: { origin: false },
    });
  }

  start(server: HttpServer): void {
    this.io.attach(server);
    this.io.use((socket, next) => {
      this.admit(socket).then(
        (isKnown) => next(isKnown ? undefined : new Error('unauthenticated')),
        (error: unknown) => {
          this.rules.failed(error);
          next(new Error('unavailable'));
        },
      );
    });
    this.io.on('connection', (socket: Admitted<Session>) => this.connect(socket));
    this.stopSweeping = this.repeat(() => {
      this.sweep().catch((error: unknown) => this.rules.failed(error));
    }, SWEEP_MS);
  }

  async stop(): Promise<void> {
    if (!this.stopSweeping) return;
    this.stopSweeping();
    await this.io.close();
  }

  /** Whether anybody watches a room. */
  hasWatchers(room: string): boolean {
    return (this.io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0;
  }

  /** Sends to everybody in any of the rooms, once each. */
  send(rooms: readonly string[], event: string, payload: unknown): void {
    this.io.to([...rooms]).emit(event, payload);
  }

  /** Cuts the connections of a session. */
  end(id: string): void {
    for (const { socket, session } of this.connected.values()) {
      if (this.rules.idOf(session) === id) this.cut(socket);
    }
  }

  get size(): number {
    return this.connected.size;
  }

  private async admit(socket: Socket): Promise<boolean> {
    const auth: unknown = socket.handshake.auth;
    const token = typeof auth === 'object' && auth && 'token' in auth ? auth.token : null;
    const session = typeof token === 'string' ? await this.rules.findSession(token) : null;
    socket.data = session;
    return session !== null;
  }

  private connect(socket: Admitted<Session>): void {
    this.connected.set(socket.id, { socket, session: socket.data, watches: [] });
    socket.on('disconnect', () => this.connected.delete(socket.id));
    socket.on(this.names.watch, (request: unknown, answer: unknown) => {
      const reply =
        typeof answer === 'function' ? (answer as (message: unknown) => void) : () => {};
      this.watch(socket.id, request).then(reply, (error: unknown) => {
        this.rules.failed(error);
        reply({ ok: false, message: 'unavailable' });
      });
    });
  }

  private async watch(id: string, request: unknown): Promise<unknown> {
    const connected = this.connected.get(id);
    if (!connected) return { ok: false, message: 'disconnected' };
    const rooms = await this.rules.roomsFor(connected.session, request);
    if (!rooms) return { ok: false, message: 'refused' };
    const { watches, socket } = connected;
    watches.push(request);
    // The next look takes back the rooms of what is dropped here.
    if (watches.length > MAX_WATCHES) watches.shift();
    await socket.join([...rooms]);
    return { ok: true };
  }

  /** Ends dead sessions and takes back rooms that rights no longer cover. */
  private async sweep(): Promise<void> {
    const all = [...this.connected.values()];
    if (all.length === 0) return;
    const alive = await this.rules.findAlive(all.map(({ session }) => this.rules.idOf(session)));
    for (const connected of all) {
      const session = alive.get(this.rules.idOf(connected.session));
      if (session) connected.session = session;
      else this.cut(connected.socket);
    }
    // A look at everybody's rooms may take its time; the next sweep does not wait for it.
    if (this.isRechecking) return;
    this.isRechecking = true;
    try {
      for (const connected of all) {
        if (connected.socket.connected) await this.recheck(connected);
      }
    } finally {
      this.isRechecking = false;
    }
  }

  private async recheck({ socket, session, watches }: Connected<Session>): Promise<void> {
    const granted = new Set<string>([socket.id]);
    for (const request of watches) {
      for (const room of (await this.rules.roomsFor(session, request)) ?? []) granted.add(room);
    }
    // All at once, so that a room joined meanwhile is not taken back.
    const excess = [...socket.rooms].filter((room) => !granted.has(room));
    for (const room of excess) await socket.leave(room);
  }

  private cut(socket: Socket): void {
    socket.emit(this.names.ended);
    socket.disconnect(true);
  }
}
