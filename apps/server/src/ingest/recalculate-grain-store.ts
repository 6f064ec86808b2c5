import type { BinConditions } from '@granary/domain/bins/conditions';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { settingsDigest } from './settings-digest.ts';

/** The existing bins whose settings changed since their values under grain were calculated. */
export async function findBinsWithOldDigest(db: Db): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    select latest.bin_id from latest
    join bins on bins.id = latest.bin_id and bins.deleted_at is null
    where latest.settings_digest is distinct from ${settingsDigest}
    order by latest.bin_id`.execute(db);
  return rows.map(({ binId }) => binId);
}

/** Stores a bin's conditions and the digest of its settings, and marks its days as outdated. */
export async function storeConditions(
  trx: Trx,
  binId: number,
  conditions: BinConditions | null,
): Promise<void> {
  await sql`
    update latest
    set conditions = ${conditions && JSON.stringify(conditions)}::jsonb,
      settings_digest = ${settingsDigest}
    from bins where bins.id = latest.bin_id and latest.bin_id = ${binId}`.execute(trx);
  await sql`update days set grain_extremes = null where bin_id = ${binId}`.execute(trx);
}

/**
 * If the level of a bin comes from its ledger, marks its days from the given time on as outdated, because the
 * ledger changed, and notifies the job.
 */
export async function markDaysOutdated(trx: Trx, binId: number, from: Date): Promise<void> {
  // No time zone is a whole day behind UTC.
  await sql`
    update days set grain_extremes = null
    from bins where bins.id = days.bin_id and bins.load_method = 'manual'
      and days.bin_id = ${binId}
      and day >= (${from}::timestamptz at time zone 'UTC')::date - 1`.execute(trx);
  await sql`
    select pg_notify('bins_changed', main_board_id) from bins
    where id = ${binId} and load_method = 'manual'`.execute(trx);
}

/** The existing bins that have outdated days. */
export async function findBinsWithOutdatedDays(db: Db): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    select distinct days.bin_id from days
    join bins on bins.id = days.bin_id and bins.deleted_at is null
    where days.grain_extremes is null order by days.bin_id`.execute(db);
  return rows.map(({ binId }) => binId);
}

/**
 * The newest outdated days of a bin that together have about `readingCount` readings; at least one day if
 * there are any.
 */
export async function findOutdatedDays(
  trx: Trx,
  binId: number,
  readingCount: number,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from (
      select day, sum(readings) over (order by day desc) - readings as before
      from days where bin_id = ${binId} and grain_extremes is null
    ) as open
    where before < ${readingCount} order by day desc`.execute(trx);
  return rows.map(({ day }) => day);
}

/** A day's values under grain. */
export interface DailyGrain {
  readonly day: string;
  /** Packed, in the layout of `calculateCableExtremes`. */
  readonly extremes: Buffer;
  /** Hundredths of a percent. */
  readonly averageHumidity: number | null;
}

export async function writeDailyGrain(
  trx: Trx,
  binId: number,
  days: readonly DailyGrain[],
): Promise<void> {
  await sql`
    update days set grain_extremes = made.extremes, grain_average_humidity = made.humidity
    from unnest(
      ${days.map(({ day }) => day)}::date[], ${days.map(({ extremes }) => extremes)}::bytea[],
      ${days.map(({ averageHumidity }) => averageHumidity)}::smallint[]
    ) as made (day, extremes, humidity)
    where days.bin_id = ${binId} and days.day = made.day`.execute(trx);
}
