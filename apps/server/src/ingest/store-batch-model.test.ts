import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { IngestFeed } from '../../test/support/ingest-feed.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { fromReadingRow } from '../readings/row.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

/** An hour before daylight saving time ends in Winnipeg. */
const START = Date.parse('2026-11-01T06:00:00Z');
const ZONES = ['America/Winnipeg', 'UTC', 'Asia/Kathmandu'];

type Values = readonly (readonly (number | null)[])[];

interface Event {
  readonly board: number;
  readonly bin: number;
  /** The timestamp of the board, minutes from START. */
  readonly minute: number;
  readonly temperatures: Values;
  readonly humidities: Values;
  readonly co2: number | null;
}

const temperature = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -2000, max: 4000 }).map((value) => value / 100) },
  { weight: 1, arbitrary: fc.constantFrom(null, -200, 85, 120) },
);
const humidity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100) },
  { weight: 1, arbitrary: fc.constantFrom(null, 101) },
);
const cables = (value: fc.Arbitrary<number | null>): fc.Arbitrary<Values> =>
  fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 3 });

const event: fc.Arbitrary<Event> = fc.record({
  board: fc.integer({ min: 0, max: 1 }),
  bin: fc.integer({ min: 1, max: 2 }),
  // Few instants, so that many are equal; some in the future, some too far, some too old.
  minute: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -100, max: 100 }).map((step) => step * 17) },
    { weight: 1, arbitrary: fc.constantFrom(-401 * 1440, 3 * 1440, -200 * 1440) },
  ),
  temperatures: cables(temperature),
  humidities: cables(humidity),
  co2: fc.option(fc.integer({ min: 300, max: 3000 })),
});

/** Batches with the minutes since the one before; some frames are sent twice. */
const arbitraryBatches = fc
  .array(
    fc.record({
      wait: fc.integer({ min: 0, max: 90 }),
      events: fc.array(event, { minLength: 1, maxLength: 12 }),
      repeats: fc.array(fc.nat(), { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((batches) => {
    const before: Event[] = [];
    return batches.map(({ wait, events, repeats }) => {
      before.push(...events);
      const repeated = repeats.flatMap((index) => before[index % before.length] ?? []);
      return { wait, events: [...events, ...repeated] };
    });
  });

function toReport({ temperatures, humidities, co2 }: Event) {
  return { temperatures, humidities, co2 };
}

/** The expected readings of a bin, decided frame by frame in the order of arrival. */
class BinModel {
  readonly readings = new Map<number, Reading>();
  private readonly ahead = new Map<number, Reading>();

  add(sent: Event, sentAt: Millis, now: Millis): void {
    const early = sentAt - now;
    if (early > DAY || early < -400 * DAY) return;
    if (early > 10 * MINUTE) {
      if (this.ahead.has(sentAt)) return;
      let at = now;
      while (this.readings.has(at)) at = millis(at + 1);
      const placed = toReading(toReport(sent), at, true);
      this.ahead.set(sentAt, placed);
      this.readings.set(at, placed);
      return;
    }
    const reading = toReading(toReport(sent), sentAt, false);
    const repeated = this.ahead.get(sentAt);
    if (repeated && serializeValues(repeated) === serializeValues(reading)) return;
    if (!this.readings.has(sentAt)) this.readings.set(sentAt, reading);
  }
}

function serializeValues({ temperatures, humidities, scalars }: Reading): string {
  const { lengths, values } = temperatures;
  return JSON.stringify([lengths, [...values], [...humidities.values], scalars.co2]);
}

async function findStoredReadings(binId: number): Promise<Map<number, Reading>> {
  const rows = await database.db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('at')
    .execute();
  return new Map(rows.map((row) => [row.at.getTime(), fromReadingRow(row)]));
}

it('stores what a model stores, with days and latest readings that match the readings', async () => {
  let run = 0;
  const storeAll = async (
    zone: string,
    batches: typeof arbitraryBatches extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    const farmId = await seedFarm(database.db, zone);
    const boards = [`m${++run}a`, `m${run}b`];
    const models = new Map<number, BinModel>();
    const bins = new Map<string, number>();
    for (const id of boards) {
      const made = [{ binNumber: 1 }, { binNumber: 2, crop: 'Corn' }];
      const ids = await seedBoard(database.db, farmId, { id, key: null, bins: made });
      for (const [number, binId] of ids) {
        bins.set(`${id}:${number}`, binId);
        models.set(binId, new BinModel());
      }
    }
    const feed = new IngestFeed(database.db);
    // Arrivals are not at whole minutes, unlike timestamps, so that their order is clear.
    let now = millis(START + HOUR + 500);
    for (const { wait, events } of batches) {
      now = millis(now + wait * MINUTE);
      await feed.send(
        ...events.map((sent) => {
          const board = boards[sent.board] ?? '';
          const sentAt = millis(START + sent.minute * MINUTE);
          models.get(bins.get(`${board}:${sent.bin}`) ?? 0)?.add(sent, sentAt, now);
          const { temperatures, humidities, co2 } = sent;
          const date_time = new Date(sentAt).toISOString();
          const values = { temp_reading: temperatures, humidity_readings: humidities, co2 };
          return { board, at: now, body: { v: 1, bin_number: sent.bin, date_time, ...values } };
        }),
      );
    }
    expect(feed.postponed).toEqual([]);
    for (const [binId, { readings }] of models) {
      const expected = new Map([...readings].sort(([a], [b]) => a - b));
      expect(await findStoredReadings(binId)).toEqual(expected);
    }
    expect(await findDifferences(database.db, [...models.keys()])).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...ZONES), arbitraryBatches, storeAll), {
    numRuns: 30,
  });
}, 120_000);
