import { millis } from '@granary/domain/units';
import { type LoadBoard, type LoadTestResult, publishLoad } from '@granary/simulator/load';
import { startBaseline } from './baseline.ts';
import { type Figure, formatAmount, median } from './report.ts';
import { makeBoards, type Postgres, startGranary } from './server.ts';

const BOARDS = 200;
const WINDOW = 20;
const SECONDS = 12;
const ROUNDS = 3;
const TARGET = 5_000;
const DAY = 86_400_000;

let nextStart = Date.now() - 300 * DAY;

async function load(
  port: number,
  boards: readonly LoadBoard[],
  seconds: number,
  ratePerSecond?: number,
): Promise<LoadTestResult> {
  // Each load has new timestamps, so that every frame is a new reading.
  const start = millis(nextStart);
  nextStart += 4 * DAY;
  return publishLoad({
    port,
    boards,
    window: WINDOW,
    start,
    graceMs: 60_000,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    signal: AbortSignal.timeout(seconds * 1000),
  });
}

const toRate = ({ acknowledgedCount, seconds }: LoadTestResult) => acknowledgedCount / seconds;

/**
 * Measures durable ingest alternately with the baseline, and the acknowledgment time at half the target rate.
 */
export async function benchIngest(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const baselineServer = await startBaseline('baseline-ingest.ts', postgres.url);
  try {
    const { boards } = await makeBoards(postgres.pool, granary.dataDir, BOARDS, 1);
    await load(granary.mqttPort, boards, 3);
    await load(baselineServer.port, boards, 3);
    const granaryRates: number[] = [];
    const baselineRates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      baselineRates.push(toRate(await load(baselineServer.port, boards, SECONDS)));
      granaryRates.push(toRate(await load(granary.mqttPort, boards, SECONDS)));
      console.log(
        `  baseline ${formatAmount(baselineRates.at(-1) ?? 0)}/s, Granary ${formatAmount(granaryRates.at(-1) ?? 0)}/s`,
      );
    }
    const rate = median(granaryRates);
    const ratio = median(granaryRates.map((value, i) => value / (baselineRates[i] ?? Number.NaN)));
    const halfRateResult = await load(granary.mqttPort, boards, SECONDS, TARGET / 2);
    const p99 = halfRateResult.latency.quantile(0.99);
    return [
      {
        name: `durable ingest, ${BOARDS} boards, window ${WINDOW}`,
        value: `${formatAmount(rate)} readings/s`,
        budget: `at least ${formatAmount(TARGET)}`,
        pass: rate >= TARGET,
      },
      {
        name: `ingest relative to the baseline (${formatAmount(median(baselineRates))}/s)`,
        value: ratio.toFixed(2),
        budget: 'at least 0.50',
        pass: ratio >= 0.5,
      },
      {
        name: `acknowledgment at ${formatAmount(TARGET / 2)}/s, p50 / p99`,
        value: `${halfRateResult.latency.quantile(0.5).toFixed(1)} / ${p99.toFixed(0)} ms`,
        budget: 'p99 250 ms or less',
        pass: p99 <= 250,
      },
      ...(await measureStorage(postgres)),
    ];
  } finally {
    baselineServer.stop();
    await granary.stop();
  }
}

async function measureStorage({ pool }: Postgres): Promise<Figure[]> {
  const sumTableSizes = async (pattern: string) => {
    const { rows } = await pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(oid)), 0) as bytes from pg_class
       where relkind = 'r' and relname ~ $1`,
      [pattern],
    );
    return Number(rows[0]?.bytes ?? 0);
  };
  const { rows } = await pool.query<{ count: string }>('select count(*) as count from readings');
  const readings = Number(rows[0]?.count ?? 0);
  const stored = (await sumTableSizes('^(readings_|days$|latest$)')) / readings;
  const raw = (await sumTableSizes('^raw_frames_')) / readings;
  return [
    {
      name: `storage with indexes and rollups, ${formatAmount(readings)} readings`,
      value: `${stored.toFixed(0)} B per reading`,
      budget: '800 or less',
      pass: stored <= 800,
    },
    {
      name: 'raw data',
      value: `${raw.toFixed(0)} B per frame`,
      budget: '700 or less',
      pass: raw <= 700,
    },
  ];
}
