import { connectPacket, PINGREQ, publishTemplate } from '@granary/simulator/load/packets';
import fc from 'fast-check';
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../bins/testing.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../config/testing-certificate.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';
import { silentLog, type TestDatabase, testDatabase } from '../platform/postgres/testing.ts';
import { doorTo } from '../platform/postgres/testing-door.ts';
import { RawClient, startWayIn, type WayIn } from './testing.ts';
import { mosquitto } from './testing-mosquitto.ts';

const KEY = 'the key of board A';
const OTHER_KEY = 'the key of board B';

let database: TestDatabase;
let wayIn: WayIn;
const toEnd: (() => unknown)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const farmId = await seedFarm(database.db);
  const bins = [{ binNumber: 1 }];
  await seedBoard(database.db, farmId, { id: 'A', key: KEY, bins });
  await seedBoard(database.db, farmId, { id: 'B', key: OTHER_KEY, bins });
  await seedBoard(database.db, farmId, { id: 'keyless', key: null, bins });
});

afterAll(() => database.dispose());

beforeEach(async () => {
  wayIn = await startWayIn(database.db);
});

afterEach(async () => {
  for (const end of toEnd.splice(0)) await end();
  await wayIn.dispose();
});

const at = (second: number) => new Date(Date.UTC(2026, 9, 14) + second * 1000).toISOString();

/** A small reading of bin 1. */
function reading(second: number): string {
  return JSON.stringify({ v: 1, bin_number: 1, date_time: at(second), temp_reading: [[12.5, 13]] });
}

function publish(id: number, payload: string | Buffer, topic = 'boards/A/up/temp-data'): Buffer {
  const { bytes, packetIdAt } = publishTemplate(topic, Buffer.from(payload));
  bytes.writeUInt16BE(id, packetIdAt);
  return bytes;
}

async function board(user = 'A', key = KEY, keepalive = 60): Promise<RawClient> {
  const client = await RawClient.connect(wayIn.port, user, key, keepalive);
  toEnd.push(() => client.close());
  return client;
}

/** A client of another make, connected. */
async function foreign(options: IClientOptions = {}): Promise<MqttClient> {
  const client = await mqtt.connectAsync({
    ...{ host: '127.0.0.1', port: wayIn.port, protocolVersion: 4, reconnectPeriod: 0 },
    ...{ username: 'A', password: KEY, clientId: 'foreign' },
    ...options,
  });
  toEnd.push(() => client.endAsync(true));
  return client;
}

/** What a client tells next under this name. */
function next(client: MqttClient, event: 'close' | 'connect'): Promise<unknown[]> {
  return new Promise((resolve) => client.once(event, (...told: unknown[]) => resolve(told)));
}

async function storedInstants(db = database.db): Promise<string[]> {
  const rows = await db.selectFrom('readings').select('at').orderBy('at').execute();
  return rows.map((row) => row.at.toISOString());
}

const publishArgs = (user: string, key: string) => [
  ...['-p', String(wayIn.port), '-u', user, '-P', key, '-q', '1'],
  ...['-t', `boards/${user}/up/temp-data`, '-m', reading(1)],
];

