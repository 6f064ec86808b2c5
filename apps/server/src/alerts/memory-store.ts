import type { AlertMemory } from '@granary/domain/alerts/memory';
import type { Millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { AlertCheckpoint, StorageTimes } from '../platform/postgres/tables/alerts.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { markBin } from './marks-store.ts';

/** The stored state of a bin's evaluation. */
export interface StoredMemory {
  /** The time of the newest reading that was evaluated; null before the first evaluation. */
  readonly foldedUntil: Date | null;
  readonly memory: AlertMemory | null;
  /** Oldest first. */
  readonly checkpoints: readonly AlertCheckpoint[];
  /** When the bin was last heard from; null if that is not known. */
  readonly arrivedAt: Date | null;
  /** Alerts that began before this time wait for one summary; null if no summary is due. */
  readonly summaryBefore: Date | null;
  /** Whether the means of past days changed, so that hot spots must be recalculated from them. */
  readonly hotSpotsOutdated: boolean;
  /** The storage times of the grain as last calculated; null before the first calculation. */
  readonly storageTimes: StorageTimes | null;
}

/**
 * Creates a bin's memory if there is none, and locks it until the transaction ends; null if another worker
 * has locked it. Bins that do not exist have no memory.
 */
export async function lockMemory(trx: Trx, binId: number): Promise<StoredMemory | null> {
  await addMemory(trx, binId);
  const { rows } = await sql<StoredMemory>`
    select folded_until, memory, checkpoints, arrived_at, summary_before, hot_spots_outdated,
      storage_times
    from alert_memories where bin_id = ${binId} for update skip locked`.execute(trx);
  return rows[0] ?? null;
}

/** Locks a bin's means, which belong to its memory, until the transaction ends; waits if another worker has locked them. */
export async function lockMeans(trx: Trx, binId: number): Promise<void> {
  await addMemory(trx, binId);
  await sql`select from alert_memories where bin_id = ${binId} for update`.execute(trx);
}

async function addMemory(trx: Trx, binId: number): Promise<void> {
  // Without the condition, the insert would wait for a transaction that wrote the memory.
  await sql`
    insert into alert_memories (bin_id) select id from bins where id = ${binId}
      and not exists (select from alert_memories where bin_id = ${binId})
    on conflict do nothing`.execute(trx);
}

/** Stores the memory of a bin, except its storage times. */
export async function writeMemory(
  trx: Trx,
  binId: number,
  newMemory: Omit<StoredMemory, 'storageTimes'>,
): Promise<void> {
  await sql`
    update alert_memories
    set folded_until = ${newMemory.foldedUntil}, memory = ${JSON.stringify(newMemory.memory)}::jsonb,
      checkpoints = ${JSON.stringify(newMemory.checkpoints)}::jsonb, arrived_at = ${newMemory.arrivedAt},
      summary_before = ${newMemory.summaryBefore}, hot_spots_outdated = ${newMemory.hotSpotsOutdated}
    where bin_id = ${binId}`.execute(trx);
}

export async function writeStorageTimes(
  trx: Trx,
  binId: number,
  times: StorageTimes,
): Promise<void> {
  await sql`
    update alert_memories set storage_times = ${JSON.stringify(times)}::jsonb
    where bin_id = ${binId}`.execute(trx);
}

/** The results of a bin's last evaluation that its grain risks depend on. */
export interface RiskMemory extends Pick<StoredMemory, 'storageTimes' | 'hotSpotsOutdated'> {
  /** When the grain level last rose enough to indicate a load; null if it never has. */
  readonly roseAt: Millis | null;
  /** How many sensors each cable has had; empty before the first evaluation. */
  readonly sensorCounts: readonly number[];
}

export async function findRiskMemory(db: Db, binId: number): Promise<RiskMemory> {
  const { rows } = await sql<{
    roseAt: Millis | null;
    reporting: string[] | null;
    storageTimes: StorageTimes | null;
    hotSpotsOutdated: boolean;
  }>`
    select (memory ->> 'roseAt')::double precision as rose_at,
      memory -> 'sensors' -> 'reporting' as reporting, storage_times, hot_spots_outdated
    from alert_memories where bin_id = ${binId}`.execute(db);
  const { roseAt = null, reporting = null, storageTimes = null } = rows[0] ?? {};
  return {
    roseAt,
    storageTimes,
    hotSpotsOutdated: rows[0]?.hotSpotsOutdated ?? false,
    sensorCounts: (reporting ?? []).map(({ length }) => length),
  };
}

/** How many sensors each cable of a bin has had; empty before the first evaluation. */
export async function findSensorCounts(db: Db, binId: number): Promise<number[]> {
  return [...(await findRiskMemory(db, binId)).sensorCounts];
}

/** Marks a bin's hot spots for recalculation, because the means of past days changed. */
export async function markHotSpotsOutdated(trx: Trx, binId: number): Promise<void> {
  await sql`
    update alert_memories set hot_spots_outdated = true where bin_id = ${binId}`.execute(trx);
  await markBin(trx, binId);
}

export async function deleteMemory(trx: Trx, binId: number): Promise<void> {
  await trx.deleteFrom('alertMemories').where('binId', '=', binId).execute();
}

/** Serializes decisions about the summary of a farm until the transaction ends. */
export async function lockSummary(trx: Trx, farmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SUMMARY_LOCK}, ${farmId})`.execute(trx);
}

/** The class ID of the advisory locks for summaries. */
const SUMMARY_LOCK = 0x616c_7274;

/** Whether bins of a farm still have to be evaluated for its summary. */
export async function isSummaryIncomplete(trx: Trx, farmId: number): Promise<boolean> {
  const { rows } = await sql`
    select from alert_memories join bins on bins.id = bin_id
    where farm_id = ${farmId} and summary_before is not null and deleted_at is null limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}
