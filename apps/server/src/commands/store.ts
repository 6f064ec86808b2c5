import type { CommandKind, Instruction } from '@granary/domain/commands/instruction';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import { type RawBuilder, sql } from 'kysely';
import { toOrderTime } from '../fans/last-report-store.ts';
import type { CommandRow, Db, Trx } from '../platform/postgres/tables.ts';

/** A main board's latest fan command, with the name of its bin. */
export type LatestFanCommand = CommandRow & { readonly binName: string };

/** The latest fan command for a main board's bins; null if there is none. */
export async function findLatestFanCommand(
  db: Db,
  mainBoardId: string,
): Promise<LatestFanCommand | null> {
  const board = sql`select ${mainBoardId}::text as main_board_id`;
  const { rows } = await buildLatestByBoardQuery(board).execute(db);
  return rows[0] ?? null;
}

/** The latest fan command of each main board with bins on a farm, ordered by board ID. */
export async function findLatestCommandsOfFarm(
  db: Db,
  farmId: number,
): Promise<LatestFanCommand[]> {
  const boards = sql`
    select distinct main_board_id from bins where farm_id = ${farmId} and deleted_at is null`;
  const { rows } = await buildLatestByBoardQuery(boards).execute(db);
  return rows;
}

/**
 * Builds a query for the latest fan command of each board, ignoring commands that ended before they were
 * sent.
 */
function buildLatestByBoardQuery(boards: RawBuilder<unknown>): RawBuilder<LatestFanCommand> {
  return sql<LatestFanCommand>`
    select latest.* from (${boards}) as boards cross join lateral (
      select commands.*, bins.name as bin_name
      from commands join bins on bins.id = commands.bin_id
      where commands.main_board_id = boards.main_board_id and bins.deleted_at is null
        and commands.kind = 'fan'
        and (commands.released_at is not null or commands.state = 'queued')
      order by commands.queued_at desc, commands.seq desc limit 1
    ) as latest
    order by latest.main_board_id`;
}

/** A fan command and the name of the person who requested it; null if no person did. */
export type RequestedFanCommand = Omit<CommandRow, 'instruction'> & {
  readonly instruction: Extract<Instruction, { kind: 'fan' }>;
  readonly requestedBy: string | null;
};