describe('who may connect', () => {
  it('takes a reading from mosquitto_pub and acknowledges it', async () => {
    const { code, output } = await mosquitto('pub', [...publishArgs('A', KEY), '-d']);
    expect(output).toMatch(/received PUBACK/);
    expect(code).toBe(0);
    expect(await storedInstants()).toEqual([at(1)]);
  });

  it.each([
    ['a wrong key', 'A', 'guess'],
    ['the key of another board', 'A', OTHER_KEY],
    ['an unknown board', 'nobody', KEY],
    ['a board without a key', 'keyless', ''],
    ['a name that no board can have', 'A/../B', KEY],
  ])('refuses %s', async (_, user, key) => {
    const { code, output } = await mosquitto('pub', publishArgs(user, key));
    expect(code).not.toBe(0);
    expect(output).toMatch(/bad user name or password/i);
    expect(wayIn.refusals).toEqual([{ reason: 'credentials', board: user }]);
  });

  it('refuses a client without a name or a password', async () => {
    for (const args of [[], ['-u', 'A']]) {
      const { code, output } = await mosquitto('pub', [
        ...['-p', String(wayIn.port), '-q', '1', '-t', 'boards/A/up/temp-data', '-m', 'x'],
        ...args,
      ]);
      expect(code).not.toBe(0);
      expect(output).toMatch(/bad user name or password/i);
    }
  });

  it('refuses a will with a CONNACK that says so', async () => {
    const { code, output } = await mosquitto('pub', [
      ...publishArgs('A', KEY),
      ...['--will-topic', 'boards/A/up/temp-data', '--will-payload', 'gone'],
    ]);
    expect(code).not.toBe(0);
    expect(output).toMatch(/not authori[sz]ed/i);
    expect(wayIn.refusals).toEqual([{ reason: 'will', board: 'A' }]);
  });

  it('tells a client of MQTT 5 that it speaks another version', async () => {
    const { code, output } = await mosquitto('pub', [...publishArgs('A', KEY), '-V', '5']);
    expect(code).not.toBe(0);
    expect(output).toMatch(/protocol version/i);
    await expect(foreign({ protocolVersion: 5 })).rejects.toThrow(/protocol version/i);
  });

  it('cuts who speaks before being let in, or does not speak MQTT', async () => {
    for (const bytes of [publish(1, reading(2)), PINGREQ, Buffer.from('GET / HTTP/1.1\r\n\r\n')]) {
      const client = await RawClient.open(wayIn.port);
      client.write(bytes);
      await client.until(() => false);
      expect(client.isClosed).toBe(true);
    }
    expect(wayIn.frames).toEqual([]);
  });

  it('looks up a thousand boards that connect at once with few queries', async () => {
    const farmId = await seedFarm(database.db);
    const ids = Array.from({ length: 1_000 }, (_, i) => `many-${i}`);
    for (const id of ids) await seedBoard(database.db, farmId, { id, key: id, bins: [] });
    let queries = 0;
    const count = () => queries++;
    database.pool.on('acquire', count);
    const clients = await Promise.all(
      ids.map((id) => RawClient.connect(wayIn.port, id, id).then((client) => ({ id, client }))),
    );
    database.pool.off('acquire', count);
    expect(clients.filter(({ client }) => client.connack !== 0)).toEqual([]);
    expect(wayIn.gateway.connectedBoards).toBe(1_000);
    expect(queries).toBeLessThan(100);
    for (const { client } of clients) client.close();
  });
});

