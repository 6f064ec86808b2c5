import { FAILURE_WINDOW_MS, MAX_INSTALLATION_MODE_MS } from '@granary/domain/alerts/control-rules';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { ENTRY_OVERDUE_MS } from '@granary/domain/fans/entry';
import { DAY, HOUR, type Millis, SECOND } from '@granary/domain/units';
import { type RawBuilder, sql } from 'kysely';
import { lastConfirmedMode } from '../commands/installation-mode-store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { ALLOWED_LATENESS } from './fold-stored-readings.ts';

/** A bin with new readings: the times of the oldest and the newest, and when they arrived. */
export interface BinMark {
  readonly binId: number;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly arrivedAt: Date;
}

/** Marks bins for evaluation in the transaction that stores their readings. */
export async function markBins(trx: Trx, marks: readonly BinMark[]): Promise<void> {
  if (marks.length === 0) return;
  await trx.insertInto('alertMarks').values(marks).execute();
}

/** Marks a bin when something other than its readings changes, in the transaction that changes it. */
export async function markBin(trx: Trx, binId: number): Promise<void> {
  await sql`insert into alert_marks (bin_id) values (${binId})`.execute(trx);
}

/** Marks a bin whose storage time must be calculated, because a day closed or its daily means changed. */
export async function markBinForRoutineEvaluation(trx: Trx, binId: number): Promise<void> {
  await sql`insert into alert_marks (bin_id, is_routine) values (${binId}, true)`.execute(trx);
}

/**
 * Marks the bins of a board whose settings changed; without a board, all bins. `isRoutine`: nothing is known
 * to have changed.
 */
export async function markBinsOfBoard(
  db: Db,
  mainBoardId: string | null,
  isRoutine = false,
): Promise<void> {
  const isSelected = mainBoardId === null ? sql`true` : sql`main_board_id = ${mainBoardId}`;
  // Includes deleted bins that still have alerts to end.
  await sql`
    insert into alert_marks (bin_id, is_routine)
    select id, ${isRoutine}::boolean from bins where ${isSelected}
      and (deleted_at is null or exists (select from alert_memories where bin_id = bins.id))
    `.execute(db);
}

/** Which of the given bins are marked. */
export async function findMarkedBins(
  db: Db,
  binIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (binIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('alertMarks')
    .select('binId')
    .distinct()
    .where('binId', 'in', binIds)
    .execute();
  return new Set(rows.map(({ binId }) => binId));
}

/**
 * Whether bins of a farm still have to be evaluated because something changed, such as a new reading: their
 * alerts may belong in the same message.
 */
export function hasChangedBins(farmId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from alert_marks join bins marked on marked.id = alert_marks.bin_id
    where marked.farm_id = ${farmId} and not is_routine)`;
}

/** Whether an alert is open and is about a bin or board without data. */
const isOpenNoDataAlert = sql`(rule in ('no-data', 'board-no-data') and closed_at is null)`;

/**
 * Marks the bins whose alert about missing data may have to begin or end:
 * - overdue bins without such an alert, if their board has none;
 * - bins with such an alert, if all bins of their board are overdue;
 * - the bin with the alert about its board, once another bin of that board has reported.
 */
export async function markBinsWithoutData(db: Db, now: Date): Promise<void> {
  await sql`
    with heard as (
      select bins.id, main_board_id, silence_alert_enabled as has_rule,
        coalesce(arrived_at, latest.at) < ${now}::timestamptz
          - coalesce(silence_alert_hours, 0) * interval '1 hour' as is_overdue
      from bins join alert_memories on alert_memories.bin_id = bins.id
      join latest on latest.bin_id = bins.id
      where bins.deleted_at is null and coalesce(arrived_at, latest.at) is not null),
    boards as (
      select main_board_id, count(*) > 1 and bool_and(is_overdue) as is_overdue from heard
      group by main_board_id),
    silent as (select bin_id, rule from alerts where ${isOpenNoDataAlert}),
    silent_boards as (
      select main_board_id from silent join bins on bins.id = bin_id where rule = 'board-no-data')
    insert into alert_marks (bin_id)
    select heard.id from heard
    join boards using (main_board_id)
    left join silent on silent.bin_id = heard.id
    where case rule
      when 'no-data' then boards.is_overdue
      when 'board-no-data' then not boards.is_overdue
      else has_rule and heard.is_overdue
        and not exists (select from silent_boards where main_board_id = heard.main_board_id)
      end`.execute(db);
}

/** Marks the new bins that should have sent their first data by now. */
export async function markNeverReportedBins(db: Db, now: Date): Promise<void> {
  await sql`
    insert into alert_marks (bin_id)
    select bins.id from bins left join latest on latest.bin_id = bins.id
    where deleted_at is null and latest.at is null
      and created_at between ${now}::timestamptz - interval '30 days'
        and ${now}::timestamptz - interval '1 day'
      and not exists (
        select from alerts where alerts.bin_id = bins.id and rule = 'never-reported' and closed_at is null)
    `.execute(db);
}

/** Marks the bins that someone has been in for too long, if they do not have that alert yet. */
export async function markOverdueEntries(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - ENTRY_OVERDUE_MS);
  await sql`
    insert into alert_marks (bin_id)
    select distinct bin_id from bin_entries
    join bins on bins.id = bin_id and bins.deleted_at is null
    where opened_at <= ${cutoff}
      and not exists (
        select from alerts where alerts.bin_id = bin_entries.bin_id
          and rule = 'entry-overdue' and closed_at is null)`.execute(db);
}

/** Marks the bins whose alert about a failed command is due to end. */
export async function markBinsWithExpiredFailures(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - FAILURE_WINDOW_MS);
  await sql`
    insert into alert_marks (bin_id)
    select bin_id from alerts
    where rule = 'command-failed' and closed_at is null and since <= ${cutoff}`.execute(db);
}

/**
 * Marks the bins whose boards have been in installation mode for too long, if they do not have that alert
 * yet.
 */
export async function markBinsInInstallationMode(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - MAX_INSTALLATION_MODE_MS);
  await sql`
    insert into alert_marks (bin_id)
    select bin.id from bins bin
    cross join lateral ${lastConfirmedMode} last
    where bin.deleted_at is null and installation_mode
      and last.is_on and last.confirmed_at <= ${cutoff}
      and not exists (
        select from alerts
        where alerts.bin_id = bin.id and rule = 'installation-mode' and closed_at is null)
    `.execute(db);
}

/**
 * Marks the bins without a recent reading whose farm began a new day after `since`: their grain keeps using
 * storage time. Bins with newer readings are marked by those readings; after a month without a reading, the
 * storage time is unknown.
 */
export async function markStorageTimes(db: Db, since: Millis, now: Millis): Promise<void> {
  const farms = await db
    .selectFrom('farms')
    .select('timezone')
    .distinct()
    .where('deletedAt', 'is', null)
    .execute();
  const timeZones = farms
    .map(({ timezone }) => timezone)
    .filter((timeZone) => toLocalDay(since, timeZone) !== toLocalDay(now, timeZone));
  if (timeZones.length === 0) return;
  await sql`
    insert into alert_marks (bin_id, is_routine)
    select bins.id, true from bins
    join farms on farms.id = bins.farm_id and timezone = any(${timeZones})
    join latest on latest.bin_id = bins.id
    where bins.deleted_at is null and storage_time_enabled
      and latest.at between ${new Date(now - 32 * DAY)} and ${new Date(now - DAY)}`.execute(db);
}

/** Marks the bins whose state was due to change by now without a new reading. */
export async function markBinsWithDueStateChanges(db: Db, now: Date): Promise<void> {
  await sql`
    insert into alert_marks (bin_id)
    select bin_id from bin_states where changes_at <= ${now}`.execute(db);
}

/** The longest delay, ms, between taking and receiving a live reading. */
export const MAX_LIVE_DELAY = HOUR;

/** A mark of readings that arrived soon after they were taken. */
const isLive = sql`
  (until_at is not null and arrived_at - until_at <= ${MAX_LIVE_DELAY} * interval '1 millisecond')`;

/** The bins marked by live readings, longest-waiting first. */
export async function findLiveBins(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    select bin_id from alert_marks where ${isLive}
    group by bin_id order by min(id) limit ${limit}`.execute(db);
  return rows.map(({ binId }) => binId);
}

