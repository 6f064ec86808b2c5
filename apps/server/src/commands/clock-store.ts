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

/** Stores what the clock of the database shows; returns whether it was set back since it was last stored. */
export async function checkClock(db: Db): Promise<boolean> {
  const { rows } = await sql<ClockRow>`
    update command_clock set latest_at = greatest(latest_at, clock_timestamp())
    returning latest_at, clock_timestamp() as now`.execute(db);
  return rows.some(({ latestAt, now }) => isClockSetBack(toMillis(latestAt), toMillis(now)));
}

/**
 * Ends the starts of fans that wait or are not answered, because the clock of the database was set back.
 * From then on the clock is trusted as it is now.
 */
export async function endPendingFanStarts(
  trx: Trx,
  handleChange: CommandChangeHandler,
): Promise<void> {
  // A schedule that is resumed from now on sends again.
  await sql`
    update fan_schedules set sent_at = 'epoch' where sent_at > clock_timestamp()`.execute(trx);
  // The future times that are lowered below may be on any board.
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
  await lowerLaterTimes(trx, latestAt);
}

/** Lowers to now the future times that fan starts wait for. */
async function lowerLaterTimes(trx: Trx, now: Date): Promise<void> {
  // The next fans start some seconds after those that started just before.
  await sql`
    update commands set sent_at = ${now}
    where kind = 'fan' and instruction ->> 'isOn' = 'true' and sent_at > ${now}`.execute(trx);
  // A schedule sends an ON that failed again after some minutes.
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