describe('over TLS', () => {
  it('a board gets its PUBACK, and bytes that are no TLS end with their connection', async () => {
    const tls = { cert: Buffer.from(TEST_CERTIFICATE), key: Buffer.from(TEST_CERTIFICATE_KEY) };
    const secure = await startWayIn(database.db, undefined, tls);
    toEnd.push(() => secure.dispose());
    const folder = await mkdtemp(join(tmpdir(), 'granary-tls-'));
    toEnd.push(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ca.pem'), TEST_CERTIFICATE);
    const ours = ['-p', String(secure.port), '--cafile', join(folder, 'ca.pem')];
    const { code, output } = await mosquitto('pub', [...publishArgs('A', KEY), '-d', ...ours]);
    expect(output).toMatch(/received PUBACK/);
    expect(code).toBe(0);

    const plain = await RawClient.open(secure.port);
    plain.write(connectPacket('A', KEY, 60));
    await plain.until(() => false);
    expect(plain.connack).toBeNull();
    expect(secure.gateway.isListening).toBe(true);
  });
});

describe('what a board may publish', () => {
  it.each([
    ["another board's topic", 'boards/B/up/temp-data'],
    ['its own down topic', 'boards/A/down'],
    ["another board's down topic", 'boards/B/down'],
    ['a system topic', '$SYS/x/new/clients'],
    ['a topic that only begins like its own', 'boards/A/upper'],
    ['a topic with U+0000, which no text in PostgreSQL can hold', 'boards/A/up/\0'],
    ['a topic with a line break', 'boards/A/up/temp-data\n'],
    ['a wildcard', 'boards/A/up/#'],
    ['an empty topic', ''],
  ])('does not include %s', async (_, topic) => {
    const client = await board();
    client.write(publish(1, reading(3), topic));
    await client.until(() => false);
    expect(client.acknowledged).toEqual([]);
    expect(wayIn.frames).toEqual([]);
    expect(wayIn.postponed).toEqual([]);
  });

  it('does not include retained messages', async () => {
    await mosquitto('pub', [...publishArgs('A', KEY), '-r']);
    expect(wayIn.refusals).toEqual([{ reason: 'retained', board: 'A' }]);
    expect(wayIn.frames).toEqual([]);
  });

  it('does not include QoS 2', async () => {
    const client = await foreign();
    const closed = next(client, 'close');
    client.publish('boards/A/up/temp-data', reading(4), { qos: 2 });
    await closed;
    expect(wayIn.refusals).toEqual([{ reason: 'qos', board: 'A' }]);
    expect(wayIn.frames).toEqual([]);
  });

  it('ends with 64 KiB, header included', async () => {
    const client = await board();
    const overhead = publish(1, '').length;
    const longest = Buffer.alloc(64 * 1024 - overhead - 2, 0x20);
    expect(publish(1, longest)).toHaveLength(64 * 1024);
    client.write(publish(1, longest));
    await client.until(() => client.acknowledged.length > 0);
    expect(client.acknowledged).toEqual([1]);
    client.write(publish(2, Buffer.alloc(longest.length + 1)));
    await client.until(() => false);
    expect(client.acknowledged).toEqual([1]);
    expect(wayIn.refusals).toEqual([{ reason: 'too-long', board: null }]);
  });

  it('includes frames of QoS 0, which are kept too', async () => {
    const client = await foreign();
    await client.publishAsync('boards/A/up/temp-data', reading(5), { qos: 0 });
    await expect.poll(() => wayIn.stored.length).toBe(1);
  });

  it('may follow its CONNECT at once, before the answer', async () => {
    const client = await RawClient.open(wayIn.port);
    const frames = Array.from({ length: 100 }, (_, i) => publish(i + 1, reading(100 + i)));
    client.write(Buffer.concat([connectPacket('A', KEY, 60), ...frames]));
    await client.until(() => client.acknowledged.length === frames.length);
    expect(client.acknowledged.toSorted((a, b) => a - b)).toEqual(frames.map((_, i) => i + 1));
    client.close();
  });
});

describe('what a board may subscribe to', () => {
  const subscribe = async (topic: string) => {
    const client = await foreign();
    const [grant] = await client.subscribeAsync(topic, { qos: 1 }).catch(() => [null]);
    return grant?.qos ?? null;
  };

  it('is its own down topic', async () => {
    expect(await subscribe('boards/A/down')).toBe(1);
    const listen = ['-p', String(wayIn.port), '-u', 'A', '-P', KEY, '-t', 'boards/A/down', '-E'];
    expect((await mosquitto('sub', listen)).code).toBe(0);
  });

  it.each([
    ...['#', '+', '$SYS/#', '$SYS/+/new/clients', 'boards/#', 'boards/+/down', 'boards/A/#'],
    ...['boards/A/+', 'boards/B/down', 'boards/A/up/temp-data', 'boards/A/down/', '$share/g/#'],
  ])('is not %s', async (topic) => {
    expect(await subscribe(topic)).toBeNull();
    expect(wayIn.refusals).toContainEqual({ reason: 'topic', board: 'A' });
    const listen = ['-p', String(wayIn.port), '-u', 'A', '-P', KEY, '-t', topic, '-E'];
    const { output } = await mosquitto('sub', listen);
    expect(output).toMatch(/denied/i);
  });
});

describe('sessions', () => {
  it('are always clean, whatever the client asks for', async () => {
    const first = await foreign({ clean: false });
    await first.subscribeAsync('boards/A/down', { qos: 1 });
    await first.endAsync(true);
    const second = mqtt.connect({
      ...{ host: '127.0.0.1', port: wayIn.port, protocolVersion: 4, reconnectPeriod: 0 },
      ...{ username: 'A', password: KEY, clientId: 'foreign', clean: false },
    });
    toEnd.push(() => second.endAsync(true));
    expect(await next(second, 'connect')).toMatchObject([{ sessionPresent: false }]);
  });

  it('of two boards with one client id do not disturb each other', async () => {
    const mine = await foreign({ clientId: 'same' });
    const theirs = await foreign({ clientId: 'same', username: 'B', password: OTHER_KEY });
    await theirs.publishAsync('boards/B/up/temp-data', reading(6), { qos: 1 });
    await mine.publishAsync('boards/A/up/temp-data', reading(6), { qos: 1 });
    expect(mine.connected && theirs.connected).toBe(true);
  });

  it('of one board take the place of an earlier one with the same client id', async () => {
    const first = await foreign({ clientId: 'same' });
    const closed = next(first, 'close');
    await foreign({ clientId: 'same' });
    await closed;
    await expect.poll(() => wayIn.gateway.connectedBoards).toBe(1);
  });

  it('of one board without client ids live side by side', async () => {
    const first = await foreign({ clientId: '' });
    const second = await foreign({ clientId: '' });
    await second.publishAsync('boards/A/up/temp-data', reading(7), { qos: 1 });
    await first.publishAsync('boards/A/up/temp-data', reading(8), { qos: 1 });
    expect(wayIn.gateway.connectedBoards).toBe(2);
  });

  it('end when the client keeps silent for longer than it promised', async () => {
    const client = await board('A', KEY, 1);
    await client.until(() => false);
    expect(client.isClosed).toBe(true);
    await expect.poll(() => wayIn.gateway.connectedBoards).toBe(0);
  });

  it('last as long as the client pings', async () => {
    const client = await foreign({ keepalive: 1 });
    let answers = 0;
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'pingresp') answers++;
    });
    await expect.poll(() => answers, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(client.connected).toBe(true);
  });

  it('are cut when the board gets another key, also one that is just being let in', async () => {
    const live = await board();
    const other = await board('B', OTHER_KEY);
    wayIn.gateway.disconnect('A');
    await live.until(() => false);
    expect(live.isClosed).toBe(true);
    expect(other.isClosed).toBe(false);

    const lock = await database.pool.connect();
    await lock.query('begin; lock table main_boards');
    const coming = await RawClient.open(wayIn.port);
    coming.write(connectPacket('A', KEY, 60));
    await untilWaiting(1);
    wayIn.gateway.disconnect('A');
    await lock.query('commit');
    lock.release();
    await coming.until(() => false);
    expect(coming.connack).toBeNull();
    expect(wayIn.gateway.connectedBoards).toBe(1);
  });

  it('whose key was revoked unheard are found and cut', async () => {
    const kept = await board();
    const revoked = await board('B', OTHER_KEY);
    const { keyHash } = await database.db
      .selectFrom('mainBoards')
      .select('keyHash')
      .where('id', '=', 'B')
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('mainBoards')
      .set({ keyHash: Buffer.alloc(32) })
      .where('id', '=', 'B')
      .execute();
    await wayIn.gateway.disconnectRevoked();
    await revoked.until(() => false);
    expect(kept.isClosed).toBe(false);
    await database.db.updateTable('mainBoards').set({ keyHash }).where('id', '=', 'B').execute();
  });

  it('forward nothing: no board hears what another publishes, nor itself', async () => {
    const listener = await foreign();
    const heard: string[] = [];
    listener.on('message', (topic) => heard.push(topic));
    await listener.subscribeAsync('boards/A/down', { qos: 1 });
    const speaker = await board('B', OTHER_KEY);
    speaker.write(publish(1, 'for A', 'boards/A/down'));
    await speaker.until(() => false);
    await listener.publishAsync('boards/A/up/temp-data', reading(9), { qos: 1 });
    expect(heard).toEqual([]);
  });
});

