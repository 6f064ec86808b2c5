import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

describe("a customer's boards with a key", () => {
  it('have the names of their bins; deleted bins and boards without a key are left out', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const keyless = await addBin(granary.db, farm.id);
    const deleted = await addBin(granary.db, farm.id);
    const { db } = granary;
    await db
      .updateTable('mainBoards')
      .set({ keyHash: null })
      .where('id', '=', keyless.mainBoardId)
      .execute();
    await db
      .updateTable('bins')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', deleted.id)
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
