import { type Command, isFanStart } from '@granary/domain/commands/command';
import { type BoardMode, toBoardMode } from '@granary/domain/commands/expiry';
import { type FanBlocks, isClockSetBack, type ReleaseStep } from '@granary/domain/commands/release';
import type { Millis } from '@granary/domain/units';
import { type Selectable, sql } from 'kysely';
import { lockBoards } from '../boards/assignment-store.ts';
import type { CommandsTable } from '../platform/postgres/tables/commands.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { toCommand, toMillis } from './command-store.ts';

/** The open commands of a board, with the data that their release depends on. */
export interface BoardCommands {
  /** The database's current time. */
  readonly now: Millis;
  /** Whether the database's clock was set back, so that the age of fan starts is unknown. */
  readonly isClockSetBack: boolean;
  readonly mode: BoardMode;
  readonly openCommands: readonly Command[];
  /** Returns the ID of the user who requested an open command; null if no user requested it. */
  readonly getActorId: (commandId: string) => number | null;
  /**
   * Returns what blocks the start of a bin's fan; known only if a start is open, because nothing blocks a
   * stop.
   */
  readonly getBlocks: (binId: number) => FanBlocks;
  readonly getLastOtherStartAt: (binId: number) => Millis | null;
}

/** Finds the boards with open commands. */
export async function findBoardsWithOpenCommands(db: Db): Promise<string[]> {
  const { rows } = await sql<{ mainBoardId: string }>`
    select distinct main_board_id from commands where state in ('queued', 'released')`.execute(db);
  return rows.map(({ mainBoardId }) => mainBoardId);
}

/** Locks a board until the end of the transaction and reads its open commands; null if it has none. */
export async function lockOpenCommands(
  trx: Trx,
  mainBoardId: string,
): Promise<BoardCommands | null> {
  await lockBoards(trx, [mainBoardId]);
  const { rows } = await sql<Selectable<CommandsTable>>`
    select * from commands where main_board_id = ${mainBoardId} and state in ('queued', 'released')
    order by seq`.execute(trx);
  if (rows.length === 0) return null;
  const hasStarts = rows.some(
    ({ instruction }) => instruction !== null && isFanStart({ instruction }),
  );
  if (hasStarts) await lockStarts(trx, mainBoardId);
  const starts = hasStarts ? await findStarts(trx, mainBoardId) : [];
  const blocksByBin = hasStarts ? await findBlocks(trx, rows) : new Map<number, FanBlocks>();
  const boardState = await findBoardState(trx, mainBoardId);
  if (boardState === null) return null;
  const now = toMillis(boardState.now);
  const openCommands = rows.flatMap((row) => toCommand(row) ?? []);
  const clockTimes = [boardState.latestClockAt, ...starts.map(({ at }) => at)].map(toMillis);
  clockTimes.push(...openCommands.filter(isFanStart).map(({ queuedAt }) => queuedAt));
  return {
    now,
    isClockSetBack: hasStarts && clockTimes.some((at) => isClockSetBack(at, now)),
    mode: toBoardMode(boardState.firmwareReported, boardState.firmwareSetting),
    openCommands,
    getActorId: (commandId) => rows.find(({ id }) => id === commandId)?.actorId ?? null,
    getBlocks: (binId) => blocksByBin.get(binId) ?? NO_BLOCKS,
    getLastOtherStartAt: (binId) => {
      const lastStart = starts.find((start) => start.binId !== binId);
      return lastStart === undefined ? null : toMillis(lastStart.at);
    },
  };
}

/**
 * Locks the fan starts of the board's farm, so that its boards start fans one after the other, spaced out.
 */
async function lockStarts(trx: Trx, mainBoardId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${FAN_START_LOCK}, farm_id) from main_boards
    where id = ${mainBoardId}`.execute(trx);
}

/** The first key of the advisory locks for fan starts; the second key is the farm ID. */
const FAN_START_LOCK = 0x7374_6172;

interface BoardStateRow {
  readonly firmwareReported: string | null;
  readonly firmwareSetting: string | null;
  readonly now: Date;
  /** The latest time that was read from the database's clock. */
  readonly latestClockAt: Date;
}

async function findBoardState(trx: Trx, mainBoardId: string): Promise<BoardStateRow | null> {
  const { rows } = await sql<BoardStateRow>`
    select main_boards.firmware_name as firmware_reported, clock_timestamp() as now,
      (select latest_at from command_clock) as latest_clock_at,
      (select firmware_name from bins
       where bins.main_board_id = main_boards.id and deleted_at is null
       order by firmware_name = 'realtime' limit 1) as firmware_setting
    from main_boards where id = ${mainBoardId}`.execute(trx);
  return rows[0] ?? null;
}

const NO_BLOCKS: FanBlocks = { isHeld: false, isLocked: false, hasEntrySession: false };

async function findBlocks(
  trx: Trx,
  commands: readonly { readonly binId: number }[],
): Promise<Map<number, FanBlocks>> {
  const { rows } = await sql<FanBlocks & { binId: number }>`
    select bin.id as bin_id, coalesce(is_locked, false) as is_locked,
      held_at is not null as is_held,
      exists (select from bin_entries where bin_id = bin.id) as has_entry_session
    from unnest(${commands.map(({ binId }) => binId)}::integer[]) as bin (id)
    left join fan_controls on fan_controls.bin_id = bin.id`.execute(trx);
  return new Map(rows.map((row) => [row.binId, row]));
}

/** Finds when each fan of the board's farm was last sent an ON command, newest first. */
async function findStarts(trx: Trx, mainBoardId: string): Promise<{ binId: number; at: Date }[]> {
  const { rows } = await sql<{ binId: number; at: Date }>`
    select commands.bin_id, max(sent_at) as at from commands
    join bins on bins.id = commands.bin_id
    where bins.farm_id = (select farm_id from main_boards where id = ${mainBoardId})
      and kind = 'fan' and instruction ->> 'isOn' = 'true'
      and queued_at > now() - interval '1 day' and sent_at is not null
    group by commands.bin_id order by at desc`.execute(trx);
  return rows;
}

/** Finds the cause of a command: the name of the user who requested it, otherwise the control type. */
export async function findCause(trx: Trx, commandId: string): Promise<string> {
  const { rows } = await sql<{ cause: string }>`
    select coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email,
      control_type) as cause
    from commands left join users on users.id = commands.actor_id
    where commands.id = ${commandId}`.execute(trx);
  return rows[0]?.cause ?? '';
}

/** Stores a step; returns false if another process has changed the command since it was read. */
export async function storeStep(trx: Trx, step: ReleaseStep, now: Millis): Promise<boolean> {
  const { id, state, attempts } = step.command;
  const at = new Date(now);
  const changes = toAssignments(step, at);
  const { rows } = await sql`
    update commands set ${changes}
    where id = ${id} and state = ${state} and attempts = ${attempts}
    returning id`.execute(trx);
  return rows.length > 0;
}

function toAssignments(step: ReleaseStep, at: Date) {
  switch (step.kind) {
    case 'expire':
      return sql`state = 'expired', failure = ${step.failure}, ended_at = ${at}`;
    case 'cancel':
      return sql`state = 'cancelled', failure = ${step.block}, ended_at = ${at}`;
    case 'fail':
      return sql`state = 'failed', failure = ${step.failure}, ended_at = ${at}`;
    case 'send':
      return sql`
        state = 'released', attempts = attempts + 1, sent_at = ${at},
        released_at = coalesce(released_at, ${at})`;
  }
}
