import { toKnownZone } from '@granary/domain/bins/known-zone';
import { type Millis, millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The fields of a bin that the directory reads; callers' bins have more fields. */
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
  /** The IDs of each load in progress; a board that is forgotten while it is loaded may be outdated. */
  private readonly loadingIdSets = new Set<Set<string>>();

  constructor(
    private readonly db: Db,
    private readonly loadBins: (mainBoardIds: readonly string[]) => Promise<Bin[]>,
  ) {}

  /** Finds the boards with the given IDs, including boards without bins. */
  async find(ids: Iterable<string>): Promise<ReadonlyMap<string, Board<Bin>>> {
    const foundBoards = new Map<string, Board<Bin>>();
    const missingIds: string[] = [];
    for (const id of new Set(ids)) {
      const board = this.boards.get(id);
      if (board) foundBoards.set(id, board);
      else missingIds.push(id);
    }
    if (missingIds.length > 0)
      for (const board of await this.load(missingIds)) foundBoards.set(board.id, board);
    return foundBoards;
  }

  /** Forgets a board, or all boards if `id` is null, so that they are loaded again for their next frames. */
  forget(id: string | null): void {
    if (id === null) this.boards.clear();
    else this.boards.delete(id);
    for (const ids of this.loadingIdSets) {
      if (id === null) ids.clear();
      else ids.delete(id);
    }
  }

  /** Loads boards, and caches the boards that did not change during the load. */
  private async load(ids: readonly string[]): Promise<Board<Bin>[]> {
    const unchangedIds = new Set(ids);
    this.loadingIdSets.add(unchangedIds);
    try {
      const boards = await this.read(ids);
      for (const board of boards) if (unchangedIds.has(board.id)) this.boards.set(board.id, board);
      return boards;
    } finally {
      this.loadingIdSets.delete(unchangedIds);
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
    const importUntilByBoard = new Map(rows.map((row) => [row.id, row.importUntil]));
    return ids.map((id) => {
      const importEnd = importUntilByBoard.get(id) ?? null;
      const boardBins = contexts.filter(({ bin }) => bin.mainBoardId === id);
      return {
        id,
        importUntil: importEnd === null ? null : millis(importEnd.getTime()),
        bins: new Map(
          boardBins.map((context) => [
            context.bin.binNumber,
            { ...context, timeZone: toKnownZone(context.timeZone) },
          ]),
        ),
      };
    });
  }
}
