import { proveKills } from '../../apps/server/test/support/kill-proof.ts';
import { exactFigure, type Figure, formatAmount, infoFigure, median } from '../src/report.ts';

const KILLS = 20;
const STOPS = 3;
const DATABASE_KILLS = 5;
const RATE = 2_000;
const MAX_START_MS = 5_000;

const formatSpread = (values: readonly number[]) =>
  [Math.min(...values), median(values), Math.max(...values)]
    .map((ms) => formatAmount(ms))
    .join(' / ');

/**
 * Under load, kills the server and stops its database in immediate mode, `count` times each; also stops the
 * server normally and kills the database, a few times each.
 */
export async function runKillProof(count: number = KILLS): Promise<Figure[]> {
  const figures = await proveKills({
    form: 'built',
    serverKills: count,
    serverStops: STOPS,
    databaseStops: count,
    databaseKills: Math.min(count, DATABASE_KILLS),
    ratePerSecond: RATE,
    boards: 50,
    maxDelayMs: 2_500,
    print: (line) => console.log(`  ${line}`),
  });
  const { sent, acknowledged, stored, lost, unacknowledged, changed, compared, recoveryTimes } =
    figures;
  const slowest = Math.max(...figures.startTimesMs);
  return [
    exactFigure('readings sent and acknowledged', acknowledged, sent),
    exactFigure('acknowledged and not stored', lost, 0),
    exactFigure('stored and not sent, or not acknowledged', unacknowledged, 0),
    exactFigure('readings stored', stored, acknowledged),
    exactFigure(`different from what was sent, of ${formatAmount(compared)} checked`, changed, 0),
    exactFigure(
      'latest readings and days that do not match the stored readings',
      figures.differences.length,
      0,
    ),
    exactFigure(
      'normal stops of the server with an exit code other than 0',
      figures.exitCodes.filter((code) => code !== 0).length,
      0,
    ),
    {
      name: `start after kill -9 of the server (${figures.startTimesMs.length}), minimum / median / maximum`,
      value: `${formatSpread(figures.startTimesMs)} ms`,
      budget: `at most ${formatAmount(MAX_START_MS)} ms`,
      pass: slowest <= MAX_START_MS,
    },
    infoFigure(
      'from that kill to the next acknowledged reading',
      `${formatSpread(recoveryTimes['server-kill'])} ms`,
    ),
    infoFigure(
      `the same after an immediate stop of PostgreSQL (${recoveryTimes['database-stop'].length})`,
      `${formatSpread(recoveryTimes['database-stop'])} ms`,
    ),
    infoFigure(
      `the same after kill -9 of PostgreSQL (${recoveryTimes['database-kill'].length})`,
      `${formatSpread(recoveryTimes['database-kill'])} ms`,
    ),
    infoFigure('board reconnections', formatAmount(figures.reconnects)),
  ];
}
