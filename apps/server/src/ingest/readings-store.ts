import {
  type BinConditions,
  hasNoConditions,
  restoreConditions,
} from '@granary/domain/bins/conditions';
import { scalarNames } from '@granary/domain/readings/scalars';
import { sql } from 'kysely';
import { joinSmallints } from '../platform/postgres/joined-arrays.ts';
import type { ReadingRow, Trx } from '../platform/postgres/tables.ts';
import { getColumnType, listColumns } from '../readings/scalar-columns.ts';

/** The columns that `readings` and `latest` have in common, besides the bin and the time. */
const sharedColumns = sql.raw(`${listColumns(scalarNames)}, flags, cables`);
const sentColumns = sql.raw(`${listColumns(scalarNames, 'sent')}, sent.flags, sent.cables`);
const scalarTypes = scalarNames.map((name) => [name, sql.raw(getColumnType(name))] as const);

type SharedRow = Omit<ReadingRow, 'temperatures' | 'humidities'>;

/** One array for each shared column, for `unnest`. */
function toColumnArrays(rows: readonly SharedRow[]) {
  const pickColumn = <K extends keyof SharedRow>(key: K) => rows.map((row) => row[key]);
  return sql`
    ${rows.map(({ at }) => at.toISOString())}::timestamptz[], ${pickColumn('binId')}::integer[],
    ${sql.join(scalarTypes.map(([name, type]) => sql`${pickColumn(name)}::${type}[]`))},
    ${pickColumn('flags')}::smallint[], ${pickColumn('cables')}::bytea[]`;
}

/** The key that identifies a reading by its bin and time (ms). */
export function toReadingKey(binId: number, at: number): string {
  return `${binId}:${at}`;
}

/**
 * Inserts readings, except those already stored for their bin and time; returns the keys of the new readings.
 */
export async function insertReadings(trx: Trx, rows: readonly ReadingRow[]): Promise<Set<string>> {
  const temperatures = joinSmallints(rows.map((row) => row.temperatures));
  const humidities = joinSmallints(rows.map((row) => row.humidities));
  const { rows: insertedRows } = await sql<{ key: string }>`
    insert into readings (at, bin_id, ${sharedColumns}, temperatures, humidities)
    select at, bin_id, ${sharedColumns},
      (${temperatures.joined}::smallint[])[temperatures_from:temperatures_from + temperatures_size - 1],
      (${humidities.joined}::smallint[])[humidities_from:humidities_from + humidities_size - 1]
    from unnest(
      ${toColumnArrays(rows)},
      ${temperatures.starts}::integer[], ${temperatures.sizes}::integer[],
      ${humidities.starts}::integer[], ${humidities.sizes}::integer[]
    ) as sent (at, bin_id, ${sharedColumns}, temperatures_from, temperatures_size, humidities_from,
      humidities_size)
    on conflict do nothing
    returning bin_id || ':' || (extract(epoch from at) * 1000)::bigint as key`.execute(trx);
  return new Set(insertedRows.map(({ key }) => key));
}

/** The times of a bin's recent readings (ms), newest first. */
export interface RecentTimes {
  readonly binId: number;
  readonly recent: readonly number[];
}

/** A bin locked against other batches. */
export interface LockedBin extends RecentTimes {
  /** The time zone of its days; null means its farm's time zone. */
  readonly daysZone: string | null;
  readonly conditions: BinConditions;
}

interface LockedRow {
  readonly binId: number;
  readonly recent: string;
  readonly daysZone: string | null;
  readonly conditions: BinConditions | null;
}

/** Locks the bins of a batch, in a fixed order so that batches cannot deadlock. */
export async function lockLatest(trx: Trx, binIds: readonly number[]): Promise<LockedBin[]> {
  const { rows } = await sql<LockedRow>`
    select bin_id, array_to_string(recent, ',') as recent, days_zone, conditions from latest
    where bin_id = any(${binIds}) order by bin_id for update`.execute(trx);
  return rows.map(({ binId, recent, daysZone, conditions }) => ({
    binId,
    recent: recent === '' ? [] : recent.split(',').map(Number),
    daysZone,
    conditions: restoreConditions(conditions),
  }));
}

/** A bin with new readings; `newest` is its newest reading if the batch contains it, otherwise null. */
export interface LatestUpdate extends RecentTimes {
  readonly newest: SharedRow | null;
  readonly conditions: BinConditions;
}

/** Stores each bin's newest reading, and the times of its recent readings. */
export async function updateLatest(trx: Trx, changes: readonly LatestUpdate[]): Promise<void> {
  const newestUpdates = changes.flatMap(({ newest, ...rest }) =>
    newest ? [{ newest, ...rest }] : [],
  );
  const otherUpdates = changes.filter(({ newest }) => newest === null);
  const toArrayLiterals = (list: readonly Pick<RecentTimes, 'recent'>[]) =>
    list.map(({ recent }) => `{${recent.join(',')}}`);
  if (newestUpdates.length > 0) {
    await sql`
      update latest set
        (at, recent, conditions, ${sharedColumns}) =
          row(sent.at, sent.recent::bigint[], sent.conditions::jsonb, ${sentColumns})
      from unnest(
        ${toColumnArrays(newestUpdates.map(({ newest }) => newest))}, ${toArrayLiterals(newestUpdates)}::text[],
        ${serializeConditions(newestUpdates)}::text[]
      ) as sent (at, bin_id, ${sharedColumns}, recent, conditions)
      where latest.bin_id = sent.bin_id`.execute(trx);
  }
  if (otherUpdates.length > 0) {
    await sql`
      update latest set recent = sent.recent::bigint[], conditions = sent.conditions::jsonb
      from unnest(
        ${otherUpdates.map(({ binId }) => binId)}::integer[], ${toArrayLiterals(otherUpdates)}::text[],
        ${serializeConditions(otherUpdates)}::text[]
      ) as sent (bin_id, recent, conditions)
      where latest.bin_id = sent.bin_id`.execute(trx);
  }
}

/** The stored form of conditions; null if there are none, as for most bins. */
function serializeConditions(
  changes: readonly Pick<LatestUpdate, 'conditions'>[],
): (string | null)[] {
  return changes.map(({ conditions }) =>
    hasNoConditions(conditions) ? null : JSON.stringify(conditions),
  );
}
