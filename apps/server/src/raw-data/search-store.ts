import type { FrameKind } from '@granary/contract/boards/topics';
import type { Scope } from '@granary/domain/access/access';
import { type RawBuilder, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Db } from '../platform/postgres/tables.ts';

/** Filters frames; fields that are left out do not filter. */
export interface FrameFilter {
  readonly mainBoardId?: string;
  readonly binNumber?: number;
  readonly kind?: FrameKind;
  /** Only frames that were rejected. */
  readonly onlyRejected: boolean;
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  /** Only frames that were received by then. */
  readonly until: number;
}

export interface FrameRow {
  readonly id: string;
  readonly receivedAt: Date;
  readonly bytes: number;
  readonly binNumber: number | null;
  readonly dictionary: number;
  readonly mainBoardId: string;
  readonly topic: string;
  /** The topic after `boards/{main_board_id}/up/`. */
  readonly kind: string;
  readonly reason: string | null;
  readonly cause: string | null;
  readonly body: Buffer;
}

/** A board whose frames from a given time on may be read. */
interface ReadableBoard {
  readonly id: string;
  readonly since: Date;
}

/** Frames that meet one condition, or the frames of a list of boards, which is queried board by board. */
export type FrameSource =
  | { readonly condition: RawBuilder<unknown> }
  | { readonly boards: readonly ReadableBoard[] };

/** Frames are counted up to this number, because counting old ones is slow. */
const MAX_COUNT = 10_000;
/** The limit when several boards are queried one by one. */
const MAX_COUNT_ACROSS_BOARDS = 1_000;

/**
 * The frames that a scope allows. An owner may read what a board has sent since it became theirs, not what it
 * sent for an earlier owner. The scope `all` includes boards that are not registered.
 */
export async function findSource(
  db: Db,
  scope: Scope,
  mainBoardId: string | undefined,
): Promise<FrameSource> {
  if (scope.kind === 'all') return { condition: sql`true` };
  const { rows } = await sql<ReadableBoard>`
    select main_boards.id, main_boards.since
    from main_boards
    join farms on farms.id = main_boards.farm_id and farms.deleted_at is null
    join users on users.id = farms.owner_id and users.deleted_at is null
    where ${inScope(scope)}
      and ${mainBoardId === undefined ? sql`true` : sql`main_boards.id = ${mainBoardId}`}
    order by main_boards.id`.execute(db);
  const [board, ...others] = rows;
  return board && others.length === 0 ? { condition: isFromBoard(board) } : { boards: rows };
}

/** The newest frames of a source, `limit` of them after the first `offset`. */
export async function findFrames(
  db: Db,
  source: FrameSource,
  filter: FrameFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FrameRow[]> {
  if ('condition' in source) {
    const { rows } = await sql<FrameRow>`
      select ${columns} from raw_frames where ${source.condition} and ${toConditions(filter)}
      ${newestFirst} limit ${limit} offset ${offset}`.execute(db);
    return rows;
  }
  // The newest frames of each board come from its part of the index.
  const { rows } = await sql<FrameRow>`
    select frame.* from ${unnestBoards(source.boards)} cross join lateral (
      select ${columns} from raw_frames
      where ${isFromReadableBoard} and ${toConditions(filter)}
      ${newestFirst} limit ${limit + offset}
    ) frame ${newestFirst} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The highest number of frames that is counted, and that pages can reach. */
export function findMaxCount(source: FrameSource): number {
  return 'condition' in source ? MAX_COUNT : MAX_COUNT_ACROSS_BOARDS;
}

/** How many frames there are, up to the maximum for the source, and whether there are more. */
export async function countFrames(
  db: Db,
  source: FrameSource,
  filter: FrameFilter,
): Promise<{ readonly total: number; readonly isCapped: boolean }> {
  const limit = findMaxCount(source);
  const selectUpToLimit = (condition: RawBuilder<unknown>) => sql`
    select 1 from raw_frames where ${condition} and ${toConditions(filter)} limit ${limit + 1}`;
  // Board by board: most boards have no frames of a rare kind, and their parts of the index show that
  // quickly.
  const matchingFrames =
    'condition' in source
      ? selectUpToLimit(source.condition)
      : sql`select 1 from ${unnestBoards(source.boards)}
          cross join lateral (${selectUpToLimit(isFromReadableBoard)}) frame limit ${limit + 1}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matchingFrames}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, limit), isCapped: count > limit };
}

