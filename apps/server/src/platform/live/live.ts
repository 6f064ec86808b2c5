import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';

/** What the live connection asks of whoever uses it; `Session` is what a token stands for. */
export interface LiveRules<Session> {
  findSession(token: string): Promise<Session | null>;
  /** The id that a session is revoked by. */
  idOf(session: Session): string;
  /** What names a request: the same for all that ask for the same; null for what cannot be read. */
  keyOf(request: unknown): string | null;
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
  readonly watches: Map<string, Watch>;
}

interface Watch {
  readonly request: unknown;
  /** What it was granted at the last look. */
  rooms: readonly string[];
}

/** Does something again and again, until the function it returns is called. */
export type Repeat = (act: () => void, everyMs: number) => () => void;

/** Rights are looked at anew this often, so that what was revoked is cut within five seconds. */
const SWEEP_MS = 3_000;
/** A connection asks for a few things at once; more is a mistake or an attack. */
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
    private readonly names: {
      readonly watch: string;
      readonly unwatch: string;
      readonly ended: string;
    },
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
    this.connected.set(socket.id, { socket, session: socket.data, watches: new Map() });
    socket.on('disconnect', () => this.connected.delete(socket.id));
    this.answer(socket, this.names.watch, (connected, request) => this.watch(connected, request));
    this.answer(socket, this.names.unwatch, (connected, request) =>
      this.unwatch(connected, request),
    );
  }

  /** Answers an event of a connection with what `act` says of it. */
  private answer(
    socket: Socket,
    event: string,
    act: (connected: Connected<Session>, request: unknown) => Promise<Answer>,
  ): void {
    socket.on(event, (request: unknown, answer: unknown) => {
      const connected = this.connected.get(socket.id);
      if (!connected) return;
      const reply = typeof answer === 'function' ? (answer as (message: Answer) => void) : () => {};
      act(connected, request).then(reply, (error: unknown) => {
        this.rules.failed(error);
        reply(refusal('unavailable'));
      });
    });
  }

  private async watch({ watches, session, socket }: Connected<Session>, request: unknown) {
    const key = this.rules.keyOf(request);
    if (key === null) return refusal('refused');
    const known = watches.get(key);
    if (!known && watches.size >= MAX_WATCHES) return refusal('too many');
    const watch = known ?? { request, rooms: [] };
    // Before the rooms are known, so that an end that is asked for meanwhile finds it.
    watches.set(key, watch);
    const rooms = await this.rules.roomsFor(session, request).catch((error: unknown) => {
      if (!known && watches.get(key) === watch) watches.delete(key);
      throw error;
    });
    if (watches.get(key) !== watch) return refusal('ended');
    if (!rooms) {
      // The next look takes back the rooms that it had.
      watches.delete(key);
      return refusal('refused');
    }
    watch.rooms = rooms;
    await socket.join([...rooms]);
    return GRANTED;
  }

  private async unwatch({ watches, socket }: Connected<Session>, request: unknown) {
    const key = this.rules.keyOf(request);
    const watch = key === null ? undefined : watches.get(key);
    if (key === null || !watch) return refusal('not watched');
    watches.delete(key);
    const kept = new Set([...watches.values()].flatMap(({ rooms }) => rooms));
    const excess = watch.rooms.filter((room) => !kept.has(room));
    for (const room of excess) await socket.leave(room);
    return GRANTED;
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
    for (const watch of watches.values()) {
      watch.rooms = (await this.rules.roomsFor(session, watch.request)) ?? [];
      for (const room of watch.rooms) granted.add(room);
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

/** What a request is answered with. */
type Answer = { readonly ok: true } | { readonly ok: false; readonly message: string };

const GRANTED: Answer = { ok: true };

function refusal(message: string): Answer {
  return { ok: false, message };
}
