import { toReading } from '@granary/domain/readings/board-report';
import type { Reading } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { insertReadings } from '../ingest/readings-store.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import { fromReadingRow, toReadingRow } from './row.ts';

const number = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100),
    fc.double({ min, max, noNaN: true }),
    fc.constant(null),
  );
const cells = (min: number, max: number) =>
  fc.array(fc.array(number(min, max), { maxLength: 64 }), { maxLength: 8 });

/** Readings from any report that a board may send. */
const readings: fc.Arbitrary<Reading> = fc
  .record({
    temperatures: cells(-250, 130),
    humidities: cells(-10, 110),
    cableIds: fc.array(
      fc.integer({ min: -1, max: 254 }).filter((id) => id !== 0),
      { maxLength: 8 },
    ),
    battery: number(-5, 300),
    levelMm: number(-10, 110_000),
    co2: number(-10, 110_000),
    windSpeed: number(-1, 210),
    windPressure: number(-110_000, 110_000),
    windSpeedPlenum2: number(-1, 210),
    windPressurePlenum2: number(-110_000, 110_000),
    windTemperature: number(-60, 90),
    ambientTemperature: number(-60, 90),
    ambientHumidity: number(-10, 110),
    pressureCables: fc.record({ X1: fc.integer({ min: 0, max: 64 }), X2: fc.constant(null) }),
    anyError: fc.constantFrom(0 as const, 1 as const, null),
  })
  .chain((report) =>
    fc
      .tuple(fc.integer({ min: 0, max: 2e12 }), fc.boolean())
      .map(([at, clockWrong]) => toReading(report, millis(at), clockWrong)),
  );

/** `JSON.stringify` writes -0 as 0; PostgreSQL's integers have no -0. */
const toPlainJson = (reading: Reading) => JSON.parse(JSON.stringify(reading)) as unknown;

describe('a row', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.dispose());

  it('is converted back to the same reading', () => {
    fc.assert(
      fc.property(readings, (reading) => {
        expect(toPlainJson(fromReadingRow(toReadingRow(1, reading)))).toEqual(toPlainJson(reading));
      }),
    );
  });

  it('is unchanged after the database stores it', async () => {
    const partitions = new Partitions(database.db, 'readings', 'month');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(readings, { selector: ({ at }) => at, minLength: 1, maxLength: 20 }),
        async (sentReadings) => {
          await partitions.ensure(sentReadings.map(({ at }) => at));
          const rows = await database.db.transaction().execute(async (trx) => {
            await sql`delete from readings`.execute(trx);
            const rows = sentReadings.map((reading) => toReadingRow(7, reading));
            expect((await insertReadings(trx, rows)).size).toBe(sentReadings.length);
            return trx.selectFrom('readings').selectAll().orderBy('at').execute();
          });
          const expected = sentReadings.toSorted((a, b) => a.at - b.at).map(toPlainJson);
          expect(rows.map((row) => toPlainJson(fromReadingRow(row)))).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
