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
  /** The board's timestamp, in minutes from START. */
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
  // Few different times, so that many are equal; some are in the future, some too far ahead, some too old.
  minute: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -100, max: 100 }).map((step) => step * 17) },
    { weight: 1, arbitrary: fc.constantFrom(-401 * 1440, 3 * 1440, -200 * 1440) },
  ),
  temperatures: cables(temperature),
  humidities: cables(humidity),
  co2: fc.option(fc.integer({ min: 300, max: 3000 })),
});

/** Batches, each with the minutes since the previous batch; some frames are sent again. */
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
    const sentEvents: Event[] = [];
    return batches.map(({ wait, events, repeats }) => {
      sentEvents.push(...events);
      const repeatedEvents = repeats.flatMap(
        (index) => sentEvents[index % sentEvents.length] ?? [],
      );
      return { wait, events: [...events, ...repeatedEvents] };
    });
  });

function toReport({ temperatures, humidities, co2 }: Event) {
  return { temperatures, humidities, co2 };
}

/** The expected readings of a bin, determined frame by frame in order of arrival. */
class BinModel {
  readonly readings = new Map<number, Reading>();
  private readonly adjustedReadings = new Map<number, Reading>();

  add(sentEvent: Event, sentAt: Millis, now: Millis): void {
    const millisAhead = sentAt - now;
    if (millisAhead > DAY || millisAhead < -400 * DAY) return;
    if (millisAhead > 10 * MINUTE) {
      if (this.adjustedReadings.has(sentAt)) return;
      let at = now;
      while (this.readings.has(at)) at = millis(at + 1);
      const adjustedReading = toReading(toReport(sentEvent), at, true);
      this.adjustedReadings.set(sentAt, adjustedReading);
      this.readings.set(at, adjustedReading);
      return;
    }
    const reading = toReading(toReport(sentEvent), sentAt, false);
    const readingWithSameTimestamp = this.adjustedReadings.get(sentAt);
    if (
      readingWithSameTimestamp &&
      serializeValues(readingWithSameTimestamp) === serializeValues(reading)
    )
      return;
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

it('stores the readings that the model expects, with matching days and latest readings', async () => {
  let runCount = 0;
  const storeAll = async (
    zone: string,
    batches: typeof arbitraryBatches extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    const farmId = await seedFarm(database.db, zone);
    const boards = [`m${++runCount}a`, `m${runCount}b`];
    const models = new Map<number, BinModel>();
    const bins = new Map<string, number>();
    for (const id of boards) {
      const newBins = [{ binNumber: 1 }, { binNumber: 2, crop: 'Corn' }];
      const ids = await seedBoard(database.db, farmId, { id, key: null, bins: newBins });
      for (const [number, binId] of ids) {
        bins.set(`${id}:${number}`, binId);
        models.set(binId, new BinModel());
      }
    }
    const feed = new IngestFeed(database.db);
    // Timestamps are whole minutes and arrival times never are, so that the order is clear.
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
    expect(feed.postponeErrors).toEqual([]);
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
