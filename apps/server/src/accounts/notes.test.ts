import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createApiCall, waitForBlockedQuery } from '../../test/support/api-calls.ts';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

const callAs = createApiCall(() => granary);

describe('notes on a customer', () => {
  const path = () => `user/notes/${fixtures.farmer.user.id}`;
  const read = async (who: Caller = fixtures.distributor) =>
    (await callAs(who, 'GET', path())).body.RESP_MSG;
  const write = (admin_notes: string, version?: number, who: Caller = fixtures.distributor) =>
    callAs(who, 'POST', path(), { admin_notes, ...(version === undefined ? {} : { version }) });

  it('are the same for the distributor and admins', async () => {
    expect(await read()).toEqual({ admin_notes: '', version: 1 });
    expect((await write('Line one\n<b>two</b>', 1)).body).toEqual({
      RESP_MSG: 'Notes updated successfully!',
      version: 2,
    });
    // Without a change there is no new version.
    expect((await write('Line one\n<b>two</b>', 2)).body).toMatchObject({ version: 2 });
    expect(await read(fixtures.admin)).toEqual({ admin_notes: 'Line one\n<b>two</b>', version: 2 });
    expect((await write('x'.repeat(20_001))).status).toBe(422);
    expect((await write('x'.repeat(20_000))).status).toBe(200);
  });

  it('are not overwritten by an edit of an outdated version', async () => {
    await write('theirs', 1, fixtures.admin);
    expect(await write('mine', 1)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'admin_notes' }] },
    });
    expect(await read()).toEqual({ admin_notes: 'theirs', version: 2 });
    expect((await write('mine', 2)).status).toBe(200);
  });

  it('are not saved after waiting for a concurrent write that changed them', async () => {
    const otherTransaction = await granary.db.startTransaction().execute();
    await otherTransaction
      .updateTable('users')
      .set({ adminNotes: 'theirs', notesVersion: 2 })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    const pendingWrite = write('mine', 1);
    await Promise.race([pendingWrite, waitForBlockedQuery(granary.db)]);
    await otherTransaction.commit().execute();
    expect((await pendingWrite).status).toBe(409);
  });

  it('cannot be written by a distributor whose customer has since been moved', async () => {
    const otherTransaction = await granary.db.startTransaction().execute();
    await otherTransaction
      .updateTable('users')
      .set({ distributorId: null })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    const pendingWrite = write('mine', 1);
    await Promise.race([pendingWrite, waitForBlockedQuery(granary.db)]);
    await otherTransaction.commit().execute();
    expect((await pendingWrite).status).toBe(404);
    expect(await read(fixtures.admin)).toEqual({ admin_notes: '', version: 1 });
  });

  it('are recorded in the audit log, shortened if they are long', async () => {
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

  it('are not in lists or in responses to the customer', async () => {
    await write('secret about Anneke');
    const { user } = fixtures.farmer;
    for (const [who, method, url] of [
      [fixtures.admin, 'GET', 'user/getUsersList'],
      [fixtures.admin, 'GET', `user/getUser?user_id=${user.id}`],
      [user, 'GET', 'user/getMyInfo'],
      [user, 'GET', path()],
      [user, 'POST', path()],
    ] as const) {
      const response = await callAs(
        who,
        method,
        url,
        method === 'POST' ? { admin_notes: '' } : undefined,
      );
      expect(response.text).not.toContain('secret about');
      if (url === path()) expect(response.status).toBe(403);
    }
  });
});
