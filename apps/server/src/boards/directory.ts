import { knownZone } from '@granary/domain/bins/known-zone';
import { type Millis, millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The columns of a bin that the directory reads; callers store more of them. */
interface BoardBin {
  readonly bin: { readonly mainBoardId: string; readonly binNumber: number };
  readonly timeZone: string;
}

/** A main board with its bins. */
export interface Board<Bin> {
  readonly id: string;
  readonly importUntil: Millis | null;
  readonly bins: ReadonlyMap<number, Bin>;
}

/**
 * The boards that send frames, held in memory until a change to a bin, its farm or its board is announced on
 * the channel `bins_changed`; then they are loaded again.
 */
export class BoardDirectory<Bin extends BoardBin> {
  private readonly boards = new Map<string, Board<Bin>>();
  /** The ids that are being loaded; a board that is forgotten while it is loaded may be outdated. */
  private readonly loadingIds = new Set<Set<string>>();

  constructor(
    private readonly db: Db,
    private readonly loadBins: (mainBoardIds: readonly string[]) => Promise<Bin[]>,
  ) {}

  /** The boards with these ids, including boards without bins. */
  async find(ids: Iterable<string>): Promise<ReadonlyMap<string, Board<Bin>>> {
    const found = new Map<string, Board<Bin>>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const board = this.boards.get(id);
      if (board) found.set(id, board);
      else missing.push(id);
    }
    if (missing.length > 0)
      for (const board of await this.load(missing)) found.set(board.id, board);
    return found;
  }

  /** Forgets a board, or all of them, so that the next frame loads it again. */
  forget(id: string | null): void {
    if (id === null) this.boards.clear();
    else this.boards.delete(id);
    for (const ids of this.loadingIds) {
      if (id === null) ids.clear();
      else ids.delete(id);
    }
  }

  /** Loads boards, and remembers those that did not change during the load. */
  private async load(ids: readonly string[]): Promise<Board<Bin>[]> {
    const unchanged = new Set(ids);
    this.loadingIds.add(unchanged);
    try {
      const boards = await this.read(ids);
      for (const board of boards) if (unchanged.has(board.id)) this.boards.set(board.id, board);
      return boards;
    } finally {
      this.loadingIds.delete(unchanged);
    }
  }

  private async read(ids: readonly string[]): Promise<Board<Bin>[]> {
    const [rows, contexts] = await Promise.all([
      this.db
        .selectFrom('mainBoards')
        .select(['id', 'importUntil'])
        .where(sql<SqlBool>`id = any(${ids})`)
        .execute(),
      this.loadBins(ids),
    ]);
    const importUntil = new Map(rows.map((row) => [row.id, row.importUntil]));
    return ids.map((id) => {
      const until = importUntil.get(id) ?? null;
      const own = contexts.filter(({ bin }) => bin.mainBoardId === id);
      return {
        id,
        importUntil: until === null ? null : millis(until.getTime()),
        bins: new Map(
          own.map((context) => [
            context.bin.binNumber,
            { ...context, timeZone: knownZone(context.timeZone) },
          ]),
        ),
      };
    });
  }
}
