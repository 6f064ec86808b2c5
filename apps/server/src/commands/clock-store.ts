import { isClockSetBack, planClockSetBack } from '@granary/domain/commands/release';
import { type Selectable, sql } from 'kysely';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type CommandChangeHandler, toCommand, toMillis } from './command-store.ts';
import { storeStep } from './release-store.ts';

interface ClockRow {
  readonly latestAt: Date;
  readonly now: Date;
}

/** Stores the time of the database's clock; returns whether the clock was set back since the last check. */
export async function checkClock(db: Db): Promise<boolean> {
  const { rows } = await sql<ClockRow>`
    update command_clock set latest_at = greatest(latest_at, clock_timestamp())
    returning latest_at, clock_timestamp() as now`.execute(db);
  return rows.some(({ latestAt, now }) => isClockSetBack(toMillis(latestAt), toMillis(now)));
}

/**
 * Ends fan starts that are waiting or unanswered, because the database's clock was set back. From then on,
 * the clock's current time is trusted.
 */
export async function endPendingFanStarts(
  trx: Trx,
  handleChange: CommandChangeHandler,
): Promise<void> {
  // Without this, a schedule that is resumed later would not send its command again.
  await sql`
    update fan_schedules set sent_at = 'epoch' where sent_at > clock_timestamp()`.execute(trx);
  // Locks all boards, because the future times that are lowered below can belong to any of them.
  await sql`select from main_boards order by id for no key update`.execute(trx);
  const { latestAt } = await trx
    .updateTable('commandClock')
    .set({ latestAt: sql<Date>`clock_timestamp()` })
    .returning('latestAt')
    .executeTakeFirstOrThrow();
  const now = toMillis(latestAt);
  const { rows } = await sql<Selectable<CommandsTable>>`
    select * from commands where state in ('queued', 'released')
    order by main_board_id, seq`.execute(trx);
  for (const row of rows) {
    const command = toCommand(row);
    const step = command && planClockSetBack(command);
    if (!step || !(await storeStep(trx, step, now))) continue;
    const change = { command: { ...step.command, actorId: row.actorId }, message: '', at: now };
    await handleChange(trx, { ...change, kind: 'ended' });
  }
  await clampFutureTimestamps(trx, latestAt);
}

/** Clamps future timestamps to `now` if they affect when fans can start. */
async function clampFutureTimestamps(trx: Trx, now: Date): Promise<void> {
  // Each fan starts a few seconds after the previous fan.
  await sql`
    update commands set sent_at = ${now}
    where kind = 'fan' and instruction ->> 'isOn' = 'true' and sent_at > ${now}`.execute(trx);
  // A schedule sends a failed ON command again after a few minutes.
  await sql`
    update commands set ended_at = ${now}
    where kind = 'fan' and instruction ->> 'isOn' = 'true' and ended_at > ${now}`.execute(trx);
  await sql`
    with later as (
      select bin_id from fan_controls where resumed_at > ${now} or restarted_at > ${now}
      order by bin_id for update
    )
    update fan_controls set
      resumed_at = case when resumed_at > ${now} then ${now} else resumed_at end,
      restarted_at = case when restarted_at > ${now} then ${now} else restarted_at end
    from later where fan_controls.bin_id = later.bin_id`.execute(trx);
}
