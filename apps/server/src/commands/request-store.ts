import { randomUUID } from 'node:crypto';
import { calculateIntervalFromTimes } from '@granary/domain/boards/report-interval';
import { calculateNextSeq, isFanStart } from '@granary/domain/commands/command';
import { calculateExpiry, toBoardMode } from '@granary/domain/commands/expiry';
import { formatCommandText } from '@granary/domain/commands/instruction';
import { findStartBlock } from '@granary/domain/commands/release';
import type { CommandRequest, RequestOutcome } from '@granary/domain/commands/request';
import { type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { clampFutureArrivalTimes } from '../fans/last-report-store.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { toMillis } from './command-store.ts';

interface TargetRow {
  readonly mainBoardId: string;
  readonly binNumber: number;
  readonly firmwareSetting: string;
  readonly firmwareReported: string | null;
  readonly recent: readonly string[] | null;
  readonly isLocked: boolean;
  readonly isHeld: boolean;
  readonly hasEntrySession: boolean;
  readonly lastSeq: number | null;
  readonly now: Date;
}

/**
 * Queues a command; only queued commands are sent to boards. The new command replaces the open command of the
 * same bin and kind. The process that the board is connected to sends it after the commit.
 */
export async function requestCommand(trx: Trx, request: CommandRequest): Promise<RequestOutcome> {
  const { binId, instruction, controlType } = request;
  const target = await lockTarget(trx, binId, instruction.kind);
  if (target === null) return { kind: 'no-bin' };
  const block = isFanStart({ instruction }) ? findStartBlock(target, controlType) : null;
  if (block !== null) return { kind: 'refused', block };
  await sql`
    update commands set state = 'superseded', ended_at = ${target.now}
    where bin_id = ${binId} and kind = ${instruction.kind}
      and state in ('queued', 'released')`.execute(trx);
  await clampFutureTimestamps(trx, request, target.now);
  const id = randomUUID();
  const now = toMillis(target.now);
  await trx
    .insertInto('commands')
    .values({
      id,
      mainBoardId: target.mainBoardId,
      binId,
      binNumber: target.binNumber,
      kind: instruction.kind,
      seq: String(calculateNextSeq(target.lastSeq, now)),
      text: formatCommandText(instruction, target.binNumber),
      instruction: JSON.stringify(instruction),
      controlType,
      actorId: request.actorId,
      address: request.address,
      reason: request.reason,
      state: 'queued',
      queuedAt: target.now,
      expiresAt: new Date(request.expiresAt ?? findExpiry(target, now)),
    })
    .execute();
  await sql`select pg_notify('command_queued', ${target.mainBoardId})`.execute(trx);
  return { kind: 'queued', id };
}

/**
 * Lowers times that are later than the request: if the clock was set back, earlier events would otherwise
 * look newer than the request.
 */
async function clampFutureTimestamps(
  trx: Trx,
  { binId, instruction: { kind } }: CommandRequest,
  now: Date,
): Promise<void> {
  const maxTime = new Date(now.getTime() - 1);
  await sql`
    update commands set queued_at = ${maxTime}
    where bin_id = ${binId} and kind = ${kind} and queued_at >= ${now}`.execute(trx);
  if (kind !== 'fan') return;
  await sql`
    update fan_controls set switched_at = ${maxTime}
    where bin_id = ${binId} and switched_at >= ${now}`.execute(trx);
  await clampFutureArrivalTimes(trx, [{ binId, at: maxTime }]);
}

/** Locks the board of a bin, so that requests for it run one after the other. */
export function lockBoardOfBin(trx: Trx, binId: number): Promise<void> {
  return lockBoardsOfBins(trx, [binId]);
}

/** Locks the boards of bins, so that requests for them run one after the other. */
export async function lockBoardsOfBins(trx: Trx, binIds: readonly number[]): Promise<void> {
  await sql`
    select from main_boards where id in (select main_board_id from bins where id = any(${binIds}))
    order by id for no key update`.execute(trx);
}

/** Locks a bin's board and reads both, after earlier requests for the board are committed. */
async function lockTarget(trx: Trx, binId: number, kind: string): Promise<TargetRow | null> {
  // A separate statement, because a statement that waits for a lock reads the data from before the wait.
  await lockBoardOfBin(trx, binId);
  const { rows } = await sql<TargetRow>`
    select bins.main_board_id, bins.bin_number, bins.firmware_name as firmware_setting,
      main_boards.firmware_name as firmware_reported, latest.recent,
      coalesce(fan_controls.is_locked, false) as is_locked,
      fan_controls.held_at is not null as is_held,
      exists (select from bin_entries where bin_id = bins.id) as has_entry_session,
      (select max(seq)::float8 from commands
       where commands.main_board_id = bins.main_board_id
         and commands.bin_number = bins.bin_number and commands.kind = ${kind}) as last_seq,
      clock_timestamp() as now
    from bins join main_boards on main_boards.id = bins.main_board_id
    left join latest on latest.bin_id = bins.id
    left join fan_controls on fan_controls.bin_id = bins.id
    where bins.id = ${binId} and bins.deleted_at is null`.execute(trx);
  return rows[0] ?? null;
}

function findExpiry(target: TargetRow, now: Millis): Millis {
  const { firmwareReported, firmwareSetting, recent } = target;
  const readingTimes = (recent ?? []).map(Number);
  const [lastReadAt] = readingTimes;
  return calculateExpiry(now, toBoardMode(firmwareReported, firmwareSetting), {
    lastReadAt: lastReadAt === undefined ? null : millis(lastReadAt),
    usualIntervalMs: calculateIntervalFromTimes(readingTimes),
  });
}
