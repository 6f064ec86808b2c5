import { MAX_SERIES_POINTS } from '@granary/contract/readings/http';
import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
  const user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  const farm = await addFarm(granary.db, user.id, { timezone: 'America/Winnipeg' });
  // Sensor 1 of the second cable is at the bottom.
  bin = await addBin(granary.db, farm.id, {}, [{}, { flip: true }, {}]);
});

afterAll(() => granary.dispose());

const iso = (ago: number) => new Date(granary.now() - ago).toISOString();

const store = (...reports: readonly (readonly [ago: number, Report['temp_reading']])[]) =>
  storeReports(
    granary.db,
    bin,
    reports.map(([ago, temp_reading]) => ({ date_time: iso(ago), temp_reading })),
    granary.now(),
  );

async function getSeries(query: Readonly<Record<string, string>>) {
  const range = { from: iso(DAY), to: iso(0) };
  const parameters = new URLSearchParams({ bin_sensor_id: String(bin.id), ...range, ...query });
  const response = await granary.call({ url: `/api/board/sensorSeries?${parameters}`, token });
  return { ...response, series: response.body.RESP_MSG as Readonly<Record<string, unknown>> };
}

describe('the series of chosen sensors', () => {
  beforeAll(() =>
    store(
      [
        HOUR,
        [
          [10, 30],
          [13, 12],
          [14, 15],
        ],
      ],
      [
        2 * HOUR,
        [
          [9, 28],
          [13, 12],
          [14, 15],
        ],
      ],
      [
        26 * HOUR,
        [
          [8, 27],
          [13, 12],
          [14, 15],
        ],
      ],
      [
        9 * DAY,
        [
          [7, 33],
          [13, 12],
          [14, 15],
        ],
      ],
    ),
  );

  it('has the readings in a range, with rows counted from the top and the row medians of the other cables', async () => {
    const { status, series } = await getSeries({ sensors: '1.2,2.1' });
    expect(status).toBe(200);
    expect(series).toEqual({
      timezone: 'America/Winnipeg',
      sensors: [
        { cable: 1, row: 2 },
        { cable: 2, row: 1 },
      ],
      thinned: false,
      points: [
        { date_time: iso(2 * HOUR), date: null, temp: [28, 12], row_median: [14, 11.5] },
        { date_time: iso(HOUR), date: null, temp: [30, 12], row_median: [14, 12] },
      ],
    });
  });

  it('has the highest value of each day or week in the time zone of the farm', async () => {
    const from = iso(20 * DAY);
    const { series } = await getSeries({ sensors: '1.2', from, step: 'day' });
    expect(series['points']).toMatchObject([
      { date: '2026-06-22', temp: [33] },
      { date: '2026-06-30', temp: [27] },
      { date: '2026-07-01', date_time: iso(HOUR), temp: [30] },
    ]);
    const weeks = await getSeries({ sensors: '1.2', from, step: 'week' });
    expect(weeks.series['points']).toMatchObject([
      { date: '2026-06-22', temp: [33] },
      { date: '2026-06-29', temp: [30] },
    ]);
  });

  it('has no value for a disabled sensor, or for a sensor that the bin does not have', async () => {
    const disabledStatus = { binId: bin.id, cable: 1, position: 2, status: 'disable' as const };
    await granary.db.insertInto('sensorStatuses').values(disabledStatus).execute();
    const { series } = await getSeries({ sensors: '1.2,8.64', from: iso(90 * MINUTE) });
    await granary.db.deleteFrom('sensorStatuses').where('binId', '=', bin.id).execute();
    expect(series['points']).toMatchObject([{ temp: [null, null], row_median: [14, null] }]);
  });

  it('has no values from the headspace, by reading or by day', async () => {
    const radar = { loadMethod: 'siloscan pro' as const, levelSensorEmptyMm: 1_000 };
    const radarBin = await addBin(granary.db, bin.farmId, radar, [{}, {}]);
    const report = (ago: number, level_sensor: number, temperature: number) => ({
      date_time: iso(ago),
      level_sensor,
      temp_reading: [
        [temperature, 10],
        [temperature, 11],
      ],
    });
    await storeReports(
      granary.db,
      radarBin,
      [report(HOUR, 900, 12), report(25 * HOUR, 900, 13), report(2 * DAY, 500, 40)],
      granary.now(),
    );
    const query = { bin_sensor_id: String(radarBin.id), sensors: '1.1,1.2', from: iso(5 * DAY) };
    const loadPoints = async (step: string) =>
      (await getSeries({ ...query, step })).series['points'];
    expect(await loadPoints('reading')).toMatchObject([
      { temp: [null, 10], row_median: [null, 11] },
      { temp: [13, 10], row_median: [13, 11] },
      { temp: [12, 10], row_median: [12, 11] },
    ]);
    // The bin was filled on the second day, so the values for that day may include air.
    expect(await loadPoints('day')).toMatchObject([
      { temp: [null, 10] },
      { temp: [null, 10] },
      { temp: [12, 10], row_median: [12, 11] },
    ]);
  });

  it.each([
    [{ sensors: '' }, 'sensors'],
    [{ sensors: '9.1' }, 'sensors'],
    [{ sensors: '1.0' }, 'sensors'],
    [{ sensors: '1.1,1.2,1.3,1.4,1.5,1.6,1.7,1.8,1.9' }, 'sensors'],
    [{ sensors: '1.1', from: '2026-06-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }, 'to'],
    [{ sensors: '1.1', from: '2026-05-01T00:00:00Z', to: '2026-06-30T00:00:00Z' }, 'to'],
    [{ sensors: '1.1', from: '2025-01-01T00:00:00Z', step: 'day' }, 'to'],
    [{ sensors: '1.1', step: 'month' }, 'step'],
  ])('is refused for %o', async (query, path) => {
    const { status, body } = await getSeries(query);
    expect(status).toBe(422);
    expect(body.errors?.map((error) => error.path)).toEqual([path]);
  });

  it('leaves out readings if there are too many, and reports that it did', async () => {
    await granary.db.deleteFrom('readings').execute();
    await sql`
      insert into readings (at, bin_id, battery, flags, cables, temperatures, humidities)
      select ${new Date(granary.now())}::timestamptz - n * interval '10 seconds', ${bin.id}, 50, 0,
        '\\x0100'::bytea, array[n % 4000]::smallint[], array[-32768]::smallint[]
      from generate_series(1, 8000) as n`.execute(granary.db);
    const { series } = await getSeries({ sensors: '1.1' });
    expect(series).toMatchObject({ thinned: true });
    const points = series['points'] as { date_time: string }[];
    expect(points.length).toBeLessThanOrEqual(MAX_SERIES_POINTS);
    expect(points.length).toBeGreaterThan(1_800);
    expect(points.at(-1)).toMatchObject({ date_time: iso(10_000), temp: [0.01] });
    const times = points.map(({ date_time }) => date_time);
    expect(times).toEqual(times.toSorted());
  });
});
