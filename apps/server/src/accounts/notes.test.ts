import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createApiCall, waitForLockedQuery } from '../../test/support/api-calls.ts';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let house: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  house = await addCustomerFixtures(granary.db);
});

const as = createApiCall(() => granary);

describe('notes on a customer', () => {
  const path = () => `user/notes/${house.farmer.user.id}`;
  const read = async (who: Caller = house.distributor) =>
    (await as(who, 'GET', path())).body.RESP_MSG;
  const write = (admin_notes: string, version?: number, who: Caller = house.distributor) =>
    as(who, 'POST', path(), { admin_notes, ...(version === undefined ? {} : { version }) });

  it('are what was written, for their distributor and admins alike', async () => {
    expect(await read()).toEqual({ admin_notes: '', version: 1 });
    expect((await write('Line one\n<b>two</b>', 1)).body).toEqual({
      ...{ RESP_MSG: 'Notes updated successfully!', version: 2 },
    });
    // Nothing new: there is no new version either.
    expect((await write('Line one\n<b>two</b>', 2)).body).toMatchObject({ version: 2 });
    expect(await read(house.admin)).toEqual({ admin_notes: 'Line one\n<b>two</b>', version: 2 });
    expect((await write('x'.repeat(20_001))).status).toBe(422);
    expect((await write('x'.repeat(20_000))).status).toBe(200);
  });

  it('are not overwritten by whoever read them before', async () => {
    await write('theirs', 1, house.admin);
    expect(await write('mine', 1)).toMatchObject({
      ...{ status: 409, body: { errors: [{ path: 'admin_notes' }] } },
    });
    expect(await read()).toEqual({ admin_notes: 'theirs', version: 2 });
    expect((await write('mine', 2)).status).toBe(200);
  });

  it('wait for another write under way, and then are stale', async () => {
    const other = await granary.db.startTransaction().execute();
    await other
      .updateTable('users')
      .set({ adminNotes: 'theirs', notesVersion: 2 })
      .where('id', '=', house.farmer.user.id)
      .execute();
    const written = write('mine', 1);
    await Promise.race([written, waitForLockedQuery(granary.db)]);
    await other.commit().execute();
    expect((await written).status).toBe(409);
  });

  it('are not written by a distributor whose customer is moved elsewhere meanwhile', async () => {
    const other = await granary.db.startTransaction().execute();
    await other
      .updateTable('users')
      .set({ distributorId: null })
      .where('id', '=', house.farmer.user.id)
      .execute();
    const written = write('mine', 1);
    await Promise.race([written, waitForLockedQuery(granary.db)]);
    await other.commit().execute();
    expect((await written).status).toBe(404);
    expect(await read(house.admin)).toEqual({ admin_notes: '', version: 1 });
  });

  it('are written down, the beginning of long ones', async () => {
    await write(`${'x'.repeat(499)}😀 and more`);
    const [entry] = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .orderBy('id', 'desc')
      .execute();
    expect(entry?.changes).toEqual([
      { field: 'notes', before: '', after: `${'x'.repeat(499)}\uFFFD…` },
    ]);
  });

  it('are in no list and no answer to the customer', async () => {
    await write('secret about Anneke');
    const { user } = house.farmer;
    for (const [who, method, url] of [
      [house.admin, 'GET', 'user/getUsersList'],
      [house.admin, 'GET', `user/getUser?user_id=${user.id}`],
      [user, 'GET', 'user/getMyInfo'],
      [user, 'GET', path()],
      [user, 'POST', path()],
    ] as const) {
      const answer = await as(
        who,
        method,
        url,
        method === 'POST' ? { admin_notes: '' } : undefined,
      );
      expect(answer.text).not.toContain('secret about');
      if (url === path()) expect(answer.status).toBe(403);
    }
  });
});
