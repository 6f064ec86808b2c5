import { millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import {
  createPublishPacket,
  createReading,
  KEY,
  OTHER_KEY,
  toTimestamp,
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
    client.write(
      Buffer.concat([
        createPublishPacket(1, createReading(20)),
        createPublishPacket(2, createReading(21)),
      ]),
    );
    await fixture.waitForBlockedQueries(1);
    // The readings have been written by now, but are not yet visible to other transactions.
    expect(await fixture.loadReadingTimes()).not.toContain(toTimestamp(20));
    expect(client.acknowledgedIds).toEqual([]);
    await lock.query('commit');
    lock.release();
    await client.waitForCondition(() => client.acknowledgedIds.length === 2);
    expect(await fixture.loadReadingTimes()).toEqual(
      expect.arrayContaining([toTimestamp(20), toTimestamp(21)]),
    );
  });

  it('arrives after its frame is on disk', async () => {
    const client = await fixture.connectBoard();
    for (let id = 1; id <= 100; id++) {
      client.write(createPublishPacket(id, createReading(1000 + id)));
      await client.waitForCondition(() => client.acknowledgedIds.includes(id));
      const { rows } =
        await sql`select 1 from readings where at = ${toTimestamp(1000 + id)}`.execute(
          fixture.database.db,
        );
      expect(rows).toHaveLength(1);
    }
  });

  it('is sent for pending frames when the gateway stops, but new frames are not accepted', async () => {
    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const client = await fixture.connectBoard();
    client.write(createPublishPacket(1, createReading(30)));
    await fixture.waitForBlockedQueries(1);
    fixture.testGateway.gateway.closeListeners();
    client.write(createPublishPacket(2, createReading(31)));
    const stopPromise = fixture.testGateway.batcher.stop();
    await lock.query('commit');
    lock.release();
    await stopPromise;
    await client.waitForCondition(() => client.acknowledgedIds.length > 0);
    expect(client.acknowledgedIds).toEqual([1]);
    expect(await fixture.loadReadingTimes()).not.toContain(toTimestamp(31));
    await expect(RawMqttClient.open(fixture.testGateway.port)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is not sent while the database is unavailable, and is sent when it is back', async () => {
    const disconnectable = await openDisconnectableDatabase();
    const proxiedGateway = await startTestGateway(disconnectable.database.db);
    fixture.cleanups.push(async () => {
      await proxiedGateway.dispose();
      await disconnectable.dispose();
    });
    const client = await RawMqttClient.connect(proxiedGateway.port, 'A', KEY);
    client.write(createPublishPacket(1, createReading(40)));
    await client.waitForCondition(() => client.acknowledgedIds.length === 1);

    await disconnectable.disconnect();
    for (let id = 2; id <= 20; id++) client.write(createPublishPacket(id, createReading(40 + id)));
    await expect.poll(() => proxiedGateway.postponeErrors.length).toBeGreaterThan(1);
    expect(client.acknowledgedIds).toEqual([1]);
    expect(client.isClosed).toBe(false);
    // A board that connects now must try again.
    const lateClient = await RawMqttClient.connect(proxiedGateway.port, 'B', OTHER_KEY);
    expect(lateClient.connack).toBe(3);

    await disconnectable.reconnect();
    await client.waitForCondition(() => client.acknowledgedIds.length === 20);
    const expected = Array.from({ length: 20 }, (_, i) => toTimestamp(i === 0 ? 40 : 41 + i));
    expect(await fixture.loadReadingTimes()).toEqual(expect.arrayContaining(expected));
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
    client.write(createPublishPacket(1, createReading(5080)));
    await client.waitForCondition(() => client.acknowledgedIds.length === 1);

    proxy.dropResponseTo('commit');
    client.write(createPublishPacket(2, createReading(5081)));
    await client.waitForCondition(() => client.acknowledgedIds.length === 2);
    expect(proxiedGateway.postponeErrors).toHaveLength(1);
    expect(proxiedGateway.stored.map((stored) => [stored.reading.at, stored.isNewest])).toEqual([
      [Date.parse(toTimestamp(5080)), true],
      [Date.parse(toTimestamp(5081)), true],
    ]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from raw_frames
      where received_at >= ${new Date(proxiedGateway.frames[0]?.frame.receivedAt ?? 0)}`.execute(
      fixture.database.db,
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('is not sent while too many frames are queued: new connections are refused', async () => {
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

/** Opens the test's database through a proxy that can disconnect it. */
async function openDisconnectableDatabase(): Promise<{
  database: Database;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  dispose(): Promise<void>;
}> {
  const proxy = await startDatabaseProxy(fixture.database.connectionOptions);
  const proxiedDatabase = openDatabase(proxy.connectionOptions, { log: silentLog });
  return {
    database: proxiedDatabase,
    disconnect: () => proxy.disconnectAll(),
    reconnect: () => proxy.open(),
    dispose: async () => {
      await proxy.open();
      await proxiedDatabase.dispose();
      await proxy.dispose();
    },
  };
}
