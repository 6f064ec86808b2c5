import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/support/database-proxy.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.ts';
import { NotificationListener } from './notification-listener.ts';

let database: TestDatabase;
let door: DatabaseProxy;
let changes: NotificationListener;
let heard: string[];
let losses: number;
let reconnections: number;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  door = await startDatabaseProxy(database.connectionOptions);
  heard = [];
  losses = 0;
  reconnections = 0;
  const ports = {
    heard: (channel: string, payload: string) => void heard.push(`${channel}: ${payload}`),
    lost: () => {
      losses += 1;
    },
    reconnected: () => {
      reconnections += 1;
    },
    probe: async (client: { query(text: string): Promise<unknown> }) => {
      await client.query('select 1');
    },
  };
  // A connection to a busy machine may take a while.
  const times = { retry: 20, probe: 20, answer: 1_000 };
  changes = new NotificationListener(door.connectionOptions, ['one', 'Two'], ports, times);
  return async () => {
    await changes.stop();
    await door.dispose();
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

/** Says something, and waits until it was heard. */
async function say(payload: string): Promise<void> {
  await database.pool.query(`select pg_notify('Two', $1)`, [payload]);
  await expect.poll(() => heard).toContain(`Two: ${payload}`);
}

async function breakConnection(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'granary changes'`,
  );
}

describe('changes', () => {
  it('are heard, and again after the connection broke, which is told', async () => {
    await changes.start();
    await say('before');
    expect([losses, reconnections]).toEqual([0, 0]);
    await breakConnection();
    await expect.poll(() => reconnections).toBe(1);
    await say('after');
    expect(heard).toEqual(['Two: before', 'Two: after']);
    expect(losses).toBe(1);
  });

  it('are heard once after a new connection broke before it listened', async () => {
    await changes.start();
    door.loseAnswerTo('listen');
    await breakConnection();
    await expect.poll(() => reconnections).toBe(1);
    await say('after');
    // Another connection would be made by now: it, too, hears this, and says so before the next.
    await breakConnection();
    await expect.poll(() => reconnections).toBe(2);
    await say('again');
    expect(await countListeners()).toBe(1);
    expect(heard).toEqual(['Two: after', 'Two: again']);
  });

  it('are heard again after the connection died without a word', async () => {
    await changes.start();
    door.freeze();
    await expect.poll(() => reconnections).toBe(1);
    await say('after');
    expect(losses).toBe(1);
  });

  it('leave no connection behind where they stop while it is made anew', async () => {
    await changes.start();
    await door.shut();
    await expect.poll(() => losses).toBe(1);
    await door.open();
    await changes.stop();
    expect(await countListeners()).toBe(0);
    expect(reconnections).toBe(0);
  });

  it('cannot be begun while the database is away, and do not begin later', async () => {
    await door.shut();
    await expect(changes.start()).rejects.toThrow();
    await door.open();
    await changes.stop();
    expect(await countListeners()).toBe(0);
  });
});
