import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { startBaseline } from './baseline.ts';
import { measureIfPossible, NOT_POSSIBLE, type Product } from './product.ts';
import { type Figure, formatAmount, median, quantile } from './report.ts';
import { requestCompressed } from './request.ts';
import type { Postgres } from './server.ts';

const BINS = 10_000;
const DAYS = 365;
const RUNS = 31;
const MONTH = 30;
const MONTH_RUNS = 5;
/** The median of the rounds is reported. */
const ROUNDS = 3;
const REQUESTS = 300;
const STATE_RUNS = 21;

/** Measures the latest readings of many bins, a year's chart, and the states of all bins. */
export async function benchQueries(postgres: Postgres, product: Product): Promise<Figure[]> {
  const { pool } = postgres;
  const granary = await product.startGranary(postgres.url);
  const baselineServer = await startBaseline('baseline-chart.ts', postgres.url);
  try {
    const { binIds } = await product.makeBoards(pool, granary.dataDir, BINS / 4, 4);
    await product.fillLatest(pool, binIds);
    const bin = binIds[0] ?? 0;
    await product.fillDays(pool, binIds.slice(0, 20), DAYS);
    const busyBin = binIds[20] ?? 0;
    await product.fillReadings(pool, busyBin, { days: MONTH, intervalS: 10, sensors: 16 });
    await pool.query('vacuum analyze');

    const yearTimes: number[] = [];
    for (let run = 0; run < RUNS; run++)
      yearTimes.push(await measureDatabaseTime(pool, buildYearChartQuery(bin)));
    const token = await product.adminToken(granary.url);
    const charts = { url: granary.url, token };
    const bareCharts = { url: `http://127.0.0.1:${baselineServer.port}`, token };
    const yearRequests = { runs: REQUESTS, days: DAYS, minRecords: DAYS };
    const p95 = async (server: ChartServer) =>
      quantile(await measureChartTimes(server, yearRequests, (run) => binIds[run % 20] ?? 0), 0.95);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const latest = median(await measureTimes(RUNS, () => queryLatest(pool, binIds)));
      rounds.push({ latest, year: await p95(charts), baselineYear: await p95(bareCharts) });
    }
    const monthRequests = { runs: MONTH_RUNS, days: MONTH, minRecords: 6_000 };
    const monthTimes = await measureChartTimes(charts, monthRequests, () => busyBin);
    await product.assignToFarms(pool, binIds);
    await product.fillStates?.(pool, binIds);
    await pool.query('vacuum analyze');
    const request = (path: string) => () =>
      requestCompressed(`${granary.url}/api/user/${path}`, token);
    const stateTimes = await measureTimes(STATE_RUNS, request('getCustomerStates'));
    await product.assignToCustomers?.(pool, binIds);
    const customerTimes = await measureIfPossible(product, () =>
      measureTimes(STATE_RUNS, request('getWorstCustomers?first=20')),
    );
    return [
      ...toRoundFigures(rounds, median(yearTimes)),
      ...toBulkFigures(median(monthTimes), median(stateTimes), median(customerTimes ?? [])),
    ];
  } finally {
    baselineServer.stop();
    await granary.stop();
  }
}

/** The results of a round, ms: a median and two 95th percentiles. */
interface Round {
  readonly latest: number;
  readonly year: number;
  readonly baselineYear: number;
}

function toRoundFigures(rounds: readonly Round[], databaseMs: number): Figure[] {
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value));
  const latest = medianOf((round) => round.latest);
  const bare = medianOf(({ baselineYear }) => baselineYear);
  const ratio = medianOf(({ year, baselineYear }) => year / baselineYear);
  return [
    figure(
      `query for the latest scalars of ${formatAmount(BINS)} bins, including the transfer to Node`,
      latest,
      40,
      'median',
    ),
    figure(
      "query for a year's chart in the database, including its serialization as text",
      databaseMs,
      2,
      'median',
    ),
    figure(
      "a year's chart over HTTP",
      medianOf(({ year }) => year),
      20,
      'p95',
    ),
    {
      name: 'the same on the baseline server, without sign-in and validation',
      value: `p95 ${bare.toFixed(1)} ms, Granary ${ratio.toFixed(2)} x`,
      budget: '',
      pass: null,
    },
  ];
}

