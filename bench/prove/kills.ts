import { proveKills } from '../../apps/server/test/support/kill-proof.ts';
import { type Figure, formatAmount, median } from '../src/report.ts';

const KILLS = 20;
const STOPS = 3;
const DATABASE_KILLS = 5;
const RATE = 2_000;
const SERVING_WITHIN_MS = 5_000;

const spread = (values: readonly number[]) =>
  [Math.min(...values), median(values), Math.max(...values)]
    .map((ms) => formatAmount(ms))
    .join(' / ');

/**
 * Kills the server and stops its database immediately, `count` times each, under load; also a few
 * normal stops and kills of the database.
 */
export async function kills(count: number = KILLS): Promise<Figure[]> {
  const figures = await proveKills({
    form: 'built',
    serverKills: count,
    serverStops: STOPS,
    databaseStops: count,
    databaseKills: Math.min(count, DATABASE_KILLS),
    ratePerSecond: RATE,
    boards: 50,
    withinMs: 2_500,
    print: (line) => console.log(`  ${line}`),
  });
  const { sent, acknowledged, stored, lost, unacknowledged, changed, looked, breaks } = figures;
  const exact = (name: string, value: number, should: number): Figure => ({
    name,
    value: formatAmount(value),
    budget: formatAmount(should),
    pass: value === should,
  });
  const slowest = Math.max(...figures.starts);
  return [
    exact('readings sent and acknowledged', acknowledged, sent),
    exact('acknowledged and not stored', lost, 0),
    exact('stored and not sent, or not acknowledged', unacknowledged, 0),
    exact('readings stored', stored, acknowledged),
    exact(`different from sent, of ${formatAmount(looked)} checked`, changed, 0),
    exact('latest and days that differ from their readings', figures.differences.length, 0),
    exact(
      'stop requests with another exit code than 0',
      figures.exitCodes.filter((code) => code !== 0).length,
      0,
    ),
    {
      name: `start after kill -9 of the server (${figures.starts.length}), minimum / median / maximum`,
      value: `${spread(figures.starts)} ms`,
      budget: `at most ${formatAmount(SERVING_WITHIN_MS)} ms`,
      pass: slowest <= SERVING_WITHIN_MS,
    },
    {
      name: 'from that kill to the next acknowledged reading',
      value: `${spread(breaks['server-kill'])} ms`,
      budget: '',
      pass: null,
    },
    {
      name: `the same after an immediate stop of PostgreSQL (${breaks['database-stop'].length})`,
      value: `${spread(breaks['database-stop'])} ms`,
      budget: '',
      pass: null,
    },
    {
      name: `the same after kill -9 of PostgreSQL (${breaks['database-kill'].length})`,
      value: `${spread(breaks['database-kill'])} ms`,
      budget: '',
      pass: null,
    },
    {
      name: 'reconnects of boards',
      value: formatAmount(figures.reconnects),
      budget: '',
      pass: null,
    },
  ];
}
