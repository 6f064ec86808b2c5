import type { FanHold } from '@granary/domain/fans/fan-hold';
import type { FanSlot } from '@granary/domain/fans/fan-slots';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

export interface StoredSlot extends FanSlot {
  readonly id: number;
}

/** A bin's schedule, with the fields that identify the bin. */
export interface StoredSchedule {
  readonly binNumber: number;
  readonly mainBoardId: string;
  /** The farm's time zone. */
  readonly timeZone: string;
  readonly version: number;
  readonly heldBy: FanHold | null;
  readonly heldAt: Date | null;
  /** Whether the board reports a lockout. */
  readonly isLocked: boolean;
  /** Ordered by start time. */
  readonly slots: readonly StoredSlot[];
}

/** The schedule of a bin; null if the bin does not exist. */
export async function findFanSchedule(db: Db, binId: number): Promise<StoredSchedule | null> {
  const { rows } = await sql<Omit<StoredSchedule, 'slots'>>`
    select bins.bin_number, bins.main_board_id,
      farms.timezone as time_zone, coalesce(fan_schedules.version, 1) as version,
      held_by, held_at, coalesce(is_locked, false) as is_locked
    from bins join farms on farms.id = bins.farm_id
    left join fan_schedules on fan_schedules.bin_id = bins.id
    left join fan_controls on fan_controls.bin_id = bins.id
    where bins.id = ${binId} and bins.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const slots = await db
    .selectFrom('fanSlots')
    .select(['id', 'weekday', 'onTime', 'offTime'])
    .where('binId', '=', binId)
    .orderBy('onTime')
    .execute();
  return { ...row, slots };
}

/** Locks the schedule of a bin, so that it is changed by one transaction at a time. */
export async function lockFanSchedule(trx: Trx, binId: number): Promise<void> {
  await sql`
    insert into fan_schedules (bin_id)
    select id from bins where id = ${binId} and deleted_at is null
    on conflict do nothing`.execute(trx);
  await sql`select from fan_schedules where bin_id = ${binId} for update`.execute(trx);
}

/** Replaces the slots of a bin; those that stay the same keep their IDs. */
export async function replaceFanSlots(
  trx: Trx,
  binId: number,
  slots: readonly FanSlot[],
): Promise<void> {
  const newSlots = sql`
    select * from unnest(
      ${slots.map(({ weekday }) => weekday)}::text[],
      ${slots.map(({ onTime }) => onTime)}::text[],
      ${slots.map(({ offTime }) => offTime)}::text[]
    ) as sent (weekday, on_time, off_time)`;
  await sql`
    delete from fan_slots where bin_id = ${binId}
      and (weekday, on_time, off_time) not in (${newSlots})`.execute(trx);
  await sql`
    insert into fan_slots (bin_id, weekday, on_time, off_time)
    select ${binId}::integer, sent.* from (${newSlots}) sent
    on conflict do nothing`.execute(trx);
  await sql`update fan_schedules set version = version + 1 where bin_id = ${binId}`.execute(trx);
}

/**
 * Locks a bin's fan control until the transaction ends; returns its hold and lockout, or null if there is no
 * record.
 */
export async function lockFanHold(
  trx: Trx,
  binId: number,
): Promise<{ readonly heldBy: FanHold | null; readonly isLocked: boolean } | null> {
  const row = await trx
    .selectFrom('fanControls')
    .select(['heldBy', 'isLocked'])
    .where('binId', '=', binId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends the hold of a fan. */
export async function endFanHold(trx: Trx, binId: number): Promise<void> {
  await sql`
    update fan_controls set held_by = null, held_at = null, resumed_at = clock_timestamp()
    where bin_id = ${binId}`.execute(trx);
}
