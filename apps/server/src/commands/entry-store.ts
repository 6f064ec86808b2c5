import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** That someone is in or near a bin. */
export interface OpenEntry {
  readonly openedAt: Date;
  /** Null if the account was deleted. */
  readonly openedBy: number | null;
  /** The name of the person. */
  readonly name: string | null;
}

/** The open entry of a bin; null if there is none. */
export async function findEntry(db: Db, binId: number): Promise<OpenEntry | null> {
  const { rows } = await sql<OpenEntry>`
    select entry_opened_at as opened_at, entry_opened_by as opened_by,
      coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email) as name
    from fan_controls left join users on users.id = entry_opened_by
    where bin_id = ${binId} and entry_opened_at is not null`.execute(db);
  return rows[0] ?? null;
}

/** Stores that someone is in or near a bin; false if someone is already. */
export async function storeEntry(trx: Trx, binId: number, by: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into fan_controls as stored (bin_id, entry_opened_at, entry_opened_by)
    values (${binId}, ${at}, ${by})
    on conflict (bin_id) do update set
      entry_opened_at = excluded.entry_opened_at, entry_opened_by = excluded.entry_opened_by,
      entry_reminded_at = null
    where stored.entry_opened_at is null
    returning bin_id, pg_notify('bin_entries_changed', bin_id::text)`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends the entry that was opened then; the schedule then sends again what it wants. False if it has
 * ended already: the bin may have another one, of someone else.
 */
export async function endEntry(trx: Trx, binId: number, openedAt: Date): Promise<boolean> {
  const { rows } = await sql`
    update fan_controls
    set entry_opened_at = null, entry_opened_by = null, entry_reminded_at = null,
      resumed_at = clock_timestamp()
    where bin_id = ${binId} and entry_opened_at = ${openedAt}
    returning bin_id, pg_notify('bin_entries_changed', bin_id::text)`.execute(trx);
  return rows.length > 0;
}

/** Those of the bins that someone is in or near. */
export async function findEnteredBins(db: Db, binIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ binId: number }>`
    select bin_id from fan_controls
    where bin_id = any(${binIds}) and entry_opened_at is not null`.execute(db);
  return new Set(rows.map(({ binId }) => binId));
}

/** An entry whose person is to be asked whether they are out. */
export interface DueEntry {
  readonly binId: number;
  readonly binName: string;
  readonly farmName: string;
  readonly userId: number;
}

/** The entries that were opened before an instant and whose person was not asked, marked as asked. */
export async function takeDueEntries(trx: Trx, before: Date, now: Date): Promise<DueEntry[]> {
  const { rows } = await sql<DueEntry>`
    update fan_controls set entry_reminded_at = ${now}
    from bins join farms on farms.id = bins.farm_id
    where bins.id = bin_id and bins.deleted_at is null and bin_id in (
      select bin_id from fan_controls
      where entry_opened_at <= ${before} and entry_reminded_at is null
        and entry_opened_by is not null
      for update skip locked
    )
    returning bins.id as bin_id, bins.name as bin_name, farms.name as farm_name,
      entry_opened_by as user_id`.execute(trx);
  return rows;
}
