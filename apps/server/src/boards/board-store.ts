import { sql } from 'kysely';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { generateBoardKey, setBoardKey } from './keys.ts';

/** Creates a board's key; an existing key is replaced only with `mayReplace`. */
export async function createBoardKey(
  db: Db,
  pepper: Buffer,
  { id, mayReplace }: { readonly id: string; readonly mayReplace: boolean },
  changedBy: ChangedBy,
): Promise<{ readonly key: string } | { readonly problem: 'no-board' | 'has-key' }> {
  return db.transaction().execute(async (trx) => {
    const board = await lockBoard(trx, id);
    if (!board) return { problem: 'no-board' };
    if (board.keyHash !== null && !mayReplace) return { problem: 'has-key' };
    return {
      key: await storeNewKey(trx, pepper, { id, hadKey: board.keyHash !== null }, changedBy),
    };
  });
}

/**
 * Replaces the keys of a user's boards, all or none; null if any board has no key or serves none of the
 * user's bins.
 */
export async function replaceBoardKeys(
  db: Db,
  pepper: Buffer,
  { userId, boardIds }: { readonly userId: number; readonly boardIds: readonly string[] },
  changedBy: ChangedBy,
): Promise<readonly { readonly mainBoardId: string; readonly key: string }[] | null> {
  return db.transaction().execute(async (trx) => {
    // Sorted, so that concurrent calls lock boards in the same order and cannot deadlock.
    const ids = [...new Set(boardIds)].sort();
    for (const id of ids) await lockBoard(trx, id);
    const boardsWithKeys = await findBoardsWithKeys(trx, userId);
    const ownBoardIds = new Set(boardsWithKeys.map(({ mainBoardId }) => mainBoardId));
    if (ids.some((id) => !ownBoardIds.has(id))) return null;
    const newKeys: { mainBoardId: string; key: string }[] = [];
    for (const id of ids) {
      newKeys.push({
        mainBoardId: id,
        key: await storeNewKey(trx, pepper, { id, hadKey: true }, changedBy),
      });
    }
    return newKeys;
  });
}

async function storeNewKey(
  trx: Trx,
  pepper: Buffer,
  { id, hadKey }: { readonly id: string; readonly hadKey: boolean },
  changedBy: ChangedBy,
): Promise<string> {
  const key = generateBoardKey();
  await setBoardKey(trx, pepper, id, key);
  await recordChange(trx, {
    ...changedBy,
    act: 'changed',
    subject: 'board',
    subjectId: id,
    subjectName: id,
    // The audit log records that there is a key, never the key itself.
    changes: compareFields({ credentials: hadKey ? 'set' : null }, { credentials: 'set anew' }),
  });
  return key;
}

/** The boards with a key that serve a user's bins, each with its bins' names, sorted by board ID. */
export async function findBoardsWithKeys(
  db: Db,
  userId: number,
): Promise<{ readonly mainBoardId: string; readonly binNames: string[] }[]> {
  return db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('mainBoards', 'mainBoards.id', 'bins.mainBoardId')
    .select('bins.mainBoardId')
    .select(sql<string[]>`array_agg(bins.name order by bins.bin_number)`.as('binNames'))
    .where('farms.ownerId', '=', userId)
    .where('bins.deletedAt', 'is', null)
    .where('farms.deletedAt', 'is', null)
    .where('mainBoards.keyHash', 'is not', null)
    .groupBy('bins.mainBoardId')
    .orderBy('bins.mainBoardId')
    .execute();
}

/**
 * Allows a board to send readings of any age until the given time; null withdraws the permission. Returns
 * false if the board does not exist.
 */
export async function allowImport(
  db: Db,
  id: string,
  until: Date | null,
  changedBy: ChangedBy,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const board = await lockBoard(trx, id);
    if (!board) return false;
    await trx.updateTable('mainBoards').set({ importUntil: until }).where('id', '=', id).execute();
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'board',
      subjectId: id,
      subjectName: id,
      changes: compareFields({ import_until: board.importUntil }, { import_until: until }),
    });
    await sql`select pg_notify('bins_changed', ${id})`.execute(trx);
    return true;
  });
}

function lockBoard(trx: Trx, id: string) {
  const boards = trx.selectFrom('mainBoards').select(['keyHash', 'importUntil']);
  return boards.where('id', '=', id).forUpdate().executeTakeFirst();
}