/** Settles when so many queries of this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}

describe('the promise', () => {
  it('holds a PUBACK back until the transaction is committed', async () => {
    const lock = await database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const client = await board();
    client.write(Buffer.concat([publish(1, reading(20)), publish(2, reading(21))]));
    await untilWaiting(1);
    // The readings are written by now, but nobody else can see them.
    expect(await storedInstants()).not.toContain(at(20));
    expect(client.acknowledged).toEqual([]);
    await lock.query('commit');
    lock.release();
    await client.until(() => client.acknowledged.length === 2);
    expect(await storedInstants()).toEqual(expect.arrayContaining([at(20), at(21)]));
  });

  it('has every frame on disk by the time its PUBACK is here', async () => {
    const client = await board();
    for (let id = 1; id <= 100; id++) {
      client.write(publish(id, reading(1000 + id)));
      await client.until(() => client.acknowledged.includes(id));
      const { rows } = await sql`select 1 from readings where at = ${at(1000 + id)}`.execute(
        database.db,
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('is given for what waits when stopping, and nothing new is taken then', async () => {
    const lock = await database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const client = await board();
    client.write(publish(1, reading(30)));
    await untilWaiting(1);
    wayIn.gateway.closeListeners();
    client.write(publish(2, reading(31)));
    const stopped = wayIn.batcher.stop();
    await lock.query('commit');
    lock.release();
    await stopped;
    await client.until(() => client.acknowledged.length > 0);
    expect(client.acknowledged).toEqual([1]);
    expect(await storedInstants()).not.toContain(at(31));
    await expect(RawClient.open(wayIn.port)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is not given while the database is away, and kept when it is back', async () => {
    const cut = await cuttableDatabase();
    const through = await startWayIn(cut.database.db);
    toEnd.push(async () => {
      await through.dispose();
      await cut.dispose();
    });
    const client = await RawClient.connect(through.port, 'A', KEY);
    client.write(publish(1, reading(40)));
    await client.until(() => client.acknowledged.length === 1);

    await cut.away();
    for (let id = 2; id <= 20; id++) client.write(publish(id, reading(40 + id)));
    await expect.poll(() => through.postponed.length).toBeGreaterThan(1);
    expect(client.acknowledged).toEqual([1]);
    expect(client.isClosed).toBe(false);
    // Who comes now is told to come again.
    const late = await RawClient.connect(through.port, 'B', OTHER_KEY);
    expect(late.connack).toBe(3);

    await cut.back();
    await client.until(() => client.acknowledged.length === 20);
    const expected = Array.from({ length: 20 }, (_, i) => at(i === 0 ? 40 : 41 + i));
    expect(await storedInstants()).toEqual(expect.arrayContaining(expected));
    client.close();
  });

  it('refuses boards for now while too many frames wait', async () => {
    const lock = await database.pool.connect();
    await lock.query('begin; lock table raw_frames in exclusive mode');
    const clients: RawClient[] = [];
    const payload = Buffer.alloc(60_000, 0x20);
    while (!wayIn.batcher.isFull) {
      const client = await board();
      for (let id = 1; id <= 100; id++) client.write(publish(id, payload));
      clients.push(client);
      await expect.poll(() => wayIn.batcher.isFull || client.socket.writableLength > 0).toBe(true);
      if (clients.length > 3_000) break;
    }
    const late = await RawClient.connect(wayIn.port, 'A', KEY);
    expect(late.connack).toBe(3);
    for (const client of clients) client.close();
    await lock.query('commit');
    lock.release();
  });
});

describe('the server', () => {
  it('survives whatever bytes come', async () => {
    const valid = [
      connectPacket('A', KEY, 60),
      publish(7, reading(50)),
      publish(8, '{"v":1}', 'boards/A/up/fan-data'),
      Buffer.from([0x82, 9, 0, 1, 0, 4, 0x61, 0x2f, 0x62, 0x63, 1]),
      Buffer.from([0xa2, 8, 0, 1, 0, 4, 0x61, 0x2f, 0x62, 0x63]),
      ...[0x40, 0x50, 0x62, 0x70].map((type) => Buffer.from([type, 2, 0, 1])),
      PINGREQ,
      Buffer.from([0xe0, 0]),
      Buffer.from([0xf0, 0]),
    ];
    const packets = fc.array(
      fc.oneof(
        fc.constantFrom(...valid),
        fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      ),
      { minLength: 1, maxLength: 6 },
    );
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(packets, flips, fc.boolean(), async (sent, changes, isLetIn) => {
        const bytes = Buffer.concat(sent);
        for (const [place, value] of changes) bytes[place % bytes.length] = value;
        const client = await RawClient.open(wayIn.port);
        if (isLetIn) client.write(connectPacket('A', KEY, 60));
        client.write(bytes);
        client.socket.end();
        await client.until(() => false);
      }),
      { numRuns: 500 },
    );
    const client = await board();
    client.write(publish(1, reading(60)));
    await client.until(() => client.acknowledged.length === 1);
    expect(client.acknowledged).toEqual([1]);
  });
});

/** The test's database behind a door that can be shut. */
async function cuttableDatabase(): Promise<{
  database: Database;
  away(): Promise<void>;
  back(): Promise<void>;
  dispose(): Promise<void>;
}> {
  const door = await doorTo(database.connectionOptions);
  const behind = openDatabase(door.connectionOptions, { log: silentLog });
  return {
    database: behind,
    away: () => door.shut(),
    back: () => door.open(),
    dispose: async () => {
      await door.open();
      await behind.dispose();
      await door.dispose();
    },
  };
}