function toBulkFigures(month: number, states: number, customers: number): Figure[] {
  return [
    figure('chart of 30 days with a reading every 10 s, over HTTP', month, 1_000, 'median'),
    figure(`states of ${formatAmount(BINS)} bins, over HTTP`, states, 100, 'median'),
    figure(`states of ${formatAmount(BINS / 2)} customers, over HTTP`, customers, 100, 'median'),
  ];
}

function queryLatest(pool: Pool, binIds: readonly number[]): Promise<unknown> {
  return pool.query(
    `select bin_id, at, level_mm, co2, wind_speed, wind_pressure, wind_temperature, battery,
       ambient_temperature, ambient_humidity from latest where bin_id = any($1)`,
    [binIds],
  );
}

function buildYearChartQuery(bin: number): string {
  return `select days.day, days.last_at, days.readings, days.level_mm, days.co2, days.wind_speed,
      days.wind_pressure, days.wind_temperature, days.battery, days.ambient_temperature,
      days.ambient_humidity, days.average_humidity, days.cable_extremes,
      coalesce(latest.days_zone, farms.timezone) as zone
    from days
    join latest on latest.bin_id = days.bin_id
    join bins on bins.id = days.bin_id
    join farms on farms.id = bins.farm_id
    where days.bin_id = ${bin} and days.day >= (now() - interval '366 days')::date
    order by days.day desc limit 6579`;
}

/** Requests before the measurement, which let the server compile its code. */
const WARM_UP = 5;

interface ChartRequests {
  readonly runs: number;
  readonly days: number;
  /** The minimum number of records. */
  readonly minRecords: number;
}

interface ChartServer {
  readonly url: string;
  readonly token: string;
}

/**
 * Measures the time of each chart request up to its last byte, ms. Only warm-up responses are parsed, because
 * this program's garbage collections would add to the times.
 */
async function measureChartTimes(
  { url, token }: ChartServer,
  { runs, days, minRecords }: ChartRequests,
  selectBin: (run: number) => number,
): Promise<number[]> {
  const send = (run: number) => {
    const query = `days=${days}&bin_sensor_id=${selectBin(run)}`;
    return requestCompressed(`${url}/api/board/sensorMinMaxReading?${query}`, token);
  };
  for (let run = 0; run < WARM_UP; run++) {
    const text = gunzipSync(await send(run)).toString();
    const { RESP_MSG } = JSON.parse(text) as { RESP_MSG: unknown[] };
    if (RESP_MSG.length < minRecords)
      throw new Error(`The chart has only ${RESP_MSG.length} records, not ${minRecords}.`);
  }
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await send(run);
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the time for planning, execution and serialization, ms, as PostgreSQL measures it. */
async function measureDatabaseTime(pool: Pool, query: string): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': ExplainedPlan[] }>(
    `explain (analyze, serialize text, format json) ${query}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (!plan) throw new Error('PostgreSQL returned no plan.');
  return plan['Planning Time'] + plan['Execution Time'];
}

interface ExplainedPlan {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

function figure(name: string, ms: number, budget: number, statistic: string): Figure {
  return {
    name,
    value: Number.isNaN(ms) ? NOT_POSSIBLE : `${statistic} ${ms.toFixed(1)} ms`,
    budget: `${budget} ms or less`,
    pass: ms <= budget,
  };
}

async function measureTimes(
  runs: number,
  work: (run: number) => Promise<unknown>,
): Promise<number[]> {
  for (let run = 0; run < WARM_UP; run++) await work(run);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return times;
}
