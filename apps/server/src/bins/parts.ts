import { type Kysely, sql } from 'kysely';
import type { LastFanEvent } from '../fans/state.ts';
import type { ReadingRow, Tables } from '../platform/postgres/tables.ts';
import type { LedgerStep } from '../readings/past-loads.ts';
import { type ChartSettings, EMPTY_LEDGER, type Ledger } from '../readings/present.ts';
import type { BinContext } from './context.ts';
import { type FindHotDays, findHotSince } from './hot-spots.ts';
import type { BinParts } from './present.ts';
import { readBinOf } from './read-bin.ts';

/** A card draws this many days. */
const TREND_DAYS = 8;

/** What other rooms know of bins; bins of which they know nothing are left out. */
export interface PartSources {
  findLatest(binIds: readonly number[]): Promise<LatestReading[]>;
  /** Oldest day first. */
  findTrends(binIds: readonly number[], days: number): Promise<TrendDay[]>;
  findLastFanEvents(binIds: readonly number[]): Promise<LastFanEvent[]>;
  readonly findHotDays: FindHotDays;
}

/** A bin's newest reading, null before the first, and when its last ones were taken (ms). */
export interface LatestReading {
  readonly binId: number;
  /** Newest first. */
  readonly recent: readonly number[];
  readonly row: ReadingRow | null;
}

/** The hottest enabled sensor of a bin's day, °C. */
export interface TrendDay {
  readonly binId: number;
  readonly day: string;
  readonly max: number;
}

/** Loads what bins are shown from, with one query a kind however many bins there are. */
export async function loadParts(
  db: Kysely<Tables>,
  sources: PartSources,
  contexts: readonly BinContext[],
): Promise<BinParts[]> {
  if (contexts.length === 0) return [];
  const ids = contexts.map(({ bin }) => bin.id);
  const ambientBins = await findAmbientBins(db, contexts);
  const [latest, ledgers, fanEvents, trends] = await Promise.all([
    sources.findLatest([...new Set([...ids, ...ambientBins.values()])]),
    findLedgers(db, ids),
    sources.findLastFanEvents(ids),
    sources.findTrends(ids, TREND_DAYS),
  ]);
  const latestOf = new Map(latest.map((row) => [row.binId, row]));
  const fanEventOf = new Map(fanEvents.map((event) => [event.binId, event]));
  const trendOf = new Map<number, TrendDay[]>();
  for (const day of trends) trendOf.set(day.binId, [...(trendOf.get(day.binId) ?? []), day]);
  const ledgerOf = (id: number) => ledgers.get(id) ?? EMPTY_LEDGER;
  const hotSince = await findHotSince(
    sources.findHotDays,
    contexts.map((context) => {
      const { id: binId } = context.bin;
      return { binId, read: readBinOf(context, latestOf.get(binId) ?? null, ledgerOf(binId)) };
    }),
  );
  return contexts.map((context) => {
    const { id, farmId } = context.bin;
    return {
      context,
      latest: latestOf.get(id) ?? null,
      ledger: ledgerOf(id),
      fanEvent: fanEventOf.get(id) ?? null,
      ambient: latestOf.get(ambientBins.get(farmId) ?? 0) ?? null,
      hotSince: hotSince.get(id) ?? null,
      trend: (trendOf.get(id) ?? []).map(({ day, max }) => ({ day, max })),
    };
  });
}

/** The sums of bins' ledgers, up to an instant if one is given; bins without entries are left out. */
export async function findLedgers(
  db: Kysely<Tables>,
  binIds: readonly number[],
  until: Date | null = null,
): Promise<Map<number, Ledger>> {
  const { rows } = await sql<Ledger & { binId: number }>`
    select bin_id,
      coalesce(sum(volume) filter (where type = 'load'), 0) as loaded,
      coalesce(sum(volume) filter (where type = 'unload'), 0) as unloaded
    from bin_loads where bin_id = any(${binIds})
      and (${until}::timestamptz is null or at <= ${until}) group by bin_id`.execute(db);
  return new Map(rows.map(({ binId, loaded, unloaded }) => [binId, { loaded, unloaded }]));
}

/** What of a bin that exists its chart depends on. */
export async function findChartSettings(
  db: Kysely<Tables>,
  binId: number,
): Promise<ChartSettings | null> {
  const row = await db
    .selectFrom('bins')
    .select(['batteryAttached', 'loadMethod', 'levelSensorEmptyMm', 'deadZoneMm'])
    .select(['pressureY1', 'pressureY2', 'size'])
    .where('id', '=', binId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The sums of a bin's ledger from each of its entries on, oldest first. */
export async function findLedgerSteps(db: Kysely<Tables>, binId: number): Promise<LedgerStep[]> {
  const { rows } = await sql<LedgerStep>`
    select at,
      coalesce(sum(volume) filter (where type = 'load') over upto, 0) as loaded,
      coalesce(sum(volume) filter (where type = 'unload') over upto, 0) as unloaded
    from bin_loads where bin_id = ${binId}
    window upto as (order by at, id) order by at, id`.execute(db);
  return rows;
}

/** The bin that carries the outdoor sensor, by farm. */
async function findAmbientBins(
  db: Kysely<Tables>,
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
