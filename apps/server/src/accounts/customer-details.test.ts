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
const path = (id = fixtures.farmer.user.id) => `user/customerDetails/${id}`;
const correctDetails = (edit: object, who: Caller = fixtures.distributor) =>
  callAs(who, 'POST', path(), edit);
const readDetails = async () => (await callAs(fixtures.admin, 'GET', path())).body.RESP_MSG;

const DETAILS = {
  enable_escalation: false,
  first_name: 'Anna',
  last_name: 'Dück',
  phone: '+1 204 555-0177',
  language: 'de',
};

describe("a customer's details", () => {
  it('can be corrected by the distributor, and the customer sees the corrections in their profile', async () => {
    const correction = await correctDetails({ ...DETAILS, version: 1 });
    expect(correction).toMatchObject({
      status: 200,
      body: { RESP_MSG: { ...DETAILS, version: 2 } },
    });
    expect(
      (await callAs(fixtures.farmer.user, 'GET', 'user/getMyInfo')).body.RESP_MSG,
    ).toMatchObject({
      ...DETAILS,
      email: fixtures.farmer.user.email,
      version: 2,
    });
    expect(await readDetails()).toEqual({ ...DETAILS, version: 2 });
    const [entry] = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .orderBy('id', 'desc')
      .execute();
    expect(entry).toMatchObject({
      actorId: fixtures.distributor.id,
      subject: 'user',
      subjectId: String(fixtures.farmer.user.id),
      ownerId: fixtures.farmer.user.id,
      version: 2,
    });
    expect(entry?.changes.map(({ field }) => field).sort()).toEqual(Object.keys(DETAILS).sort());
  });

  it('keep fields that were not sent, and everything else in the account', async () => {
    await correctDetails({ phone: '', email: 'new@farm.example' });
    const { firstName, email } = fixtures.farmer.user;
    expect(await readDetails()).toMatchObject({ first_name: firstName });
    await correctDetails({ phone: '' }, fixtures.admin);
    expect(await readDetails()).toMatchObject({ first_name: firstName, phone: '' });
    const storedUser = await granary.db
      .selectFrom('users')
      .select(['email', 'role'])
      .where('id', '=', fixtures.farmer.user.id)
      .executeTakeFirst();
    expect(storedUser).toEqual({ email, role: 'user' });
    for (const invalidDetails of [{ first_name: ' ' }, { phone: 'call me' }, { language: 'fr' }]) {
      expect((await correctDetails(invalidDetails)).status).toBe(422);
    }
  });

  it('are not overwritten after the customer changed them', async () => {
    await callAs(fixtures.farmer.user, 'POST', 'user/updateUser', { phone: '1', version: 1 });
    expect(await correctDetails({ phone: '2', version: 1 })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'phone' }] },
    });
    expect(await readDetails()).toMatchObject({ phone: '1', version: 2 });
  });

  it('cannot be corrected by a distributor after the customer was moved', async () => {
    const otherTransaction = await granary.db.startTransaction().execute();
    await otherTransaction
      .updateTable('users')
      .set({ distributorId: null })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    const correction = correctDetails(DETAILS);
    await Promise.race([correction, waitForBlockedQuery(granary.db)]);
    await otherTransaction.commit().execute();
    expect((await correction).status).toBe(404);
    expect(await readDetails()).toMatchObject({ version: 1 });
  });

  it('exist for customers only', async () => {
    for (const { id } of [fixtures.distributor, fixtures.admin]) {
      expect((await callAs(fixtures.admin, 'GET', path(id))).status).toBe(404);
      expect((await callAs(fixtures.admin, 'POST', path(id), DETAILS)).status).toBe(404);
    }
  });
});
