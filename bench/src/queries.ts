import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { fillDays, fillNewest, fillReadings, spreadOverFarms } from './fill.ts';
import { amount, type Figure, median, quantile } from './report.ts';
import { adminToken, makeBoards, type Postgres, startGranary } from './server.ts';

const BINS = 10_000;
const DAYS = 365;
const RUNS = 31;
const MONTH = 30;
const MONTHS = 5;
/** Of so many rounds the median counts. */
const ROUNDS = 3;
const REQUESTS = 300;
/** To compare machines by: the latest of all bins took so long on one of usual speed, ms. */
const LATEST_MS = 24;
const STATES = 5;

/** The latest of many bins, a year's chart, in the database and over HTTP, and what is wrong. */
export async function benchQueries(postgres: Postgres): Promise<Figure[]> {
  const { pool } = postgres;
  const granary = await startGranary(postgres.url);
  try {
    const { binIds } = await makeBoards(pool, granary.dataDir, BINS / 4, 4);
    await fillNewest(pool, binIds);
    const bin = binIds[0] ?? 0;
    await fillDays(pool, binIds.slice(0, 20), DAYS);
    const busy = binIds[20] ?? 0;
    await fillReadings(pool, busy, { days: MONTH, everyS: 10, sensors: 16 });
    await pool.query('vacuum analyze');

    const year: number[] = [];
    for (let run = 0; run < RUNS; run++) year.push(await inTheDatabase(pool, yearOf(bin)));
    const token = await adminToken(granary.url);
    const charts = { url: granary.url, token };
    const ofYear = { runs: REQUESTS, days: DAYS, least: DAYS };
    const rounds: { latest: number; year: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const latest = await timed(RUNS, () => latestOf(pool, binIds));
      const http = await chartTimes(charts, ofYear, (run) => binIds[run % 20] ?? 0);
      rounds.push({ latest: median(latest), year: quantile(http, 0.95) });
    }
    const medianOf = (value: (round: { latest: number; year: number }) => number) =>
      median(rounds.map(value));
    const ofMonth = { runs: MONTHS, days: MONTH, least: 6_000 };
    const month = await chartTimes(charts, ofMonth, () => busy);
    await spreadOverFarms(pool, binIds);
    const states = await timed(STATES, () =>
      asked(`${granary.url}/api/user/getCustomerStates`, token),
    );
    return [
      figure(
        `latest of ${amount(BINS)}, scalars, to Node`,
        medianOf(({ latest }) => latest),
        40,
        'median',
      ),
      figure("year's chart in the database, text for Node included", median(year), 2, 'median'),
      figure(
        "year's chart over HTTP",
        medianOf(({ year }) => year),
        20,
        'p95',
      ),
      {
        name: `the same in proportion, the latest of ${amount(BINS)} taken for ${LATEST_MS} ms`,
        value: `p95 ${medianOf(({ latest, year }) => (year / latest) * LATEST_MS).toFixed(1)} ms`,
        budget: '',
        pass: null,
      },
      figure('30 days at a reading each 10 s over HTTP', median(month), 1_000, 'median'),
      figure(`how ${amount(BINS)} bins stand, over HTTP`, median(states), 2_000, 'median'),
    ];
  } finally {
    await granary.stop();
  }
}

function latestOf(pool: Pool, binIds: readonly number[]): Promise<unknown> {
  return pool.query(
    `select bin_id, at, level_mm, co2, wind_speed, wind_pressure, wind_temperature, battery,
       ambient_temperature, ambient_humidity from latest where bin_id = any($1)`,
    [binIds],
  );
}

function yearOf(bin: number): string {
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

/** A browser keeps its connections too. */
const agent = new Agent({ keepAlive: true });
const headers = { 'accept-encoding': 'gzip' };
/** The answers to the first few are not counted: by then the server's code is compiled. */
const WARM_UP = 5;

interface Charts {
  readonly runs: number;
  readonly days: number;
  /** Each has at least so many records. */
  readonly least: number;
}

/** From asking for a chart to its last byte, ms each; only then is it looked into. */
async function chartTimes(
  { url, token }: { readonly url: string; readonly token: string },
  { runs, days, least }: Charts,
  binOf: (run: number) => number,
): Promise<number[]> {
  const times: number[] = [];
  for (let run = -WARM_UP; run < runs; run++) {
    const query = `days=${days}&bin_sensor_id=${binOf(run + WARM_UP)}`;
    const start = performance.now();
    const answer = await asked(`${url}/api/board/sensorMinMaxReading?${query}`, token);
    if (run >= 0) times.push(performance.now() - start);
    const { RESP_MSG } = JSON.parse(gunzipSync(answer).toString()) as { RESP_MSG: unknown[] };
    if (RESP_MSG.length < least) throw new Error(`The chart has ${RESP_MSG.length} records.`);
  }
  return times;
}

function asked(url: string, token: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    get(url, { agent, headers: { ...headers, authorization } }, (answer) => {
      buffer(answer).then(resolve, reject);
    }).on('error', reject);
  });
}

/** Planning, execution and the making of the answer's text, ms, as PostgreSQL measures them. */
async function inTheDatabase(pool: Pool, query: string): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': ExplainedPlan[] }>(
    `explain (analyze, serialize text, format json) ${query}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (!plan) throw new Error('PostgreSQL explained nothing.');
  return plan['Planning Time'] + plan['Execution Time'];
}

interface ExplainedPlan {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

function figure(name: string, ms: number, budget: number, what: string): Figure {
  return {
    name,
    value: `${what} ${ms.toFixed(1)} ms`,
    budget: `${budget} ms or less`,
    pass: ms <= budget,
  };
}

async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  for (let run = 0; run < WARM_UP; run++) await work(run);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return times;
}
