import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createApiCall, waitForBlockedQuery } from '../../test/support/api-calls.ts';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { registerDevice } from '../notifications/store.ts';

const PASSWORD = 'seventeen geese';

let granary: TestApp;
let fixtures: CustomerFixtures;
let lastNumber = 0;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  granary.advance(HOUR);
});

const callAs = createApiCall(() => granary);

function add(who: Caller, fields: Record<string, unknown> = {}) {
  const body = {
    email: `new-${++lastNumber}@people.example`,
    password: PASSWORD,
    first_name: 'Neil',
    last_name: 'Young',
    phone: '204',
    city: 'Omemee',
    ...fields,
  };
  return callAs(who, 'POST', 'user/addUser', body);
}

const readUser = (id: unknown) =>
  granary.db.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
const parseId = ({ body }: Awaited<ReturnType<typeof callAs>>) =>
  Number((body.RESP_MSG as { id: string }).id);

describe('adding people', () => {
  it('adds a customer who can sign in', async () => {
    const response = await add(fixtures.admin, { state: 'Ontario', country: 'Canada' });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body.RESP_MSG).toEqual({
      id: expect.any(String),
      _id: expect.any(String),
      email: `new-${lastNumber}@people.example`,
      first_name: 'Neil',
      last_name: 'Young',
      phone: '204',
      city: 'Omemee',
      role: 'user',
      state: 'Ontario',
      country: 'Canada',
      distributor_id: null,
    });
    const body = { email: `new-${lastNumber}@people.example`, password: PASSWORD };
    const login = await granary.call({ method: 'POST', url: '/api/user/login', body });
    expect(login.status).toBe(200);
  });

  it("assigns a distributor's new customer to the distributor", async () => {
    for (const fields of [
      {},
      { distributor_id: String(fixtures.distributor.id) },
      { distributor_id: null },
    ]) {
      const response = await add(fixtures.distributor, fields);
      expect(response.body.RESP_MSG).toMatchObject({
        distributor_id: String(fixtures.distributor.id),
      });
    }
    const other = { distributor_id: String(fixtures.otherDistributor.id) };
    expect((await add(fixtures.distributor, other)).status).toBe(403);
  });

  it('lets an admin choose an existing distributor', async () => {
    const { admin, distributor, farmer } = fixtures;
    const customerResponse = await add(admin, { distributor_id: String(distributor.id) });
    expect(customerResponse.body.RESP_MSG).toMatchObject({
      distributor_id: String(distributor.id),
    });
    const deletedDistributor = await addUser(granary.db, 'distributor', { isDeleted: true });
    for (const id of [farmer.user.id, admin.id, deletedDistributor.id, 2_000_000_000]) {
      expect(await add(admin, { distributor_id: String(id) }), String(id)).toMatchObject({
        status: 422,
        body: { RESP_MSG: 'This distributor does not exist. Choose another one.' },
      });
    }
  });

  it('lets only admins add distributors, who cannot have a distributor', async () => {
    const response = await add(fixtures.admin, { role: 'distributor' });
    expect(response.body.RESP_MSG).toMatchObject({ role: 'distributor', distributor_id: null });
    expect((await add(fixtures.distributor, { role: 'distributor' })).status).toBe(403);
    const withDistributor = {
      role: 'distributor',
      distributor_id: String(fixtures.distributor.id),
    };
    expect((await add(fixtures.admin, withDistributor)).status).toBe(422);
  });

  it('does not add admins or accept other fields', async () => {
    expect((await add(fixtures.admin, { role: 'admin' })).status).toBe(422);
    const extraFields = { id: '1', is_demo: true, isDemo: true, version: 7, admin_notes: 'x' };
    const refused = await add(fixtures.admin, { ...extraFields, email: 'smuggled@people.example' });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors?.map(({ path }) => path)).toEqual(Object.keys(extraFields));
    const matchingUsers = granary.db
      .selectFrom('users')
      .where('email', '=', 'smuggled@people.example');
    expect(await matchingUsers.selectAll().execute()).toEqual([]);
  });

  it('refuses short and common passwords and the email address as the password, and names the field', async () => {
    for (const password of ['short', 'password123', 'x'.repeat(201)]) {
      const response = await add(fixtures.admin, { password });
      expect(response, password).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'password' }] },
      });
    }
    const email = `ola-${++lastNumber}@people.example`;
    const emailResponse = await add(fixtures.admin, { email, password: email.toUpperCase() });
    expect(emailResponse).toMatchObject({
      status: 422,
      body: { RESP_MSG: 'The password cannot be your email address or the part before the @.' },
    });
    expect(emailResponse.body.errors).toMatchObject([{ path: 'password' }]);
  });

  it('checks the email address, the phone number and the names', async () => {
    for (const fields of [{ email: 'nobody' }, { first_name: ' ' }, { phone: 'call me' }]) {
      const [path] = Object.keys(fields);
      expect(await add(fixtures.admin, fields)).toMatchObject({
        status: 422,
        body: { errors: [{ path }] },
      });
    }
  });

  it('refuses an email address that is in use, even for two requests at the same time', async () => {
    const email = `twice-${++lastNumber}@people.example`;
    const responses = await Promise.all([
      add(fixtures.admin, { email }),
      add(fixtures.distributor, { email: email.toUpperCase() }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      RESP_CODE: 'CONFLICT',
      RESP_MSG: 'This email address is already in use.',
      errors: [{ path: 'email' }],
    });
    const deletedUser = await addUser(granary.db, 'user', { isDeleted: true });
    expect((await add(fixtures.admin, { email: deletedUser.email })).status).toBe(200);
  });

  it("sets their language to that of the caller's page", async () => {
    const token = await granary.createToken(fixtures.distributor);
    const body = {
      email: `new-${++lastNumber}@people.example`,
      password: PASSWORD,
      first_name: 'Neil',
      last_name: 'Young',
    };
    const addResponse = await granary.call({
      method: 'POST',
      url: '/api/user/addUser',
      token,
      body,
      headers: { 'accept-language': 'de' },
    });
    expect(await readUser(parseId(addResponse))).toMatchObject({ language: 'de' });
  });
});

