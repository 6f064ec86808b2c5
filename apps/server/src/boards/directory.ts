import { type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { type SqlBool, sql } from 'kysely';
import { knownZone } from '../bins/bin-context.ts';
import type { BoardBin } from '../ingest/ingest-revision.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** A main board as the way in needs it. */
export interface Board {
  readonly id: string;
  readonly importUntil: Millis | null;
  /** Its bins by their number on the board. */
  readonly bins: ReadonlyMap<number, BoardBin>;
}

/**
 * The boards whose frames come in, kept in memory until something about them changes. Whoever
 * changes a bin, its farm or its board notifies the channel below, and it is read anew.
 */
export class BoardDirectory {
  private readonly boards = new Map<string, Board>();
  /** What is being read; a board forgotten meanwhile was perhaps read as it was before. */
  private readonly loading = new Set<Set<string>>();

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly loadBins: (mainBoardIds: readonly string[]) => Promise<BoardBin[]>,
  ) {}

  /** The boards of these ids; a board without bins is there too. */
  async find(ids: Iterable<string>): Promise<ReadonlyMap<string, Board>> {
    const found = new Map<string, Board>();
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

  /** Forgets a board, or all of them, so that the next frame reads it anew. */
  forget(id: string | null): void {
    if (id === null) this.boards.clear();
    else this.boards.delete(id);
    for (const ids of this.loading) {
      if (id === null) ids.clear();
      else ids.delete(id);
    }
  }

  /** Reads boards, and remembers those that nobody changed meanwhile. */
  private async load(ids: readonly string[]): Promise<Board[]> {
    const unchanged = new Set(ids);
    this.loading.add(unchanged);
    try {
      const boards = await this.read(ids);
      for (const board of boards) if (unchanged.has(board.id)) this.boards.set(board.id, board);
      return boards;
    } finally {
      this.loading.delete(unchanged);
    }
  }

  private async read(ids: readonly string[]): Promise<Board[]> {
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
