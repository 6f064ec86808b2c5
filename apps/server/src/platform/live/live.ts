import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';

/** What the live connection asks of whoever uses it; `Session` is what a token stands for. */
export interface LiveRules<Session> {
  findSession(token: string): Promise<Session | null>;
  /** The id that a session is revoked by. */
  idOf(session: Session): string;
  /** The rooms a request asks for, or null where it may not be granted. */
  roomsFor(session: Session, request: unknown): Promise<readonly string[] | null>;
  /** Those of the sessions (by id) that are still alive. */
  findAlive(ids: readonly string[]): Promise<ReadonlySet<string>>;
  failed(error: unknown): void;
}

interface Watch {
  readonly request: unknown;
  readonly rooms: readonly string[];
}

interface Connected<Session> {
  readonly socket: Socket;
  readonly session: Session;
  readonly watches: Watch[];
}

/** Rights are looked at anew this often, so that what was revoked is cut within five seconds. */
const SWEEP_MS = 3_000;
/** A connection asks for one or two things; more is a mistake or an attack. */
const MAX_WATCHES = 20;

/**
 * Live connections to browsers. A connection names itself by a token in its handshake, watches what
 * its rules grant, and loses what it may no longer see.
 */
export class Live<Session> {
  private readonly io: Server;
  private readonly connected = new Map<string, Connected<Session>>();
  private sweeping: NodeJS.Timeout | null = null;

  constructor(
    private readonly rules: LiveRules<Session>,
    private readonly names: { readonly watch: string; readonly ended: string },
  ) {
    this.io = new Server({ serveClient: false, maxHttpBufferSize: 100_000, cors: { origin: false } });
  }

  start(server: HttpServer): void {
    this.io.attach(server);
    this.io.use((socket, next) => {
      void this.admit(socket).then(
        (isKnown) => next(isKnown ? undefined : new Error('unauthenticated')),
        (error: unknown) => {
          this.rules.failed(error);
          next(new Error('unavailable'));
        },
      );
    });
    this.io.on('connection', (socket) => this.connect(socket));
    this.sweeping = setInterval(() => {
      this.sweep().catch((error: unknown) => this.rules.failed(error));
    }, SWEEP_MS);
  }

  async stop(): Promise<void> {
    if (this.sweeping) clearInterval(this.sweeping);
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
    if (!session) return false;
    this.connected.set(socket.id, { socket, session, watches: [] });
    return true;
  }

  private connect(socket: Socket): void {
    socket.on('disconnect', () => this.connected.delete(socket.id));
    socket.on(this.names.watch, (request: unknown, answer: unknown) => {
      const reply = typeof answer === 'function' ? (answer as (message: unknown) => void) : () => {};
      this.watch(socket.id, request).then(reply, (error: unknown) => {
        this.rules.failed(error);
        reply({ ok: false, message: 'unavailable' });
      });
    });
  }

  private async watch(id: string, request: unknown): Promise<unknown> {
    const connected = this.connected.get(id);
    if (!connected) return { ok: false, message: 'disconnected' };
    if (connected.watches.length >= MAX_WATCHES) connected.watches.shift();
    const rooms = await this.rules.roomsFor(connected.session, request);
    if (!rooms) return { ok: false, message: 'refused' };
    connected.watches.push({ request, rooms });
    await connected.socket.join([...rooms]);
    return { ok: true };
  }

  /** Ends dead sessions and takes back rooms that rights no longer cover. */
  private async sweep(): Promise<void> {
    const all = [...this.connected.values()];
    if (all.length === 0) return;
    const alive = await this.rules.findAlive(all.map(({ session }) => this.rules.idOf(session)));
    for (const connected of all) {
      if (!alive.has(this.rules.idOf(connected.session))) this.cut(connected.socket);
      else await this.recheck(connected);
    }
  }

  private async recheck({ socket, session, watches }: Connected<Session>): Promise<void> {
    const granted = new Set<string>([socket.id]);
    for (const { request } of watches) {
      for (const room of (await this.rules.roomsFor(session, request)) ?? []) granted.add(room);
    }
    for (const room of socket.rooms) if (!granted.has(room)) await socket.leave(room);
  }

  private cut(socket: Socket): void {
    socket.emit(this.names.ended);
    socket.disconnect(true);
  }
}