describe('verifying a password', () => {
  const verify = (token: string, password: string, remoteAddress = '192.0.2.10') =>
    granary.call({
      method: 'POST',
      url: '/api/user/verifyPassword',
      token,
      body: { password },
      remoteAddress,
    });

  it('accepts only the right password', async () => {
    const token = await granary.createToken(
      await addUser(granary.db, 'admin', { password: PASSWORD }),
    );
    expect(await verify(token, 'sixteen geese')).toMatchObject({
      status: 422,
      body: { RESP_MSG: 'Incorrect password.' },
    });
    expect((await verify(token, PASSWORD)).status).toBe(200);
  });

  it('counts failures like failed sign-ins', async () => {
    const admin = await addUser(granary.db, 'admin', { password: PASSWORD });
    const token = await granary.createToken(admin);
    for (let i = 0; i < 10; i++) expect((await verify(token, 'wrong')).status).toBe(422);
    const delays = granary.delays.length;
    expect((await verify(token, PASSWORD)).status).toBe(200);
    expect(granary.delays).toHaveLength(delays + 1);
    const body = { email: admin.email, password: PASSWORD };
    const login = { method: 'POST', url: '/api/user/login', body } as const;
    expect((await granary.call({ ...login, remoteAddress: '192.0.2.10' })).status).toBe(200);
    expect(granary.delays).toHaveLength(delays + 2);
    expect((await verify(token, PASSWORD, '192.0.2.11')).status).toBe(200);
    expect(granary.delays).toHaveLength(delays + 2);
  });
});

