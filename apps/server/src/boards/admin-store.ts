import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { newBoardKey, setBoardKey } from './keys.ts';

/** Makes a board's key; one that is there stays unless it may be replaced. It is told of as made. */
export async function makeBoardKey(
  db: Kysely<Tables>,
  pepper: Buffer,
  id: string,
  mayReplace: boolean,
  made: (trx: Transaction<Tables>, isReplaced: boolean) => Promise<void> = async () => {},
): Promise<{ readonly key: string } | { readonly problem: 'no-board' | 'has-key' }> {
  return db.transaction().execute(async (trx) => {
    const board = await trx
      .selectFrom('mainBoards')
      .select('keyHash')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!board) return { problem: 'no-board' };
    if (board.keyHash !== null && !mayReplace) return { problem: 'has-key' };
    const key = newBoardKey();
    await setBoardKey(trx, pepper, id, key);
    await made(trx, board.keyHash !== null);
    return { key };
  });
}

/** Lets a board bring readings of any age until an instant, or no more; false without the board. */
export async function allowImport(
  db: Kysely<Tables>,
  id: string,
  until: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update main_boards set import_until = ${until} where id = ${id} returning id
    )
    select pg_notify('bins_changed', id) from changed`.execute(db);
  return rows.length > 0;
}
