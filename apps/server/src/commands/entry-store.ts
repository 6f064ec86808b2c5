import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** The record that a person is in or near a bin. */
export interface OpenEntry {
  readonly id: number;
  readonly openedAt: Date;
  /** Null if the account was deleted. */
  readonly openedBy: number | null;
  /** The name of the person. */
  readonly name: string | null;
}

/** The name of the person in an entry; null if the account was deleted. */
const personName = sql<string | null>`
  coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email)`;

/** Finds the open entries of a bin, oldest first. */
export async function findEntries(db: Db, binId: number): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select bin_entries.id, opened_at, opened_by, ${personName} as name
    from bin_entries left join users on users.id = opened_by
    where bin_id = ${binId} order by opened_at, bin_entries.id`.execute(db);
  return rows;
}

/** Stores the entry of a person who has no open entry for the bin yet. */
export async function storeEntry(trx: Trx, binId: number, userId: number, at: Date): Promise<void> {
  await sql`
    insert into bin_entries (bin_id, opened_at, opened_by) values (${binId}, ${at}, ${userId})
    returning pg_notify('bin_entries_changed', bin_id::text)`.execute(trx);
}

/**
 * Ends an entry; returns false if it has already ended. After a bin's last entry has ended, the schedule
 * sends its command again.
 */
export async function endEntry(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    with ended as (delete from bin_entries where id = ${id} returning bin_id)
    insert into fan_controls (bin_id, resumed_at) select bin_id, clock_timestamp() from ended
    on conflict (bin_id) do update set resumed_at = excluded.resumed_at
    returning pg_notify('bin_entries_changed', bin_id::text)`.execute(trx);
  return rows.length > 0;
}

/** Finds the names of the people in or near bins, oldest entry first; bins without people are omitted. */
export async function findPeopleInBins(
  db: Db,
  binIds: readonly number[],
): Promise<Map<number, (string | null)[]>> {
  const { rows } = await sql<{ binId: number; names: (string | null)[] }>`
    select bin_id, array_agg(${personName} order by opened_at, bin_entries.id) as names
    from bin_entries left join users on users.id = opened_by
    where bin_id = any(${binIds}) group by bin_id`.execute(db);
  return new Map(rows.map(({ binId, names }) => [binId, names]));
}

/** An entry that is due for a reminder: the person should be asked whether they are out of the bin. */
export interface DueEntry {
  readonly binId: number;
  readonly binName: string;
  readonly farmName: string;
  readonly userId: number;
}

/**
 * Finds the entries that were opened before the given time and have had no reminder yet, and marks them as
 * reminded.
 */
export async function claimDueEntries(trx: Trx, cutoff: Date, now: Date): Promise<DueEntry[]> {
  const { rows } = await sql<DueEntry>`
    update bin_entries set reminded_at = ${now}
    from bins join farms on farms.id = bins.farm_id
    where bins.id = bin_id and bins.deleted_at is null and bin_entries.id in (
      select id from bin_entries
      where opened_at <= ${cutoff} and reminded_at is null and opened_by is not null
      for update skip locked
    )
    returning bins.id as bin_id, bins.name as bin_name, farms.name as farm_name,
      opened_by as user_id`.execute(trx);
  return rows;
}
