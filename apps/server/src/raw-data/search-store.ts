import type { FrameKind } from '@granary/contract/boards/topics';
import type { Scope } from '@granary/domain/access/access';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** Which frames are looked for; what is left out does not restrict. */
export interface FrameFilter {
  readonly mainBoardId?: string;
  readonly binNumber?: number;
  readonly kind?: FrameKind;
  /** Only those that could not be read. */
  readonly isUnread: boolean;
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  /** Only frames that had come in by then. */
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
  /** What stands in the topic behind `boards/{main_board_id}/up/`. */
  readonly kind: string;
  readonly reason: string | null;
  readonly body: Buffer;
}

/** A board whose frames may be read, and from when on. */
interface ReadableBoard {
  readonly id: string;
  readonly since: Date;
}

/** Where frames are looked for: among all of them, or board by board. */
export type FrameSource = { readonly all: true } | { readonly boards: readonly ReadableBoard[] };

/** Finding many more would cost the more the further back: they are not counted. */
const MOST_COUNTED = 10_000;
/** The same where many boards are asked one by one. */
const MOST_COUNTED_OF_BOARDS = 1_000;

/**
 * Where someone may look. A board's frames are its owner's since it is theirs: what it sent for
 * another before is not theirs to read. Who sees all sees boards that nobody knows, too.
 */
export async function findSource(
  db: Kysely<Tables>,
  scope: Scope,
  mainBoardId: string | undefined,
): Promise<FrameSource> {
  if (scope.kind === 'all') return { all: true };
  const { rows } = await sql<ReadableBoard>`
    select main_boards.id, main_boards.since
    from main_boards
    join farms on farms.id = main_boards.farm_id and farms.deleted_at is null
    join users on users.id = farms.owner_id and users.deleted_at is null
    where ${inScope(scope)}
      and ${mainBoardId === undefined ? sql`true` : sql`main_boards.id = ${mainBoardId}`}
    order by main_boards.id`.execute(db);
  return { boards: rows };
}

/** The newest frames of a source, `limit` of them after the first `offset`. */
export async function findFrames(
  db: Kysely<Tables>,
  source: FrameSource,
  filter: FrameFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FrameRow[]> {
  if ('all' in source) {
    const { rows } = await sql<FrameRow>`
      select ${columns} from raw_frames where ${conditions(filter)}
      ${newestFirst} limit ${limit} offset ${offset}`.execute(db);
    return rows;
  }
  // Each board's newest are read from its own part of the index.
  const { rows } = await sql<FrameRow>`
    select frame.* from ${boardsOf(source.boards)} cross join lateral (
      select ${columns} from raw_frames
      where main_board_id = board.id and received_at >= board.since and ${conditions(filter)}
      ${newestFirst} limit ${limit + offset}
    ) frame ${newestFirst} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** So many of a source's frames are counted at most, and can be paged through. */
export function mostCounted(source: FrameSource): number {
  const isOne = 'all' in source || source.boards.length <= 1;
  return isOne ? MOST_COUNTED : MOST_COUNTED_OF_BOARDS;
}

/** How many frames there are, counted up to a bound; whether there are more. */
export async function countFrames(
  db: Kysely<Tables>,
  source: FrameSource,
  filter: FrameFilter,
): Promise<{ readonly total: number; readonly isLeast: boolean }> {
  const most = mostCounted(source);
  const from =
    'all' in source
      ? sql`raw_frames where true`
      : sql`${boardsOf(source.boards)} join raw_frames
          on main_board_id = board.id and received_at >= board.since where true`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from ${from} and ${conditions(filter)} limit ${most + 1}
    ) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, most), isLeast: count > most };
}

const BATCH = 500;

/** All frames of a source, board by board where it is boards, each newest first. */
export async function* eachFrame(
  db: Kysely<Tables>,
  source: FrameSource,
  filter: FrameFilter,
): AsyncGenerator<FrameRow> {
  const parts = 'all' in source ? [null] : source.boards;
  for (const board of parts) {
    const isOfPart =
      board === null
        ? sql`true`
        : sql`main_board_id = ${board.id} and received_at >= ${board.since}`;
    let last: FrameRow | undefined;
    for (;;) {
      const rows: readonly FrameRow[] = await findAfter(
        db,
        sql`${isOfPart} and
        ${conditions(filter)}`,
        last,
      );
      yield* rows;
      last = rows.at(-1);
      if (rows.length < BATCH) break;
    }
  }
}

async function findAfter(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  last: FrameRow | undefined,
): Promise<readonly FrameRow[]> {
  // A `Date` has no microseconds, which is how the instants were written in the first place.
  const isAfter =
    last === undefined
      ? sql`true`
      : sql`received_at <= ${last.receivedAt} and (received_at, id) < (${last.receivedAt}, ${last.id})`;
  const { rows } = await sql<FrameRow>`
    select ${columns} from raw_frames where ${condition} and ${isAfter}
    ${newestFirst} limit ${BATCH}`.execute(db);
  return rows;
}

/** As the indexes have it, to the letter. */
const kind = sql`substr(topic, length(main_board_id) + 12)`;
const columns = sql`
  id, received_at, bytes, bin_number, dictionary, main_board_id, topic, ${kind} as kind, reason, body`;
const newestFirst = sql`order by received_at desc, id desc`;

function boardsOf(boards: readonly ReadableBoard[]): RawBuilder<unknown> {
  return sql`unnest(
    ${boards.map(({ id }) => id)}::text[],
    ${boards.map(({ since }) => since.toISOString())}::timestamptz[]
  ) as board (id, since)`;
}

function conditions(filter: FrameFilter): RawBuilder<unknown> {
  const { mainBoardId, binNumber, from, to, until } = filter;
  const all = [
    sql`received_at <= ${at(until)}`,
    ...(mainBoardId === undefined ? [] : [sql`main_board_id = ${mainBoardId}`]),
    ...(binNumber === undefined ? [] : [sql`bin_number = ${binNumber}`]),
    // Written out, so that the planner sees that the index of rare kinds serves.
    ...(filter.kind === undefined ? [] : [sql`${kind} = ${sql.lit(filter.kind)}`]),
    ...(filter.isUnread ? [sql`reason is not null`] : []),
    ...(from === undefined ? [] : [sql`received_at >= ${at(from)}`]),
    ...(to === undefined ? [] : [sql`received_at < ${at(to)}`]),
  ];
  return sql.join(all, sql` and `);
}

/** Before 1970 and after 9999 there are no frames, and PostgreSQL reads other years otherwise. */
const LAST = Date.UTC(9999, 11, 31);

function at(ms: number): RawBuilder<Date> {
  const iso = new Date(Math.min(Math.max(ms, 0), LAST)).toISOString();
  return sql<Date>`${iso}::timestamptz`;
}
