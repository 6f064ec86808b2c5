import type { ScheduledState } from '@granary/domain/fans/fan-schedule';
import type { FanSlot } from '@granary/domain/fans/fan-slots';
import type { ScheduleContext, SentState } from '@granary/domain/fans/scheduled-command';
import { type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** A bin whose fan runs on a schedule, or did until its settings changed. */
export interface ScheduledBin extends Omit<ScheduleContext, 'now' | 'wanted'> {
  readonly binId: number;
  readonly isScheduled: boolean;
  /** The farm's time zone. */
  readonly timeZone: string;
  readonly slots: readonly FanSlot[];
}

interface ScheduledRow {
  readonly binId: number;
  readonly isScheduled: boolean;
  readonly timeZone: string;
  readonly slots: readonly FanSlot[];
  readonly sentOn: boolean | null;
  readonly sentUntil: Date | null;
  readonly sentAt: Date | null;
  readonly isHeld: boolean;
  readonly resumedAt: Date | null;
  readonly restartedAt: Date | null;
  readonly failedAt: Date | null;
}

/**
 * The bins that are on their schedules, or were until their settings changed; only the given bin unless
 * `binId` is null.
 */
export async function findScheduledBins(db: Db, binId: number | null): Promise<ScheduledBin[]> {
  const { rows } = await sql<ScheduledRow>`
    select bins.id as bin_id, farms.timezone as time_zone,
      bins.fan_attached and bins.fan_mode = 'scheduled' as is_scheduled,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'weekday', weekday, 'onTime', on_time, 'offTime', off_time))
        from fan_slots where fan_slots.bin_id = bins.id
      ), '[]') as slots,
      sent_on, sent_until, fan_schedules.sent_at, resumed_at, restarted_at,
      held_at is not null or coalesce(is_locked, false)
        or exists (select from bin_entries where bin_id = bins.id) as is_held,
      case when newest.control_type = 'scheduled' and newest.confirmed_at is null
          and newest.state in ('expired', 'failed', 'cancelled')
          and newest.instruction ->> 'isOn' = 'true'
        then newest.ended_at end as failed_at
    from bins
    join farms on farms.id = bins.farm_id
    left join fan_schedules on fan_schedules.bin_id = bins.id
    left join fan_controls on fan_controls.bin_id = bins.id
    left join lateral (
      select * from commands where commands.bin_id = bins.id and kind = 'fan'
      order by queued_at desc, seq desc limit 1
    ) newest on true
    where bins.deleted_at is null and farms.deleted_at is null
      and (sent_on is not null or (bins.fan_attached and bins.fan_mode = 'scheduled'))
      and (${binId}::integer is null or bins.id = ${binId})
    order by bins.id`.execute(db);
  return rows.map(toScheduledBin);
}

function toScheduledBin(row: ScheduledRow): ScheduledBin {
  return {
    binId: row.binId,
    isScheduled: row.isScheduled,
    timeZone: row.timeZone,
    slots: row.slots,
    lastSentState: toSentState(row),
    isBlocked: row.isHeld,
    resumedAt: toMillis(row.resumedAt),
    restartedAt: toMillis(row.restartedAt),
    failedAt: toMillis(row.failedAt),
  };
}

function toSentState({ sentOn, sentUntil, sentAt }: ScheduledRow): SentState | null {
  const at = toMillis(sentAt);
  return sentOn === null || at === null ? null : { isOn: sentOn, until: toMillis(sentUntil), at };
}

function toMillis(date: Date | null): Millis | null {
  return date && millis(date.getTime());
}

/** Stores the fan state that a bin's schedule sends. */
export async function storeSentState(
  trx: Trx,
  binId: number,
  { isOn, until }: ScheduledState,
): Promise<void> {
  await sql`
    update fan_schedules
    set sent_on = ${isOn}, sent_until = ${toDate(until)}, sent_at = clock_timestamp()
    where bin_id = ${binId}`.execute(trx);
}

/** Stores when a bin's schedule next turns its fan on or off; the last sent state stays the same. */
export async function storeNextChange(
  trx: Trx,
  binId: number,
  until: Millis | null,
): Promise<void> {
  await sql`
    update fan_schedules set sent_until = ${toDate(until)} where bin_id = ${binId}`.execute(trx);
}

function toDate(at: Millis | null): Date | null {
  return at === null ? null : new Date(at);
}

/** Clears the fan state that a bin's schedule sent, because the bin is no longer on its schedule. */
export async function clearSentState(trx: Trx, binId: number): Promise<void> {
  await sql`
    update fan_schedules set sent_on = null, sent_until = null, sent_at = null
    where bin_id = ${binId}`.execute(trx);
}

/** The database's current time. */
export async function readDatabaseTime(db: Db): Promise<Millis> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return millis(rows[0]?.now.getTime() ?? 0);
}