describe('deleting people', () => {
  /** Creates a token for a session whose user has just entered the password. */
  async function createVerifiedToken(who: Exclude<Caller, string>): Promise<string> {
    const token = await granary.createToken(who);
    await granary.sessions.markVerified((await granary.sessions.find(token))?.sid ?? '');
    return token;
  }
  const remove = (who: Caller, id: number) =>
    callAs(who, 'DELETE', 'user/deleteUser', { user_id: String(id) });
  const addCustomer = (distributorId: number | null = fixtures.distributor.id) =>
    addUser(granary.db, 'user', { distributorId, password: PASSWORD });

  it('requires a password typed in this session in the last five minutes', async () => {
    const admin = await addUser(granary.db, 'admin', { password: PASSWORD });
    const token = await granary.createToken(admin);
    const { id } = await addCustomer();
    expect(await remove(token, id)).toMatchObject({
      status: 403,
      body: { RESP_MSG: 'Please enter your password first.' },
    });
    expect(
      (await callAs(token, 'POST', 'user/verifyPassword', { password: PASSWORD })).status,
    ).toBe(200);
    expect((await remove(await granary.createToken(admin), id)).status).toBe(403);
    granary.advance(5 * MINUTE);
    expect((await remove(token, id)).status).toBe(403);
    await callAs(token, 'POST', 'user/verifyPassword', { password: PASSWORD });
    granary.advance(5 * MINUTE - 1);
    expect(await remove(token, id)).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'User Deleted!' },
    });
  });

  it('is refused for a distributor whose customer has since been moved', async () => {
    const { id } = await addCustomer();
    const token = await createVerifiedToken(fixtures.distributor);
    const otherTransaction = await granary.db.startTransaction().execute();
    await otherTransaction
      .updateTable('users')
      .set({ distributorId: null })
      .where('id', '=', id)
      .execute();
    const removal = remove(token, id);
    await Promise.race([removal, waitForBlockedQuery(granary.db)]);
    await otherTransaction.commit().execute();
    expect((await removal).status).toBe(404);
  });

  it('ends the sessions, removes the devices and frees the email address', async () => {
    const user = await addCustomer();
    const token = await granary.createToken(user);
    const sid = (await granary.sessions.find(token))?.sid ?? '';
    await registerDevice(granary.db, {
      token: 'phone',
      userId: user.id,
      sessionId: sid,
      deviceType: 'test',
      notifies: true,
      notifiesByPush: true,
      registeredAt: new Date(granary.now()),
    });
    expect((await remove(await createVerifiedToken(fixtures.distributor), user.id)).status).toBe(
      200,
    );
    expect((await callAs(token, 'GET', 'user/getMyInfo')).status).toBe(401);
    expect(await granary.db.selectFrom('devices').selectAll().execute()).toEqual([]);
    const list = await callAs(fixtures.distributor, 'GET', 'user/getUsersList');
    expect(list.text).not.toContain(user.email);
    expect((await remove(await createVerifiedToken(fixtures.distributor), user.id)).status).toBe(
      404,
    );
    expect((await add(fixtures.admin, { email: user.email })).status).toBe(200);
    const [row, audit] = [await readUser(user.id), granary.db.selectFrom('auditEntries')];
    expect(row.deletedAt).toEqual(new Date(granary.now()));
    const entries = await audit.selectAll().where('subjectId', '=', String(user.id)).execute();
    expect(entries).toMatchObject([{ act: 'deleted', actorId: fixtures.distributor.id }]);
    expect(JSON.stringify(entries)).not.toContain('argon2');
  });

  it('refuses to delete users with farms', async () => {
    const { user, farm } = fixtures.farmer;
    const token = await createVerifiedToken(fixtures.distributor);
    expect(await remove(token, user.id)).toMatchObject({
      status: 409,
      body: { RESP_MSG: 'User has active farms. Delete all farms first.' },
    });
    const deletedAt = new Date(granary.now());
    await granary.db.updateTable('farms').set({ deletedAt }).where('id', '=', farm.id).execute();
    expect((await remove(token, user.id)).status).toBe(200);
  });

  it('refuses to delete distributors with customers', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const { id } = await addCustomer(distributor.id);
    const token = await createVerifiedToken(fixtures.admin);
    expect(await remove(token, distributor.id)).toMatchObject({
      status: 409,
      body: { RESP_MSG: 'Distributor has customers. Move or delete them first.' },
    });
    expect((await remove(token, id)).status).toBe(200);
    expect((await remove(token, distributor.id)).status).toBe(200);
  });

  it('refuses to delete the caller', async () => {
    expect(
      (await remove(await createVerifiedToken(fixtures.admin), fixtures.admin.id)).status,
    ).toBe(409);
    expect(
      (await remove(await createVerifiedToken(fixtures.distributor), fixtures.distributor.id))
        .status,
    ).toBe(404);
    expect(
      (await remove(await createVerifiedToken(fixtures.farmer.user), fixtures.farmer.user.id))
        .status,
    ).toBe(403);
  });

  it('does not let two admins delete each other at the same time', async () => {
    const [firstAdmin, secondAdmin] = [
      await addUser(granary.db, 'admin'),
      await addUser(granary.db, 'admin'),
    ];
    const [first, second] = [
      await createVerifiedToken(firstAdmin),
      await createVerifiedToken(secondAdmin),
    ];
    const responses = await Promise.all([
      remove(first, secondAdmin.id),
      remove(second, firstAdmin.id),
    ]);
    expect(responses.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const remaining = [await readUser(firstAdmin.id), await readUser(secondAdmin.id)].filter(
      ({ deletedAt }) => !deletedAt,
    );
    expect(remaining).toHaveLength(1);
  });

  it('refuses to add a customer while their distributor is being deleted', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const deletion = await granary.db.startTransaction().execute();
    await deletion
      .updateTable('users')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', distributor.id)
      .execute();
    const addition = add(fixtures.admin, { distributor_id: String(distributor.id) });
    await Promise.race([addition, waitForBlockedQuery(granary.db)]);
    await deletion.commit().execute();
    expect((await addition).status).toBe(422);
  });

  it('is refused for other distributors and for customers', async () => {
    const { id } = await addCustomer();
    const body = { user_id: String(id) };
    const otherToken = await createVerifiedToken(fixtures.otherDistributor);
    expect((await callAs(otherToken, 'DELETE', 'user/deleteUser', body)).status).toBe(404);
    expect((await remove(await createVerifiedToken(fixtures.farmer.user), id)).status).toBe(404);
    expect((await readUser(id)).deletedAt).toBeNull();
  });
});
