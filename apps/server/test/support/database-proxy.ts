import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';

/** A way to a database that can be shut, as if the server were away. */
export interface DatabaseProxy {
  readonly connectionOptions: ConnectionOptions;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Breaks the connection that next says this word once the server has answered, unheard. */
  loseAnswerTo(word: string): void;
  /** Lets nothing more through the connections that are open now, and tells neither end. */
  freeze(): void;
  dispose(): Promise<void>;
}

export async function startDatabaseProxy(options: ConnectionOptions): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-proxy-'));
  const file = `.s.PGSQL.${options.port}`;
  const sockets = new Set<net.Socket>();
  let server: net.Server | null = null;
  let lostWord: string | null = null;

  const pass = (inner: net.Socket) => {
    const outer = net.connect(join(options.host, file));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    inner.on('data', (chunk: Buffer) => {
      if (lostWord === null || !chunk.includes(lostWord)) return;
      lostWord = null;
      outer.unpipe(inner);
      outer.once('data', () => outer.destroy()).resume();
    });
  };
  const open = async () => {
    if (server) return;
    const opening = net.createServer(pass);
    server = opening;
    await new Promise<void>((resolve) => opening.listen(join(folder, file), resolve));
  };
  const shut = async () => {
    const closing = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };
  await open();
  return {
    connectionOptions: { ...options, host: folder },
    shut,
    open,
    loseAnswerTo: (word) => {
      lostWord = word;
    },
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    dispose: async () => {
      await shut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
