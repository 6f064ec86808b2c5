import type { AlertSummary } from '@granary/domain/alerts/alert';
import type { BoardProblems, Refusal } from '@granary/domain/boards/board-problems';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { LastFanEvent } from '../fans/fan-state.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { TrendDay } from '../readings/days/days-store.ts';
import type { LatestReading } from '../readings/readings-store.ts';
import type { BinDetails } from './serialize-bin.ts';
import { toAssessmentInput } from './severity/assessment-input.ts';
import { findHotSpotStarts, type HotDaySources } from './severity/hot-since.ts';

/** The number of days that a bin card charts. */
const TREND_DAYS = 8;

/** Queries that other features provide; bins without results are omitted. */
export interface BinDetailSources extends HotDaySources {
  findLatest(binIds: readonly number[]): Promise<LatestReading[]>;
  findLedgers(binIds: readonly number[]): Promise<ReadonlyMap<number, LedgerTotals>>;
  /** Oldest day first. */
  findTrends(binIds: readonly number[], days: number): Promise<TrendDay[]>;
  findLastFanEvents(binIds: readonly number[]): Promise<LastFanEvent[]>;
  /** Boards without problems are omitted. */
  findBoardProblems(boardIds: readonly string[]): Promise<ReadonlyMap<string, BoardProblems>>;
  /** The open alerts, one for each rule. */
  findOpenAlerts(binIds: readonly number[]): Promise<ReadonlyMap<number, readonly AlertSummary[]>>;
  /** The newest refused sign-ins of boards, newest first. */
  findRefusals(boardIds: readonly string[]): Promise<ReadonlyMap<string, readonly Refusal[]>>;
  /** The names of the people in or near bins; bins without people are omitted. */
  findPeopleInBins(
    binIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly (string | null)[]>>;
  /** The kinds of settings commands that wait for boards or their answers; bins without any are omitted. */
  findOpenSettingsKinds(
    binIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly SettingsKind[]>>;
  now(): Millis;
}

/** Loads the data that bins are serialized from, with one query for each kind of data for all bins. */
export async function loadBinDetails(
  db: Db,
  sources: BinDetailSources,
  contexts: readonly BinContext[],
): Promise<BinDetails[]> {
  if (contexts.length === 0) return [];
  const ids = contexts.map(({ bin }) => bin.id);
  const ambientBins = await findAmbientBins(db, contexts);
  const boards = contexts.map(({ bin }) => bin.mainBoardId);
  const [latest, ledgers, fanEvents, trends, problems, refusals, alerts, people, openCommands] =
    await Promise.all([
      sources.findLatest([...new Set([...ids, ...ambientBins.values()])]),
      sources.findLedgers(ids),
      sources.findLastFanEvents(ids),
      sources.findTrends(ids, TREND_DAYS),
      sources.findBoardProblems(boards),
      sources.findRefusals(boards),
      sources.findOpenAlerts(ids),
      sources.findPeopleInBins(ids),
      sources.findOpenSettingsKinds(ids),
    ]);
  const latestByBin = new Map(latest.map((row) => [row.binId, row]));
  const fanEventByBin = new Map(fanEvents.map((event) => [event.binId, event]));
  const trendByBin = new Map<number, TrendDay[]>();
  for (const day of trends) trendByBin.set(day.binId, [...(trendByBin.get(day.binId) ?? []), day]);
  const getLedger = (id: number) => ledgers.get(id) ?? EMPTY_LEDGER;
  const hotSince = await findHotSpotStarts(
    sources,
    contexts.map((context) => {
      const { bin } = context;
      return {
        bin,
        input: toAssessmentInput(context, {
          latest: latestByBin.get(bin.id) ?? null,
          ledger: getLedger(bin.id),
          boardProblems: null,
          alerts: [],
        }),
      };
    }),
  );
  return contexts.map((context) => {
    const { id, farmId, mainBoardId } = context.bin;
    return {
      context,
      now: sources.now(),
      latest: latestByBin.get(id) ?? null,
      ledger: getLedger(id),
      fanEvent: fanEventByBin.get(id) ?? null,
      ambientReading: latestByBin.get(ambientBins.get(farmId) ?? 0) ?? null,
      hotSince: hotSince.get(id) ?? null,
      boardProblems: problems.get(mainBoardId) ?? null,
      refusals: refusals.get(mainBoardId) ?? [],
      alerts: alerts.get(id) ?? [],
      peopleInside: people.get(id) ?? [],
      openCommands: openCommands.get(id) ?? [],
      trend: (trendByBin.get(id) ?? []).map(({ day, max }) => ({ day, max })),
    };
  });
}

/** Finds the ID of the bin with the outdoor sensor for each farm, keyed by farm ID. */
async function findAmbientBins(
  db: Db,
  contexts: readonly BinContext[],
): Promise<Map<number, number>> {
  const farmIds = [...new Set(contexts.map(({ bin }) => bin.farmId))];
  const { rows } = await sql<{ id: number; ambientBinId: number }>`
    select farms.id, farms.ambient_bin_id from farms
    join bins on bins.id = farms.ambient_bin_id and bins.deleted_at is null
    where farms.id = any(${farmIds}) and farms.ambient_sensor_attached
  `.execute(db);
  return new Map(rows.map(({ id, ambientBinId }) => [id, ambientBinId]));
}