/** The latest command to the fan of a bin, in any state; null if there is none. */
export async function findLatestFanCommandOfBin(
  db: Db,
  binId: number,
): Promise<RequestedFanCommand | null> {
  const { rows } = await sql<RequestedFanCommand>`
    select commands.*,
      coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email)
        as requested_by
    from commands left join users on users.id = commands.actor_id
    where bin_id = ${binId} and kind = 'fan' and instruction is not null
    order by queued_at desc, seq desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * The bin of the board with the most recent fan command; if none has one, the first bin. Null if the board
 * has no bins.
 */
export async function findBinWithLatestFanCommand(
  db: Db,
  mainBoardId: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select bins.id from bins
    left join lateral (
      select queued_at from commands where bin_id = bins.id and kind = 'fan'
      order by queued_at desc limit 1
    ) newest on true
    where main_board_id = ${mainBoardId} and deleted_at is null
    order by newest.queued_at desc nulls last, bin_number limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether the board of a bin reports that its fan is locked out. */
export async function isLockedOut(db: Db, binId: number): Promise<boolean> {
  const row = await db
    .selectFrom('fanControls')
    .select('isLocked')
    .where('binId', '=', binId)
    .executeTakeFirst();
  return row?.isLocked ?? false;
}

/** Whether a command of the given kind is waiting to be sent to a bin's board or to be answered by it. */
export async function hasOpenCommand(db: Db, binId: number, kind: CommandKind): Promise<boolean> {
  const row = await db
    .selectFrom('commands')
    .select('id')
    .where('binId', '=', binId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'released'])
    .executeTakeFirst();
  return row !== undefined;
}

/** The kinds of open settings commands, keyed by bin ID. */
export async function findOpenSettingsKinds(
  db: Db,
  binIds: readonly number[],
): Promise<Map<number, SettingsKind[]>> {
  const { rows } = await sql<{ binId: number; kinds: SettingsKind[] }>`
    select bin_id, array_agg(distinct kind) as kinds from commands
    where bin_id = any(${binIds}) and kind in ('radio', 'radar', 'installation-mode')
      and state in ('queued', 'released')
    group by bin_id`.execute(db);
  return new Map(rows.map(({ binId, kinds }) => [binId, kinds]));
}

/** The reason stored with an OFF that is sent before its bin is deleted, moved or set to have no fan. */
export const REMOVAL_REASON = 'before-removal';

/**
 * The bins whose fans are running, or might be running because no report has arrived since an ON was sent,
 * except those that were sent an OFF before removal in the last 15 minutes.
 */
export async function findRunningFans(db: Db, binIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select bins.id from bins
    left join lateral (
      select is_on, received_at from fan_events report where bin_id = bins.id
      order by ${toOrderTime('report')} desc, id desc limit 1
    ) event on true
    left join lateral (
      select queued_at, reason, (instruction ->> 'isOn')::boolean as is_on from commands
      where bin_id = bins.id and kind = 'fan' and instruction is not null
      order by queued_at desc, seq desc limit 1
    ) newest on true
    where bins.id = any(${binIds}) and fan_attached and deleted_at is null
      and (event.is_on or exists (
        select from commands sent
        where bin_id = bins.id and kind = 'fan' and (instruction ->> 'isOn')::boolean
          and sent_at is not null and coalesce(failure, 'no-answer') = 'no-answer'
          and event.received_at > sent_at is not true))
      and (newest.is_on is distinct from false or newest.reason <> ${REMOVAL_REASON}
        or newest.queued_at < clock_timestamp() - interval '15 minutes')
    order by bins.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Cancels a bin's scheduled fan commands that are waiting to be sent, and stores `reason` with them if it is
 * given. An ON that was sent is not sent again.
 */
export async function cancelScheduledCommands(
  trx: Trx,
  binId: number,
  reason: 'hold' | null = null,
): Promise<void> {
  await sql`
    update commands set ended_at = clock_timestamp(),
      state = case state when 'queued' then 'cancelled' else 'superseded' end,
      failure = case state when 'queued' then ${reason}::text end
    where bin_id = ${binId} and control_type = 'scheduled' and (
      state = 'queued' or (state = 'released' and instruction ->> 'isOn' = 'true'))`.execute(trx);
}

/**
 * Ends the open commands of bins, of one kind or of all kinds, except an OFF, because the fan must still be
 * turned off. A command that was sent is not sent again.
 */
export async function cancelCommands(
  trx: Trx,
  binIds: readonly number[],
  kind: CommandKind | null = null,
): Promise<void> {
  await sql`
    update commands set ended_at = clock_timestamp(),
      state = case state when 'queued' then 'cancelled' else 'superseded' end
    where bin_id = any(${binIds}) and state in ('queued', 'released')
      and kind = coalesce(${kind}, kind)
      and (kind <> 'fan' or instruction ->> 'isOn' is distinct from 'false')`.execute(trx);
}

/** Whether a command is the newest of its kind for its bin. */
export async function isNewestCommand(trx: Trx, commandId: string): Promise<boolean> {
  const { rows } = await sql`
    select from commands command
    where id = ${commandId} and not exists (
      select from commands other
      where other.bin_id = command.bin_id and other.kind = command.kind
        and (other.queued_at, other.seq) > (command.queued_at, command.seq))`.execute(trx);
  return rows.length > 0;
}

/** Whether a bin is still at the bin station that a command was for. */
export async function isAtCommandStation(trx: Trx, commandId: string): Promise<boolean> {
  const { rows } = await sql`
    select from commands
    join bins using (main_board_id, bin_number)
    where commands.id = ${commandId} and bins.id = bin_id and deleted_at is null`.execute(trx);
  return rows.length > 0;
}
