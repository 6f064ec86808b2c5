import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';

/** A proxy in front of a database; while the proxy is closed, the database appears to be unavailable. */
export interface DatabaseProxy {
  readonly connectionOptions: ConnectionOptions;
  /** Breaks every connection and refuses new ones. */
  disconnectAll(): Promise<void>;
  open(): Promise<void>;
  /** Closes the next connection that sends this text, and drops the response to it. */
  dropResponseTo(text: string): void;
  /** Stops forwarding on all open connections, without closing them. */
  freeze(): void;
  dispose(): Promise<void>;
}

export async function startDatabaseProxy(options: ConnectionOptions): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-proxy-'));
  const file = `.s.PGSQL.${options.port}`;
  const sockets = new Set<net.Socket>();
  let server: net.Server | null = null;
  let droppedQuery: string | null = null;

  const forward = (clientSocket: net.Socket) => {
    const databaseSocket = net.connect(join(options.host, file));
    for (const [from, to] of [
      [clientSocket, databaseSocket],
      [databaseSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    clientSocket.on('data', (chunk: Buffer) => {
      if (droppedQuery === null || !chunk.includes(droppedQuery)) return;
      droppedQuery = null;
      databaseSocket.unpipe(clientSocket);
      databaseSocket.once('data', () => databaseSocket.destroy()).resume();
    });
  };
  const open = async () => {
    if (server) return;
    const newServer = net.createServer(forward);
    server = newServer;
    await new Promise<void>((resolve) => newServer.listen(join(folder, file), resolve));
  };
  const close = async () => {
    const oldServer = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    if (oldServer) await new Promise((resolve) => oldServer.close(resolve));
  };
  await open();
  return {
    connectionOptions: { ...options, host: folder },
    disconnectAll: close,
    open,
    dropResponseTo: (text) => {
      droppedQuery = text;
    },
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    dispose: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
