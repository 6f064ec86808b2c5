import { WATCH_EVENT } from '@granary/contract/readings/live';
import { io, type Socket } from 'socket.io-client';
import { Sessions } from '../../src/accounts/sessions.ts';
import { readEnv } from '../../src/config/env.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { addUser } from './fixtures.ts';
import { ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface AccountDeletionOptions extends ServerProcessOptions {
  readonly accounts: number;
  readonly socketsPerAccount: number;
}

export interface AccountDeletionFigures {
  readonly connected: number;
  /** The time from the deletion of the accounts to the disconnection of the last affected socket, ms. */
  readonly disconnectMs: number;
  /** Sockets of other accounts that were disconnected too. */
  readonly otherDisconnects: number;
}

/**
 * Connects many sockets, deletes half of the accounts, and waits until those accounts' sockets are
 * disconnected.
 */
export async function proveAccountDeletion(
  options: AccountDeletionOptions,
): Promise<AccountDeletionFigures> {
  const server = await ServerProcess.create(options);
  try {
    await server.start();
    const { db, dispose } = await server.openDatabase();
    const { tokenKey } = readSecrets(readEnv({}), server.dataDir);
    const sessions = new Sessions(db, tokenKey, Date.now);
    const groups: Socket[][] = [];
    const ids: number[] = [];
    for (let account = 0; account < options.accounts; account++) {
      const user = await addUser(db, 'user');
      const token = await sessions.begin(user, false);
      ids.push(user.id);
      const sockets = Array.from({ length: options.socketsPerAccount }, () =>
        openWatchingSocket(server, token),
      );
      groups.push(await Promise.all(sockets));
    }
    const half = groups.length >> 1;
    const affectedSockets = groups.slice(0, half).flat();
    const otherSockets = groups.slice(half).flat();
    const disconnections = affectedSockets.map(
      (socket) => new Promise((done) => socket.on('disconnect', done)),
    );
    const startedAt = performance.now();
    await db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', 'in', ids.slice(0, half))
      .execute();
    await Promise.all(disconnections);
    const disconnectMs = performance.now() - startedAt;
    await dispose();
    const otherDisconnects = otherSockets.filter(({ connected }) => !connected).length;
    for (const socket of otherSockets) socket.close();
    return {
      connected: affectedSockets.length + otherSockets.length,
      disconnectMs,
      otherDisconnects,
    };
  } finally {
    await server.dispose();
  }
}

async function openWatchingSocket({ url }: ServerProcess, token: string): Promise<Socket> {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(url, { ...options, auth: { token } });
  await socket.emitWithAck(WATCH_EVENT, { all: true });
  return socket;
}