const BATCH_SIZE = 500;

/** All frames of a source, board by board if it is a list of boards, each newest first. */
export async function* streamFrames(
  db: Db,
  source: FrameSource,
  filter: FrameFilter,
): AsyncGenerator<FrameRow> {
  const sourceConditions =
    'condition' in source ? [source.condition] : source.boards.map(isFromBoard);
  for (const partCondition of sourceConditions) {
    let lastRow: FrameRow | undefined;
    for (;;) {
      const rows: readonly FrameRow[] = await findFramesAfter(
        db,
        sql`${partCondition} and
        ${toConditions(filter)}`,
        lastRow,
      );
      yield* rows;
      lastRow = rows.at(-1);
      if (rows.length < BATCH_SIZE) break;
    }
  }
}

async function findFramesAfter(
  db: Db,
  condition: RawBuilder<unknown>,
  last: FrameRow | undefined,
): Promise<readonly FrameRow[]> {
  // The times were written from a `Date`, so they have no microseconds to lose.
  const isAfter =
    last === undefined
      ? sql`true`
      : sql`received_at <= ${last.receivedAt} and (received_at, id) < (${last.receivedAt}, ${last.id})`;
  const { rows } = await sql<FrameRow>`
    select ${columns} from raw_frames where ${condition} and ${isAfter}
    ${newestFirst} limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** Must match the expression in the indexes exactly. */
const kind = sql`substr(topic, length(main_board_id) + 12)`;
const columns = sql`
  id, received_at, bytes, bin_number, dictionary, main_board_id, topic, ${kind} as kind, reason, cause, body`;
const newestFirst = sql`order by received_at desc, id desc`;

function isFromBoard({ id, since }: ReadableBoard): RawBuilder<unknown> {
  return sql`main_board_id = ${id} and received_at >= ${since}`;
}

const isFromReadableBoard = sql`main_board_id = board.id and received_at >= board.since`;

function unnestBoards(boards: readonly ReadableBoard[]): RawBuilder<unknown> {
  return sql`unnest(
    ${boards.map(({ id }) => id)}::text[],
    ${boards.map(({ since }) => since.toISOString())}::timestamptz[]
  ) as board (id, since)`;
}

function toConditions(filter: FrameFilter): RawBuilder<unknown> {
  const { mainBoardId, binNumber, from, to, until } = filter;
  const all = [
    sql`received_at <= ${toTimestamp(until)}`,
    ...(mainBoardId === undefined ? [] : [sql`main_board_id = ${mainBoardId}`]),
    ...(binNumber === undefined ? [] : [sql`bin_number = ${binNumber}`]),
    // A literal, so that the planner uses the index of rare kinds.
    ...(filter.kind === undefined ? [] : [sql`${kind} = ${sql.lit(filter.kind)}`]),
    ...(filter.onlyRejected ? [sql`reason is not null`] : []),
    ...(from === undefined ? [] : [sql`received_at >= ${toTimestamp(from)}`]),
    ...(to === undefined ? [] : [sql`received_at < ${toTimestamp(to)}`]),
  ];
  return sql.join(all, sql` and `);
}

/** No frames are before 1970 or after 9999, and PostgreSQL writes later years in another form. */
const MAX_TIME = Date.UTC(9999, 11, 31);

function toTimestamp(ms: number): RawBuilder<Date> {
  const iso = new Date(Math.min(Math.max(ms, 0), MAX_TIME)).toISOString();
  return sql<Date>`${iso}::timestamptz`;
}
