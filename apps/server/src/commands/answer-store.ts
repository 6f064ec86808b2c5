import {
  type Answer,
  applyAnswer,
  type BinReport,
  findOverride,
  mustRepeatOff,
} from '@granary/domain/commands/answer';
import type { FanHold } from '@granary/domain/fans/fan-hold';
import { type Selectable, sql } from 'kysely';
import { clampFutureArrivalTimes } from '../fans/last-report-store.ts';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type CommandChangeHandler, toCommand, toMillis } from './command-store.ts';
import { lockBoardOfBin, requestCommand } from './request-store.ts';
import { cancelScheduledCommands, isAtCommandStation } from './store.ts';

/** A board's answer to one of its commands. */
export interface BoardAnswer {
  readonly mainBoardId: string;
  /** The bin whose fan the answer reports; null for other answers. */
  readonly binId: number | null;
  readonly commandId: string;
  readonly answer: Answer;
  /** The message from the board; empty without one. */
  readonly message: string;
}

/** A board's report of what people did at a bin; null for values that the report does not include. */
export interface FanControlReport extends BinReport {
  readonly binId: number;
  /** The fan was left off after a power outage. */
  readonly isAfterPowerOutage: boolean;
  readonly receivedAt: Date;
}

/** Whether the air in a bin's plenum was moving at a given time. */
export interface AirflowReport {
  readonly binId: number;
  readonly isMoving: boolean;
  readonly at: Date;
}

/** The answers and reports from the frames of a batch. */
export interface BoardAnswers {
  /** The boards that sent frames other than readings. */
  readonly boards: readonly string[];
  readonly answers: readonly BoardAnswer[];
  readonly controls: readonly FanControlReport[];
  /** The bins whose readings are stored. */
  readonly binIdsWithReadings: readonly number[];
  readonly airflows: readonly AirflowReport[];
}

/** Stores what boards answered, in the transaction that stores their frames. */
export async function storeAnswers(
  trx: Trx,
  boardAnswers: BoardAnswers,
  handleChange: CommandChangeHandler,
): Promise<void> {
  if (!(await lockAnsweredBoards(trx, boardAnswers))) return;
  const { answers, controls, binIdsWithReadings, airflows } = boardAnswers;
  await applyAnswers(trx, answers, handleChange);
  await confirmReadingRequests(trx, binIdsWithReadings);
  await proveFans(trx, airflows);
  const reports = controls.map(({ binId, receivedAt }) => ({ binId, at: receivedAt }));
  if (reports.length > 0) await clampFutureArrivalTimes(trx, reports);
  await storeFanControls(trx, controls);
}

/**
 * Locks the boards whose commands the frames may change, in the order of their IDs; returns false if there
 * are none. A reading answers a request, and its airflow proves a fan command.
 */
async function lockAnsweredBoards(
  trx: Trx,
  { boards, binIdsWithReadings, airflows }: BoardAnswers,
): Promise<boolean> {
  if (boards.length === 0 && binIdsWithReadings.length === 0) return false;
  const { rows } = await sql`
    select id from main_boards
    where id = any(array(
      select unnest(${boards}::text[])
      union all
      select main_board_id from commands
      where bin_id = any(${binIdsWithReadings}) and kind = 'request' and state in ('queued', 'released')
      union all
      select newest.main_board_id from unnest(
        ${airflows.map(({ binId }) => binId)}::integer[]
      ) as seen (bin_id)
      cross join lateral (${newestFanCommand}) newest
      where newest.state = 'confirmed'
    ))
    order by id for no key update`.execute(trx);
  return rows.length > 0;
}

const newestFanCommand = sql`
  select id, main_board_id, state from commands
  where bin_id = seen.bin_id and kind = 'fan' order by queued_at desc, seq desc limit 1`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stores what boards answered, in the order of their frames. */
async function applyAnswers(
  trx: Trx,
  answers: readonly BoardAnswer[],
  handleChange: CommandChangeHandler,
): Promise<void> {
  for (const { mainBoardId, binId, commandId, answer, message } of answers) {
    if (!UUID.test(commandId)) continue;
    const { rows } = await sql<Selectable<CommandsTable> & { now: Date }>`
      select commands.*, clock_timestamp() as now from commands
      where id = ${commandId} and main_board_id = ${mainBoardId}
        and (${binId}::integer is null or bin_id = ${binId})`.execute(trx);
    const [row] = rows;
    const command = row && toCommand(row);
    const effect = command ? applyAnswer(command, answer) : null;
    if (!row || !command || effect === null) continue;
    const changes = {
      confirm: sql`state = 'confirmed', confirmed_at = clock_timestamp()`,
      'confirm-late': sql`confirmed_at = clock_timestamp()`,
      fail: sql`
        state = 'failed', ended_at = clock_timestamp(),
        failure = ${effect.kind === 'fail' ? effect.failure : null}`,
    }[effect.kind];
    await sql`
      update commands set ${changes}
      where id = ${commandId} and state = ${command.state}`.execute(trx);
    await handleChange(trx, {
      command: { ...command, actorId: row.actorId },
      kind: effect.kind === 'fail' ? 'ended' : 'confirmed',
      message,
      at: toMillis(row.now),
    });
  }
}

/** Finds the bins that commands belong to; unknown IDs are ignored. */
export async function findBinsOfCommands(
  trx: Trx,
  commandIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ binId: number }>`
    select distinct bin_id from commands
    where id = any(${commandIds.filter((id) => UUID.test(id))}::uuid[])`.execute(trx);
  return rows.map(({ binId }) => binId);
}

