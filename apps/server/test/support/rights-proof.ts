import { WATCH_EVENT } from '@granary/contract/readings/live';
import { io, type Socket } from 'socket.io-client';
import { Sessions } from '../../src/accounts/sessions.ts';
import { readEnv } from '../../src/config/env.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { addUser } from './fixtures.ts';
import { ServerProcess, type ServerProcessOptions } from './server-process.ts';

export interface RightsOptions extends ServerProcessOptions {
  readonly accounts: number;
  readonly socketsPerAccount: number;
}

export interface RightsFigures {
  readonly connected: number;
  /** From the change of rights until the last affected socket was disconnected, ms. */
  readonly disconnectMs: number;
  /** Sockets of other accounts that were disconnected too. */
  readonly others: number;
}

/** Connects many sockets, deletes half of the accounts, and waits until theirs are disconnected. */
export async function proveRights(options: RightsOptions): Promise<RightsFigures> {
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
      const all = Array.from({ length: options.socketsPerAccount }, () => watch(server, token));
      groups.push(await Promise.all(all));
    }
    const half = groups.length >> 1;
    const affected = groups.slice(0, half).flat();
    const others = groups.slice(half).flat();
    const cut = affected.map((socket) => new Promise((done) => socket.on('disconnect', done)));
    const startedAt = performance.now();
    await db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', 'in', ids.slice(0, half))
      .execute();
    await Promise.all(cut);
    const disconnectMs = performance.now() - startedAt;
    await dispose();
    const lost = others.filter(({ connected }) => !connected).length;
    for (const socket of others) socket.close();
    return { connected: affected.length + others.length, disconnectMs, others: lost };
  } finally {
    await server.dispose();
  }
}

async function watch({ url }: ServerProcess, token: string): Promise<Socket> {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(url, { ...options, auth: { token } });
  await socket.emitWithAck(WATCH_EVENT, { all: true });
  return socket;
}
