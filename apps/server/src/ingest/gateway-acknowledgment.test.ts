import { millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import {
  at,
  KEY,
  OTHER_KEY,
  publish,
  reading,
  useGatewayFixture,
} from '../../test/support/gateway-fixture.ts';
import { RawMqttClient, startTestGateway } from '../../test/support/mqtt-gateway.ts';
import { silentLog } from '../../test/support/test-database.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';

const fixture = useGatewayFixture();

describe('a PUBACK', () => {
  it('is not sent before the transaction is committed', async () => {
    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const client = await fixture.connectBoard();
    client.write(Buffer.concat([publish(1, reading(20)), publish(2, reading(21))]));
    await fixture.waitForLockedQueries(1);
    // The readings are written by now, but not yet visible to others.
    expect(await fixture.storedInstants()).not.toContain(at(20));
    expect(client.acknowledged).toEqual([]);
    await lock.query('commit');
    lock.release();
    await client.until(() => client.acknowledged.length === 2);
    expect(await fixture.storedInstants()).toEqual(expect.arrayContaining([at(20), at(21)]));
  });

  it('arrives after its frame is on disk', async () => {
    const client = await fixture.connectBoard();
    for (let id = 1; id <= 100; id++) {
      client.write(publish(id, reading(1000 + id)));
      await client.until(() => client.acknowledged.includes(id));
      const { rows } = await sql`select 1 from readings where at = ${at(1000 + id)}`.execute(
        fixture.database.db,
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('is sent for waiting frames when stopping, and new frames are not accepted', async () => {
    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const client = await fixture.connectBoard();
    client.write(publish(1, reading(30)));
    await fixture.waitForLockedQueries(1);
    fixture.testGateway.gateway.closeListeners();
    client.write(publish(2, reading(31)));
    const stopped = fixture.testGateway.batcher.stop();
    await lock.query('commit');
    lock.release();
    await stopped;
    await client.until(() => client.acknowledged.length > 0);
    expect(client.acknowledged).toEqual([1]);
    expect(await fixture.storedInstants()).not.toContain(at(31));
    await expect(RawMqttClient.open(fixture.testGateway.port)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is not sent while the database is unavailable, and is sent when it is back', async () => {
    const cut = await openDisconnectableDatabase();
    const proxiedGateway = await startTestGateway(cut.database.db);
    fixture.cleanups.push(async () => {
      await proxiedGateway.dispose();
      await cut.dispose();
    });
    const client = await RawMqttClient.connect(proxiedGateway.port, 'A', KEY);
    client.write(publish(1, reading(40)));
    await client.until(() => client.acknowledged.length === 1);

    await cut.disconnect();
    for (let id = 2; id <= 20; id++) client.write(publish(id, reading(40 + id)));
    await expect.poll(() => proxiedGateway.postponed.length).toBeGreaterThan(1);
    expect(client.acknowledged).toEqual([1]);
    expect(client.isClosed).toBe(false);
    // A board that connects now must try again.
    const lateClient = await RawMqttClient.connect(proxiedGateway.port, 'B', OTHER_KEY);
    expect(lateClient.connack).toBe(3);

    await cut.reconnect();
    await client.until(() => client.acknowledged.length === 20);
    const expected = Array.from({ length: 20 }, (_, i) => at(i === 0 ? 40 : 41 + i));
    expect(await fixture.storedInstants()).toEqual(expect.arrayContaining(expected));
    client.close();
  });

  it('is sent once, for one stored frame, when the response to a commit is lost', async () => {
    const proxy = await startDatabaseProxy(fixture.database.connectionOptions);
    const database = openDatabase(proxy.connectionOptions, { log: silentLog });
    const proxiedGateway = await startTestGateway(database.db);
    fixture.cleanups.push(async () => {
      await proxiedGateway.dispose();
      await database.dispose();
      await proxy.dispose();
    });
    const client = await RawMqttClient.connect(proxiedGateway.port, 'A', KEY);
    client.write(publish(1, reading(5080)));
    await client.until(() => client.acknowledged.length === 1);

    proxy.dropResponseTo('commit');
    client.write(publish(2, reading(5081)));
    await client.until(() => client.acknowledged.length === 2);
    expect(proxiedGateway.postponed).toHaveLength(1);
    expect(proxiedGateway.stored.map((stored) => [stored.reading.at, stored.isNewest])).toEqual([
      [Date.parse(at(5080)), true],
      [Date.parse(at(5081)), true],
    ]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from raw_frames
      where received_at >= ${new Date(proxiedGateway.frames[0]?.frame.receivedAt ?? 0)}`.execute(
      fixture.database.db,
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('is not possible while too many frames wait, because boards are refused', async () => {
    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const { batcher } = fixture.testGateway;
    const topic = 'boards/A/up/temp-data';
    const payload = Buffer.alloc(60_000, 0x20);
    while (!batcher.isFull) {
      batcher.add({ mainBoardId: 'A', topic, payload, receivedAt: millis(Date.now()) }, () => {});
    }
    const lateClient = await RawMqttClient.connect(fixture.testGateway.port, 'A', KEY);
    expect(lateClient.connack).toBe(3);
    await lock.query('commit');
    lock.release();
  });
});

/** The test's database behind a proxy that can disconnect it. */
async function openDisconnectableDatabase(): Promise<{
  database: Database;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  dispose(): Promise<void>;
}> {
  const proxy = await startDatabaseProxy(fixture.database.connectionOptions);
  const proxied = openDatabase(proxy.connectionOptions, { log: silentLog });
  return {
    database: proxied,
    disconnect: () => proxy.shut(),
    reconnect: () => proxy.open(),
    dispose: async () => {
      await proxy.open();
      await proxied.dispose();
      await proxy.dispose();
    },
  };
}
