import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PEPPER } from '../../test/support/board-fixtures.ts';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { hashBoardKey } from './keys.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

describe("a customer's boards with a key", () => {
  it('are listed with the names of their bins; deleted bins and boards without a key are left out', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const keylessBin = await addBin(granary.db, farm.id);
    const deletedBin = await addBin(granary.db, farm.id);
    const { db } = granary;
    await db
      .updateTable('mainBoards')
      .set({ keyHash: null })
      .where('id', '=', keylessBin.mainBoardId)
      .execute();
    await db
      .updateTable('bins')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', deletedBin.id)
      .execute();
    const { name } = await db
      .selectFrom('bins')
      .select('name')
      .where('id', '=', bin.id)
      .executeTakeFirstOrThrow();
    const { body } = await granary.call({
      url: `/api/board/mainBoards?user_id=${user.id}`,
      token: await granary.createToken(fixtures.admin),
    });
    expect(body.RESP_MSG).toEqual([{ main_board_id: bin.mainBoardId, bin_names: [name] }]);
  });
});

describe('new keys for the boards of a customer', () => {
  it('are created with one call, in one transaction, and replace the old ones', async () => {
    const { user, farm, bin } = fixtures.sibling;
    const second = await addBin(granary.db, farm.id);
    const ids = [bin.mainBoardId, second.mainBoardId];
    const readHashes = async () => {
      const boards = granary.db.selectFrom('mainBoards').select(['id', 'keyHash']);
      const rows = await boards.where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, keyHash }) => [id, keyHash]));
    };
    const replace = async (mainBoardIds: readonly string[]) =>
      granary.call({
        method: 'POST',
        url: '/api/board/mainBoards/credentials',
        token: await granary.createToken(fixtures.admin),
        body: { user_id: String(user.id), main_board_ids: mainBoardIds },
      });
    const before = await readHashes();
    const response = await replace([...ids, fixtures.stranger.bin.mainBoardId]);
    expect(response.status).toBe(404);
    expect(await readHashes()).toEqual(before);

    const { body } = await replace(ids);
    const newKeys = body.RESP_MSG as { main_board_id: string; key: string }[];
    expect(
      new Map(
        newKeys.map((newKey) => [newKey.main_board_id, hashBoardKey(TEST_PEPPER, newKey.key)]),
      ),
    ).toEqual(await readHashes());
    const auditEntries = await granary.db
      .selectFrom('auditEntries')
      .select('subjectId')
      .where('subject', '=', 'board')
      .where('subjectId', 'in', ids)
      .execute();
    expect(auditEntries.map(({ subjectId }) => subjectId).sort()).toEqual(ids.toSorted());
  });
});
