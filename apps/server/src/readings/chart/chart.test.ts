import {
  CHART_PAGE_SIZE,
  type ChartRecord,
  getChartRecords,
} from '@granary/contract/readings/http';
import { DAY, HOUR, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addBin, addFarm, addUser, type TestBin } from '../../../test/support/fixtures.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { TEST_START } from '../../../test/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { loadBin } from '../../bins/store.ts';
import { createFillHistory } from '../fill-history.ts';
import { loadChartByReading } from './chart.ts';
import { writeChartJson } from './chart-json.ts';

const NOW = TEST_START;

let database: TestDatabase;
let bin: TestBin;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const user = await addUser(db, 'user');
  bin = await addBin(db, (await addFarm(db, user.id)).id, { crop: null });
  // Creates the partitions of both months.
  const times = [NOW - DAY - HOUR, NOW - HOUR].map((at) => new Date(at).toISOString());
  const reports = times.map((date_time) => ({ date_time, temp_reading: [[1, 2], [3]] }));
  await storeReports(db, bin, reports, NOW);
  await db.deleteFrom('readings').execute();
});

afterAll(() => database.dispose());

/** Has the database generate and store readings of two cables, at a regular interval up to the given time. */
async function storeReadings(count: number, everyMs: number, until: number): Promise<void> {
  const { db } = database;
  await db.deleteFrom('readings').execute();
  await sql`
    insert into readings (at, bin_id, battery, flags, cables, temperatures, humidities)
    select ${new Date(until)}::timestamptz - n * ${everyMs}::float8 * interval '1 millisecond',
      ${bin.id}, n % 100, 0, '\\x02000100'::bytea,
      array[(n * 7919) % 4001, (n * 104729) % 4001 - 2000,
        case when n % 3 = 0 then -32768 else (n * 1299709) % 4001 end]::smallint[],
      array[(n * 31) % 10001, -32768, (n * 17) % 10001]::smallint[]
    from generate_series(0, ${count - 1}::bigint) as n`.execute(db);
}

/** Loads the records of the chart, decoded as a client does. */
async function loadRecords(days: number): Promise<ChartRecord[]> {
  const context = await loadBin(database.db, bin.id);
  if (!context) throw new Error('no bin');
  const chartBin = { context, getFillPercent: createFillHistory(context.bin, []) };
  const points = await loadChartByReading(database.db, chartBin, { days, page: 1, now: NOW });
  return z.decode(getChartRecords.response, JSON.parse(writeChartJson(points).toString()));
}

const findMin = (values: readonly (number | null)[]) =>
  Math.min(...values.map((value) => value ?? Infinity));
const findMax = (values: readonly (number | null)[]) =>
  Math.max(...values.map((value) => value ?? -Infinity));

/** Merges the extremes of all records. */
function mergeRecords(records: readonly ChartRecord[]) {
  const cables = [0, 1];
  const findExtremes = (
    key: 'minTemperatures' | 'maxTemperatures' | 'minHumidities' | 'maxHumidities',
    findExtreme: (values: readonly (number | null)[]) => number,
  ) => cables.map((cable) => findExtreme(records.map((record) => record[key][cable] ?? null)));
  return {
    minTemperatures: findExtremes('minTemperatures', findMin),
    maxTemperatures: findExtremes('maxTemperatures', findMax),
    minHumidities: findExtremes('minHumidities', findMin),
    maxHumidities: findExtremes('maxHumidities', findMax),
  };
}

/** Has the database calculate the same extremes from all readings stored for the last day. */
async function findStoredExtremes() {
  const { rows } = await sql<Record<string, number>>`
    select min(least(temperatures[1], temperatures[2])) / 100.0::float8 as low1,
      max(greatest(temperatures[1], temperatures[2])) / 100.0::float8 as high1,
      min(temperatures[3]) filter (where temperatures[3] > -32768) / 100.0::float8 as low2,
      max(temperatures[3]) / 100.0::float8 as high2,
      min(humidities[1]) / 100.0::float8 as dry1, max(humidities[1]) / 100.0::float8 as wet1,
      min(humidities[3]) / 100.0::float8 as dry2, max(humidities[3]) / 100.0::float8 as wet2
    from readings where at >= ${new Date(NOW - DAY)}`.execute(database.db);
  const [extremesRow = {}] = rows;
  return {
    minTemperatures: [extremesRow['low1'], extremesRow['low2']],
    maxTemperatures: [extremesRow['high1'], extremesRow['high2']],
    minHumidities: [extremesRow['dry1'], extremesRow['dry2']],
    maxHumidities: [extremesRow['wet1'], extremesRow['wet2']],
  };
}

describe('a chart with more readings than a page holds', () => {
  it.each([
    [CHART_PAGE_SIZE, 13 * SECOND],
    [CHART_PAGE_SIZE + 1, 13 * SECOND],
    [9_000, 9.6 * SECOND],
  ])(
    'is merged into equal spans, and keeps every extreme if no span has more than two readings: %i readings',
    async (count, everyMs) => {
      await storeReadings(count, everyMs, NOW);
      const chartRecords = await loadRecords(1);
      expect(chartRecords.length).toBeLessThanOrEqual(CHART_PAGE_SIZE);
      const recordTimes = chartRecords.map(({ at }) => at);
      expect(recordTimes).toEqual([...recordTimes].sort((a, b) => b - a));
      if (count === CHART_PAGE_SIZE) expect(chartRecords).toHaveLength(count);
      else {
        const span = Math.ceil((DAY + HOUR) / CHART_PAGE_SIZE);
        const spans = new Set(recordTimes.map((at) => Math.floor((NOW + HOUR - at) / span)));
        expect(spans.size).toBe(chartRecords.length);
      }
      expect(mergeRecords(chartRecords)).toEqual(await findStoredExtremes());
    },
  );

  it('uses the newest reading of each half span', async () => {
    await storeReadings(30_000, SECOND, NOW - HOUR);
    const halfSpan = Math.ceil((DAY + HOUR) / (2 * CHART_PAGE_SIZE));
    const chartRecords = await loadRecords(1);
    const { rows } = await sql<{ at: Date; high: number }>`
      select distinct on (1) floor((extract(epoch from ${new Date(NOW + HOUR)}::timestamptz - at)
          * 1000)::bigint / ${halfSpan}::bigint) as bucket, at,
        greatest(temperatures[1], temperatures[2]) / 100.0::float8 as high
      from readings order by 1, at desc`.execute(database.db);
    const toSpanIndex = (at: number) => Math.floor((NOW + HOUR - at) / (2 * halfSpan));
    for (const record of chartRecords) {
      const halfSpanRows = rows.filter(
        ({ at }) => toSpanIndex(at.getTime()) === toSpanIndex(record.at),
      );
      expect(record.at).toBe(Math.max(...halfSpanRows.map(({ at }) => at.getTime())));
      expect(record.maxTemperatures[0]).toBe(Math.max(...halfSpanRows.map(({ high }) => high)));
    }
    expect(chartRecords).toHaveLength(
      new Set(rows.map(({ at }) => toSpanIndex(at.getTime()))).size,
    );
    expect(chartRecords.reduce((sum, { readings }) => sum + readings, 0)).toBe(30_000);
  });

  it('has the scalars and the time of the newest reading in each span', async () => {
    await storeReadings(8_000, 10 * SECOND, NOW);
    const [first, second] = await loadRecords(1);
    expect(first).toMatchObject({ at: NOW, battery: 0 });
    expect((second?.at ?? 0) < NOW).toBe(true);
    expect(second?.battery).toBe(((NOW - (second?.at ?? 0)) / (10 * SECOND)) % 100);
  });
});