/** Confirms the open reading requests of bins: any later reading answers them, even before they are sent. */
async function confirmReadingRequests(trx: Trx, binIds: readonly number[]): Promise<void> {
  if (binIds.length === 0) return;
  await sql`
    update commands set state = 'confirmed', confirmed_at = clock_timestamp()
    where bin_id = any(${binIds}) and kind = 'request' and state in ('queued', 'released')`.execute(
    trx,
  );
}

/** Marks the latest confirmed fan commands of bins as proven if the airflow after them matches. */
async function proveFans(trx: Trx, airflows: readonly AirflowReport[]): Promise<void> {
  if (airflows.length === 0) return;
  await sql`
    update commands set state = 'proven', proven_at = clock_timestamp()
    from unnest(
      ${airflows.map(({ binId }) => binId)}::integer[],
      ${airflows.map(({ isMoving }) => isMoving)}::boolean[],
      ${airflows.map(({ at }) => at)}::timestamptz[]
    ) as seen (bin_id, is_moving, at)
    cross join lateral (${newestFanCommand}) newest
    where commands.id = newest.id and commands.state = 'confirmed' and confirmed_at <= seen.at
      and (instruction ->> 'isOn')::boolean = seen.is_moving`.execute(trx);
}

/**
 * Stores lockouts, uses of the switch and power outages at bins, and ends the fan starts that they override.
 */
async function storeFanControls(trx: Trx, reports: readonly FanControlReport[]): Promise<void> {
  const sortedReports = reports.toSorted((a, b) => a.binId - b.binId);
  for (const report of sortedReports) {
    const { binId, isLocked, isBySwitch, isAfterPowerOutage, isOn, receivedAt } = report;
    if (isLocked === null && !isBySwitch && !isAfterPowerOutage) continue;
    const switchedAt = isBySwitch ? receivedAt : null;
    const switchHold: FanHold = isOn ? 'switched-on' : 'switched-off';
    await sql`
      insert into fan_controls as stored
        (bin_id, is_locked, switched_at, held_by, held_at, restarted_at)
      select id, ${isLocked ?? false}::boolean, ${switchedAt}::timestamptz, held_by,
        case when held_by is not null then clock_timestamp() end,
        case when ${isAfterPowerOutage}::boolean then clock_timestamp() end
      from (
        select id, case
          when ${isLocked === true}::boolean then 'lockout'
          when ${isBySwitch}::boolean and fan_mode <> 'manual' then ${switchHold}::text
        end as held_by from bins where id = ${binId}
      ) reported
      on conflict (bin_id) do update set
        is_locked = coalesce(${isLocked}::boolean, stored.is_locked),
        switched_at = coalesce(excluded.switched_at, stored.switched_at),
        held_by = coalesce(excluded.held_by, stored.held_by),
        held_at = case when excluded.held_by is distinct from stored.held_by
          then coalesce(excluded.held_at, stored.held_at) else stored.held_at end,
        restarted_at = coalesce(excluded.restarted_at, stored.restarted_at)`.execute(trx);
    if (!isBySwitch && isLocked !== true) continue;
    await endOverriddenStart(trx, binId, report);
    await cancelScheduledCommands(trx, binId, 'hold');
  }
}

async function endOverriddenStart(trx: Trx, binId: number, report: BinReport): Promise<void> {
  const { rows } = await sql<Selectable<CommandsTable>>`
    select * from commands
    where bin_id = ${binId} and kind = 'fan' and state in ('queued', 'released')`.execute(trx);
  for (const row of rows) {
    const command = toCommand(row);
    const override = command && findOverride(command, report);
    if (!override) continue;
    await sql`
      update commands set state = ${override.state}, failure = ${override.failure}, ended_at = clock_timestamp()
      where id = ${row.id} and state = ${row.state}`.execute(trx);
  }
}

/**
 * Finds the bins whose newest fan command is an OFF that ended without an answer, and that have not moved to
 * another bin station since.
 */
export async function findBinsWithUnansweredOff(
  db: Db,
): Promise<{ binId: number; mainBoardId: string; binNumber: number }[]> {
  const { rows } = await sql<{ binId: number; mainBoardId: string; binNumber: number }>`
    select newest.bin_id, newest.main_board_id, newest.bin_number
    from (
      select distinct on (bin_id) * from commands
      where kind = 'fan' and instruction is not null order by bin_id, queued_at desc, seq desc
    ) newest
    join bins on bins.id = newest.bin_id and bins.deleted_at is null
      and bins.main_board_id = newest.main_board_id and bins.bin_number = newest.bin_number
    where newest.instruction ->> 'isOn' = 'false' and newest.confirmed_at is null
      and newest.state in ('expired', 'failed')`.execute(db);
  return rows;
}

/**
 * Queues the last OFF of a bin again if its board did not answer it; called when the board reports again.
 * Does nothing if the bin has moved to another bin station since.
 */
export async function repeatUnansweredOff(db: Db, binId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The lock keeps this OFF from superseding a command that is requested at the same time.
    await lockBoardOfBin(trx, binId);
    const { rows } = await sql<Selectable<CommandsTable> & { now: Date; switchedAt: Date | null }>`
      select commands.*, clock_timestamp() as now, fan_controls.switched_at from commands
      left join fan_controls on fan_controls.bin_id = commands.bin_id
      where commands.bin_id = ${binId} and kind = 'fan'
      order by queued_at desc, seq desc limit 1`.execute(trx);
    const [row] = rows;
    const command = row && toCommand(row);
    if (!row || !command) return;
    const switchedAt = row.switchedAt && toMillis(row.switchedAt);
    if (!mustRepeatOff(command, toMillis(row.now), switchedAt)) return;
    if (!(await isAtCommandStation(trx, row.id))) return;
    await requestCommand(trx, {
      binId,
      instruction: command.instruction,
      controlType: command.controlType,
      actorId: row.actorId,
      address: row.address,
      reason: row.reason,
      expiresAt: null,
    });
  });
}
