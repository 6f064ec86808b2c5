import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { NotificationListener } from './notification-listener.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let listener: NotificationListener;
let received: string[];
let disconnects: number;
let reconnects: number;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  proxy = await startDatabaseProxy(database.connectionOptions);
  received = [];
  disconnects = 0;
  reconnects = 0;
  const ports = {
    received: (channel: string, payload: string) => void received.push(`${channel}: ${payload}`),
    disconnected: () => {
      disconnects += 1;
    },
    reconnected: () => {
      reconnects += 1;
    },
    probe: async (client: { query(text: string): Promise<unknown> }) => {
      await client.query('select 1');
    },
  };
  // Connecting may take a while on a busy machine.
  const timings = { retry: 20, probe: 20, responseTimeout: 1_000 };
  listener = new NotificationListener(proxy.connectionOptions, ['one', 'Two'], ports, timings);
  return async () => {
    await listener.stop();
    await proxy.dispose();
    while ((await countListeners()) > 0) await new Promise((resolve) => setImmediate(resolve));
  };
});

async function countListeners(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'granary changes'`,
  );
  return rows[0]?.count ?? 0;
}

/** Sends a notification and waits until it is received. */
async function notify(payload: string): Promise<void> {
  await database.pool.query(`select pg_notify('Two', $1)`, [payload]);
  await expect.poll(() => received).toContain(`Two: ${payload}`);
}

async function breakConnection(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'granary changes'`,
  );
}

describe('the notification listener', () => {
  it('receives notifications, even after a reconnect', async () => {
    await listener.start();
    await notify('before');
    expect([disconnects, reconnects]).toEqual([0, 0]);
    await breakConnection();
    await expect.poll(() => reconnects).toBe(1);
    await notify('after');
    expect(received).toEqual(['Two: before', 'Two: after']);
    expect(disconnects).toBe(1);
  });

  it('receives each notification once when a new connection breaks before it listens', async () => {
    await listener.start();
    proxy.dropResponseTo('listen');
    await breakConnection();
    await expect.poll(() => reconnects).toBe(1);
    await notify('after');
    // A second open connection would receive the next notification too.
    await breakConnection();
    await expect.poll(() => reconnects).toBe(2);
    await notify('again');
    expect(await countListeners()).toBe(1);
    expect(received).toEqual(['Two: after', 'Two: again']);
  });

  it('reconnects when the connection stops responding', async () => {
    await listener.start();
    proxy.freeze();
    await expect.poll(() => reconnects).toBe(1);
    await notify('after');
    expect(disconnects).toBe(1);
  });

  it('closes a connection that is still opening when the listener is stopped', async () => {
    await listener.start();
    await proxy.disconnectAll();
    await expect.poll(() => disconnects).toBe(1);
    await proxy.open();
    await listener.stop();
    expect(await countListeners()).toBe(0);
    expect(reconnects).toBe(0);
  });

  it('fails to start while the database is unavailable, and does not start later', async () => {
    await proxy.disconnectAll();
    await expect(listener.start()).rejects.toThrow();
    await proxy.open();
    await listener.stop();
    expect(await countListeners()).toBe(0);
  });
});