/**
 * The other marked bins, alternating between the most recently changed and the longest waiting. Bins with
 * only older readings come last among the most recently changed.
 */
export async function findOtherBins(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    with waiting as materialized (
      select bin_id, max(id) filter (where until_at is null) as changed, min(id) as since
      from alert_marks group by bin_id having not bool_or(${isLive})),
    turns as (
      select bin_id, 2 * row_number() over (order by changed desc nulls last, since) as turn
      from (select * from waiting order by changed desc nulls last, since limit ${limit}) newest
      union all
      select bin_id, 2 * row_number() over (order by since) + 1
      from (select * from waiting order by since limit ${limit}) oldest)
    select bin_id from turns group by bin_id order by min(turn) limit ${limit}`.execute(db);
  return rows.map(({ binId }) => binId);
}

/** All marks of a bin, combined. */
export interface BinMarks {
  /** Whether something other than its readings may have changed. */
  readonly hasOtherChange: boolean;
  readonly fromAt: Date | null;
  /**
   * The earliest time of the new readings in the 24 hours before the bin's latest reading; null if there are
   * none.
   */
  readonly recentFromAt: Date | null;
  readonly untilAt: Date | null;
  readonly arrivedAt: Date | null;
  /** When the newest reading of each mark was taken and arrived, in order of arrival. */
  readonly arrivals: readonly { readonly at: Millis; readonly arrivedAt: Millis }[];
}

/**
 * Deletes and returns a bin's marks, in the transaction that evaluates the bin, so that a rollback restores
 * them.
 */
export async function takeMarks(trx: Trx, binId: number): Promise<BinMarks | null> {
  const { rows } = await sql<BinMarks & { count: number }>`
    with taken as (delete from alert_marks where bin_id = ${binId} returning *),
    recent as (
      select at - make_interval(secs => ${ALLOWED_LATENESS / SECOND}) as since from latest where bin_id = ${binId})
    select count(*)::int as count, coalesce(bool_or(until_at is null), false) as has_other_change,
      min(from_at) as from_at, max(until_at) as until_at,
      min(greatest(from_at, since)) filter (where until_at > since) as recent_from_at,
      max(arrived_at) as arrived_at,
      coalesce(jsonb_agg(jsonb_build_object(
        'at', floor(extract(epoch from until_at) * 1000),
        'arrivedAt', floor(extract(epoch from arrived_at) * 1000)
      ) order by arrived_at, id) filter (where until_at is not null and arrived_at is not null), '[]') as arrivals
    from taken left join recent on true`.execute(trx);
  const [marks] = rows;
  return marks === undefined || marks.count === 0 ? null : marks;
}
