import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../bins/testing.ts';
import { type TestDatabase, testDatabase } from '../platform/postgres/testing.ts';
import { readingOfRow } from './row.ts';
import { Feed, instantsOf, rawFramesOf, reading, type Sent } from './testing.ts';
import { findDifferences } from './testing-recompute.ts';

let database: TestDatabase;
let farmId: number;
let feed: Feed;
let board: string;
let bins: ReadonlyMap<number, number>;
let boards = 0;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
const ago = (ms: number) => millis(NOW - ms);

beforeAll(async () => {
  database = await testDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boards}`;
  bins = await seedBoard(database.db, farmId, {
    id: board,
    key: null,
    bins: [{ binNumber: 1 }, { binNumber: 2 }],
  });
  feed = new Feed(database.db);
});

function binId(number = 1): number {
  const id = bins.get(number);
  if (id === undefined) throw new Error(`bin ${number} was not made`);
  return id;
}

const sent = (
  body: Sent['body'],
  kind: NonNullable<Sent['kind']> = 'temp-data',
  at: Millis = NOW,
) => ({
  board,
  at,
  kind,
  body,
});

describe('a frame that cannot be read', () => {
  const cases: readonly [
    string,
    NonNullable<Sent['kind']>,
    Sent['body'],
    string,
    string,
    number | null,
  ][] = [
    ['of no known kind', 'nonsense', '{}', 'unknown-topic', 'no such kind of frame', null],
    ['without JSON', 'temp-data', '{"v":1,', 'not-json', 'no JSON', null],
    ['that is empty', 'temp-data', '', 'not-json', 'no JSON', null],
    [
      'of bytes that are no text',
      'temp-data',
      Buffer.from([0xff, 0xfe, 0, 1]),
      'not-json',
      'no JSON',
      null,
    ],
    ['of another version', 'temp-data', { v: 2, bin_number: 2 }, 'invalid', 'v:', 2],
    ['with a wrong value', 'temp-data', reading(1, NOW, [1], { co2: 'high' }), 'invalid', 'co2', 1],
    [
      'for a bin the board does not have',
      'temp-data',
      reading(7, NOW),
      'unknown-bin',
      'no bin 7',
      7,
    ],
    ['for a bin that cannot be', 'temp-data', reading(99, NOW), 'invalid', 'bin_number', null],
    [
      'from a clock two days ahead',
      'temp-data',
      reading(1, NOW + 2 * 86_400_000),
      'too-far-ahead',
      '24 hours',
      1,
    ],
    ['from long ago', 'temp-data', reading(1, NOW - 401 * 86_400_000), 'too-old', '400 days', 1],
    [
      'of a fan for a bin it does not have',
      'fan-data',
      { v: 1, bin_number: 9, fan: 'on', date_time: 1 },
      'unknown-bin',
      'no bin 9',
      9,
    ],
    [
      'of a fan that is neither on nor off',
      'fan-data',
      { v: 1, bin_number: 1, fan: 'up', date_time: 1 },
      'invalid',
      'fan',
      1,
    ],
    [
      'of a fan with U+0000 in its command',
      'fan-data',
      { v: 1, bin_number: 1, fan: 'on', date_time: NOW / 1000, command_id: 'a\0b' },
      'invalid',
      'command_id',
      1,
    ],
    ['of firmware of no kind', 'firmware-data', { v: 1 }, 'invalid', 'kind', null],
    [
      'of firmware with U+0000 in its version',
      'firmware-data',
      { v: 1, kind: 'hello', firmware_version: '2\0' },
      'invalid',
      'firmware_version',
      null,
    ],
  ];

  it.each(cases)(
    '%s is kept as it came with the reason, acknowledged and counted',
    async (_, kind, body, rejection, reason, binNumber) => {
      const frame = sent(body, kind);
      await feed.send(frame, sent(reading(2, NOW)));
      expect(feed.rejections()).toEqual([rejection]);
      expect(feed.postponed).toEqual([]);
      const [first, second] = await rawFramesOf(database.db, board);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const payload = Buffer.isBuffer(body) ? body : Buffer.from(text);
      expect(first).toMatchObject({ binNumber, payload, bytes: payload.length, receivedAt: NOW });
      expect(first?.reason).toContain(reason);
      expect(first?.topic).toBe(`boards/${board}/up/${kind}`);
      // The frame behind it went on.
      expect(second).toMatchObject({ binNumber: 2, reason: null });
      expect(await instantsOf(database.db, binId(2))).toEqual([NOW]);
    },
  );

  it('above 32 KiB is kept in part, with its whole length', async () => {
    const long = Buffer.alloc(32 * 1024 + 1, 'granary ');
    const longest = Buffer.alloc(32 * 1024, 0x20);
    await feed.send(sent(long), sent(longest));
    expect(feed.rejections()).toEqual(['too-long', 'not-json']);
    const [first, second] = await rawFramesOf(database.db, board);
    expect(first).toMatchObject({ bytes: long.length, payload: long.subarray(0, 4096) });
    expect(first?.reason).toContain('32769 bytes');
    expect(second).toMatchObject({ bytes: longest.length, payload: longest });
  });

  it('has a reason without control characters, however the frame looks', async () => {
    await feed.send(
      sent('{"v":1,"\0\u0007\u202e\ud800":}'),
      sent(Buffer.from('{"a":"\n\x1b[31m'.repeat(500))),
    );
    for (const { reason } of await rawFramesOf(database.db, board)) {
      expect(reason).toMatch(/^[^\p{C}]{1,300}$/u);
    }
  });
});

describe('a reading', () => {
  it('comes back as it was sent, less what is no measurement', async () => {
    await feed.send(
      sent({
        v: 1,
        bin_number: 1,
        date_time: '2026-10-14T11:00:00Z',
        temp_reading: [[12.345, -200, null, 85, 84.99, -50, -50.01], []],
        humidity_readings: [[55.5, 101, -1, 0, 100], [], [40, null]],
        cable_ids: [12, -1, 254],
        battery: 255,
        level_sensor: 2345.4,
        co2: 612,
        wind_speed: 3.456,
        wind_pressure: -12.3,
        wind_speed_plenum_2: 0,
        wind_pressure_plenum_2: 99_999.99,
        wind_temperature: 85,
        channel_8_temperature: -12.34,
        channel_8_humidity: 88.88,
        pressure_cables: { X1: 12, X2: 0 },
        any_error: 1,
      }),
    );
    const row = await database.db
      .selectFrom('readings')
      .selectAll()
      .where('binId', '=', binId())
      .executeTakeFirstOrThrow();
    const { temperatures, humidities, ...rest } = readingOfRow(row);
    const none = -32_768;
    expect(temperatures).toEqual({
      lengths: [7, 0, 2],
      values: Int16Array.of(1235, none, none, none, 8499, -5000, none, none, none),
    });
    expect([...humidities.values]).toEqual([5550, none, none, 0, 10_000, none, none, 4000, none]);
    expect(rest).toEqual({
      at: Date.parse('2026-10-14T11:00:00Z'),
      cableIds: [12, -1, 254],
      anyError: true,
      clockWrong: false,
      scalars: {
        battery: 100,
        levelMm: 2345,
        co2: 612,
        windSpeed: 3.46,
        windPressure: -12.3,
        windSpeedPlenum2: 0,
        windPressurePlenum2: 99_999.99,
        windTemperature: null,
        ambientTemperature: -12.34,
        ambientHumidity: 88.88,
        pressureX1: 12,
        pressureX2: 0,
      },
    });
  });

  it('with nothing but its time is a reading too', async () => {
    await feed.send(sent({ v: 1, bin_number: 1, date_time: NOW / 1000 }));
    expect(await instantsOf(database.db, binId())).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('is told as the newest of its bin, a late one not', async () => {
    await feed.send(sent(reading(1, ago(MINUTE))));
    await feed.send(sent(reading(1, ago(2 * MINUTE))), sent(reading(1, NOW)));
    expect(feed.stored.map(({ reading: { at }, isNewest }) => [at, isNewest])).toEqual([
      [ago(MINUTE), true],
      [ago(2 * MINUTE), false],
      [NOW, true],
    ]);
  });
});

describe('a repeat', () => {
  const value = async () => {
    const row = await database.db
      .selectFrom('readings')
      .select('temperatures')
      .where('binId', '=', binId())
      .executeTakeFirstOrThrow();
    return row.temperatures[0];
  };

  it('in one batch makes one reading, and the first wins', async () => {
    // The very first frame makes a batch of its own; the others make the next together.
    await feed.send(
      sent(reading(2, NOW)),
      sent(reading(1, NOW, [10])),
      sent(reading(1, NOW, [20])),
      sent(reading(1, NOW, [30])),
    );
    expect(await instantsOf(database.db, binId())).toEqual([NOW]);
    expect(await value()).toBe(1000);
    expect(await rawFramesOf(database.db, board)).toHaveLength(4);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('in later batches makes none either', async () => {
    await feed.send(sent(reading(1, NOW, [10])));
    await feed.send(sent(reading(1, NOW, [20])));
    await new Feed(database.db).send(sent(reading(1, NOW, [30])));
    expect(await value()).toBe(1000);
    expect(feed.stored).toHaveLength(1);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('that comes through several processes at once makes one reading, and days stay right', async () => {
    const feeds = Array.from({ length: 4 }, () => new Feed(database.db));
    const frames = Array.from({ length: 60 }, (_, i) => [
      sent(reading(1, ago(i * MINUTE), [i, 20 - i])),
      sent(reading(2, ago(i * MINUTE), [i])),
    ]).flat();
    await Promise.all(
      feeds.map((each, turn) => each.send(...(turn % 2 ? frames.toReversed() : frames))),
    );
    expect(await instantsOf(database.db, binId(1))).toHaveLength(60);
    expect(await instantsOf(database.db, binId(2))).toHaveLength(60);
    expect(feeds.flatMap(({ stored }) => stored)).toHaveLength(120);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});

describe('late and reordered readings', () => {
  it('take their place in time, and the day and the latest stay right', async () => {
    const minutes = [5, 1, 4, 0, 1500, 3, 2, 1500, 700, 20_000];
    for (const minute of minutes) {
      await feed.send(sent(reading(1, ago(minute * MINUTE), [minute / 100], { co2: minute })));
    }
    const expected = [...new Set(minutes)].sort((a, b) => b - a).map((m) => NOW - m * MINUTE);
    expect(await instantsOf(database.db, binId())).toEqual(expected);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('keep the last eleven instants, and the newest of a day its scalars', async () => {
    const seconds = Array.from({ length: 30 }, (_, i) => (i * 7) % 30);
    await feed.send(...seconds.map((s) => sent(reading(1, ago(s * SECOND), [1], { co2: s }))));
    const row = await database.db
      .selectFrom('latest')
      .select(['recent', 'co2'])
      .where('binId', '=', binId())
      .executeTakeFirstOrThrow();
    expect(row.recent.map(Number)).toEqual(Array.from({ length: 11 }, (_, i) => ago(i * SECOND)));
    expect(row.co2).toBe(0);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});

describe('a day', () => {
  it.each([
    // Winter time ends: 10 March 2024 has 23 hours in Winnipeg.
    ['2024-03-10T05:59:59Z', '2024-03-09'],
    ['2024-03-10T06:00:00Z', '2024-03-10'],
    ['2024-03-11T04:59:59Z', '2024-03-10'],
    ['2024-03-11T05:00:00Z', '2024-03-11'],
    // Summer time ends: 3 November 2024 has 25 hours.
    ['2024-11-03T04:59:59Z', '2024-11-02'],
    ['2024-11-03T05:00:00Z', '2024-11-03'],
    ['2024-11-04T05:59:59Z', '2024-11-03'],
    ['2024-11-04T06:00:00Z', '2024-11-04'],
  ])('is that of the farm: %s is on %s in Winnipeg', async (instant, day) => {
    const id = `${board}-w`;
    const farm = await seedFarm(database.db, 'America/Winnipeg');
    const made = await seedBoard(database.db, farm, { id, key: null, bins: [{ binNumber: 1 }] });
    const at = millis(Date.parse(instant));
    await feed.send({ board: id, at, body: reading(1, at) });
    const rows = await database.db
      .selectFrom('days')
      .select('day')
      .where('binId', '=', made.get(1) ?? 0)
      .execute();
    expect(rows).toEqual([{ day }]);
  });

  it('of a zone that this machine does not know is one of UTC, and nothing stops', async () => {
    const id = `${board}-lost`;
    const farm = await seedFarm(database.db, 'Atlantis/Capital');
    const made = await seedBoard(database.db, farm, { id, key: null, bins: [{ binNumber: 1 }] });
    await feed.send({ board: id, at: NOW, body: reading(1, NOW) }, sent(reading(1, NOW)));
    expect(feed.postponed).toEqual([]);
    expect(await instantsOf(database.db, made.get(1) ?? 0)).toEqual([NOW]);
    await database.db
      .updateTable('farms')
      .set({ timezone: 'UTC' })
      .where('id', '=', farm)
      .execute();
    expect(await findDifferences(database.db)).toEqual([]);
  });
});

describe('other frames', () => {
  it('of a waking board say what it is', async () => {
    const hello = (rest: object) => sent({ v: 1, kind: 'hello', ...rest }, 'firmware-data');
    await feed.send(
      hello({ board_type: 'main', firmware_name: 'sleep', firmware_version: '2.03' }),
      hello({ firmware_version: '2.04' }),
    );
    const row = await database.db
      .selectFrom('mainBoards')
      .selectAll()
      .where('id', '=', board)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      boardType: 'main',
      firmwareName: 'sleep',
      firmwareVersion: '2.04',
      helloAt: new Date(NOW),
    });
  });

  it('of configurations and updates are kept as raw data', async () => {
    const config = { v: 1, kind: 'config', bin_number: 2, command_id: 'c', status: 'completed' };
    await feed.send(sent(config, 'firmware-data'));
    expect(feed.frames[0]?.meaning).toEqual({ kind: 'report', binNumber: 2 });
    expect(await rawFramesOf(database.db, board)).toMatchObject([{ binNumber: 2, reason: null }]);
  });

  it('of a fan are kept by bin and instant', async () => {
    const fan = (state: string, seconds: number, rest: object = {}) =>
      sent(
        { v: 1, bin_number: 1, fan: state, date_time: NOW / 1000 - seconds, ...rest },
        'fan-data',
      );
    await feed.send(fan('on', 60, { command_id: 'x' }), fan('off', 30, { lockout: true }));
    await feed.send(fan('off', 60));
    const rows = await database.db
      .selectFrom('fanEvents')
      .select(['at', 'isOn', 'commandId', 'lockout'])
      .where('binId', '=', binId())
      .orderBy('at')
      .execute();
    expect(rows).toEqual([
      { at: new Date(ago(60 * SECOND)), isOn: true, commandId: 'x', lockout: false },
      { at: new Date(ago(30 * SECOND)), isOn: false, commandId: null, lockout: true },
    ]);
  });
});

describe('a frame that the database refuses', () => {
  it('is found among many, kept as raw data, and stops no other', async () => {
    await sql`alter table readings add constraint test_poison check (co2 <> 666)`.execute(
      database.db,
    );
    const frames = Array.from({ length: 100 }, (_, i) =>
      sent(reading(1, ago(i * SECOND), [i], { co2: i % 40 === 17 ? 666 : 400 })),
    );
    await feed.send(...frames);
    await sql`alter table readings drop constraint test_poison`.execute(database.db);
    expect(feed.postponed).toEqual([]);
    expect(feed.rejections()).toEqual(['not-storable', 'not-storable', 'not-storable']);
    expect(await instantsOf(database.db, binId())).toHaveLength(97);
    const refused = (await rawFramesOf(database.db, board)).filter(({ reason }) => reason !== null);
    expect(refused.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^not storable: .*test_poison/)),
    );
    expect(refused.map(({ binNumber }) => binNumber)).toEqual([1, 1, 1]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('because it stands outside all time that PostgreSQL knows is one of them', async () => {
    await database.db
      .updateTable('mainBoards')
      .set({ importUntil: new Date(NOW + MINUTE) })
      .where('id', '=', board)
      .execute();
    await feed.send(
      sent(reading(1, NOW, [1], { date_time: '0000-01-01T00:00:00Z' })),
      sent(reading(2, NOW)),
    );
    expect(feed.rejections()).toEqual(['not-storable']);
    expect(await instantsOf(database.db, binId(2))).toEqual([NOW]);
  });
});
