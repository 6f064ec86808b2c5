import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createApiCall, waitForLockedQuery } from '../../test/support/api-calls.ts';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { registerDevice } from '../notifications/store.ts';

const PASSWORD = 'seventeen geese';

let granary: TestApp;
let house: CustomerFixtures;
let last = 0;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  house = await addCustomerFixtures(granary.db);
  granary.advance(HOUR);
});

const as = createApiCall(() => granary);

function add(who: Caller, parts: Record<string, unknown> = {}) {
  const body = {
    ...{ email: `new-${++last}@people.example`, password: PASSWORD },
    ...{ first_name: 'Neil', last_name: 'Young', phone: '204', city: 'Omemee', ...parts },
  };
  return as(who, 'POST', 'user/addUser', body);
}

const rowOf = (id: unknown) =>
  granary.db.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
const idIn = ({ body }: Awaited<ReturnType<typeof as>>) =>
  Number((body.RESP_MSG as { id: string }).id);

describe('adding people', () => {
  it('makes a customer who signs in', async () => {
    const made = await add(house.admin, { state: 'Ontario', country: 'Canada' });
    expect(made).toMatchObject({ status: 200 });
    expect(made.body.RESP_MSG).toEqual({
      ...{ id: expect.any(String), _id: expect.any(String), email: `new-${last}@people.example` },
      ...{ first_name: 'Neil', last_name: 'Young', phone: '204', city: 'Omemee', role: 'user' },
      ...{ state: 'Ontario', country: 'Canada', distributor_id: null },
    });
    const body = { email: `new-${last}@people.example`, password: PASSWORD };
    const login = await granary.call({ method: 'POST', url: '/api/user/login', body });
    expect(login.status).toBe(200);
  });

  it("makes a distributor's customer theirs, whether they say so or not", async () => {
    for (const parts of [
      {},
      { distributor_id: String(house.distributor.id) },
      { distributor_id: null },
    ]) {
      const made = await add(house.distributor, parts);
      expect(made.body.RESP_MSG).toMatchObject({ distributor_id: String(house.distributor.id) });
    }
    const other = { distributor_id: String(house.otherDistributor.id) };
    expect((await add(house.distributor, other)).status).toBe(403);
  });

  it('lets an admin name a distributor that exists', async () => {
    const { admin, distributor, farmer } = house;
    const theirs = await add(admin, { distributor_id: String(distributor.id) });
    expect(theirs.body.RESP_MSG).toMatchObject({ distributor_id: String(distributor.id) });
    const gone = await addUser(granary.db, 'distributor', { isDeleted: true });
    for (const id of [farmer.user.id, admin.id, gone.id, 2_000_000_000]) {
      expect(await add(admin, { distributor_id: String(id) }), String(id)).toMatchObject({
        ...{ status: 422, body: { RESP_MSG: 'This distributor does not exist.' } },
      });
    }
  });

  it('lets admins alone add distributors, who belong to nobody', async () => {
    const made = await add(house.admin, { role: 'distributor' });
    expect(made.body.RESP_MSG).toMatchObject({ role: 'distributor', distributor_id: null });
    expect((await add(house.distributor, { role: 'distributor' })).status).toBe(403);
    const tied = { role: 'distributor', distributor_id: String(house.distributor.id) };
    expect((await add(house.admin, tied)).status).toBe(422);
  });

  it('makes no admin, and takes no other field', async () => {
    expect((await add(house.admin, { role: 'admin' })).status).toBe(422);
    const smuggled = { id: '1', is_demo: true, isDemo: true, version: 7, admin_notes: 'x' };
    const refused = await add(house.admin, { ...smuggled, email: 'smuggled@people.example' });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors?.map(({ path }) => path)).toEqual(Object.keys(smuggled));
    const named = granary.db.selectFrom('users').where('email', '=', 'smuggled@people.example');
    expect(await named.selectAll().execute()).toEqual([]);
  });

  it('refuses passwords that are short, common or the address, and names the field', async () => {
    for (const password of ['short', 'password123', 'x'.repeat(201)]) {
      const answer = await add(house.admin, { password });
      expect(answer, password).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'password' }] },
      });
    }
    const email = `ola-${++last}@people.example`;
    const asAddress = await add(house.admin, { email, password: email.toUpperCase() });
    expect(asAddress).toMatchObject({
      ...{
        status: 422,
        body: { RESP_MSG: 'The password cannot be your e-mail address or its first part.' },
      },
    });
    expect(asAddress.body.errors).toMatchObject([{ path: 'password' }]);
  });

  it('takes an address for the e-mail, numbers for the phone and no empty name', async () => {
    for (const parts of [{ email: 'nobody' }, { first_name: ' ' }, { phone: 'call me' }]) {
      const [path] = Object.keys(parts);
      expect(await add(house.admin, parts)).toMatchObject({
        status: 422,
        body: { errors: [{ path }] },
      });
    }
  });

  it('refuses an address that is in use, also where two come at once', async () => {
    const email = `twice-${++last}@people.example`;
    const both = await Promise.all([
      add(house.admin, { email }),
      add(house.distributor, { email: email.toUpperCase() }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ RESP_CODE: 'CONFLICT', RESP_MSG: 'This e-mail address is already in use.' },
      errors: [{ path: 'email' }],
    });
    const gone = await addUser(granary.db, 'user', { isDeleted: true });
    expect((await add(house.admin, { email: gone.email })).status).toBe(200);
  });

  it('writes to them in the language that the page of whoever added them is in', async () => {
    const token = await granary.tokenOf(house.distributor);
    const body = {
      ...{ email: `new-${++last}@people.example`, password: PASSWORD },
      ...{ first_name: 'Neil', last_name: 'Young' },
    };
    const made = await granary.call({
      ...{ method: 'POST', url: '/api/user/addUser', token, body },
      headers: { 'accept-language': 'de' },
    });
    expect(await rowOf(idIn(made))).toMatchObject({ language: 'de' });
  });
});

describe('verifying a password', () => {
  const verify = (token: string, password: string, remoteAddress = '192.0.2.10') =>
    granary.call({
      ...{ method: 'POST', url: '/api/user/verifyPassword', token, body: { password } },
      remoteAddress,
    });

  it('tells the right one from others', async () => {
    const token = await granary.tokenOf(await addUser(granary.db, 'admin', { password: PASSWORD }));
    expect(await verify(token, 'sixteen geese')).toMatchObject({
      ...{ status: 422, body: { RESP_MSG: 'Incorrect password.' } },
    });
    expect((await verify(token, PASSWORD)).status).toBe(200);
  });

  it('counts wrong tries like signing in', async () => {
    const admin = await addUser(granary.db, 'admin', { password: PASSWORD });
    const token = await granary.tokenOf(admin);
    for (let i = 0; i < 10; i++) expect((await verify(token, 'wrong')).status).toBe(422);
    const delays = granary.pauses.length;
    expect((await verify(token, PASSWORD)).status).toBe(200);
    expect(granary.pauses).toHaveLength(delays + 1);
    const body = { email: admin.email, password: PASSWORD };
    const login = { method: 'POST', url: '/api/user/login', body } as const;
    expect((await granary.call({ ...login, remoteAddress: '192.0.2.10' })).status).toBe(200);
    expect(granary.pauses).toHaveLength(delays + 2);
    expect((await verify(token, PASSWORD, '192.0.2.11')).status).toBe(200);
    expect(granary.pauses).toHaveLength(delays + 2);
  });
});

describe('deleting people', () => {
  /** A session whose holder has typed their password just now. */
  async function verified(who: Exclude<Caller, string>): Promise<string> {
    const token = await granary.tokenOf(who);
    await granary.sessions.markVerified((await granary.sessions.find(token))?.sid ?? '');
    return token;
  }
  const remove = (who: Caller, id: number) =>
    as(who, 'DELETE', 'user/deleteUser', { user_id: String(id) });
  const customer = (distributorId: number | null = house.distributor.id) =>
    addUser(granary.db, 'user', { distributorId, password: PASSWORD });

  it('needs a password typed in this session in the last five minutes', async () => {
    const admin = await addUser(granary.db, 'admin', { password: PASSWORD });
    const token = await granary.tokenOf(admin);
    const { id } = await customer();
    expect(await remove(token, id)).toMatchObject({
      ...{ status: 403, body: { RESP_MSG: 'Please enter your password first.' } },
    });
    expect((await as(token, 'POST', 'user/verifyPassword', { password: PASSWORD })).status).toBe(
      200,
    );
    expect((await remove(await granary.tokenOf(admin), id)).status).toBe(403);
    granary.advance(5 * MINUTE);
    expect((await remove(token, id)).status).toBe(403);
    await as(token, 'POST', 'user/verifyPassword', { password: PASSWORD });
    granary.advance(5 * MINUTE - 1);
    expect(await remove(token, id)).toMatchObject({
      ...{ status: 200, body: { RESP_MSG: 'User Deleted!' } },
    });
  });

  it('is not for a distributor whose customer is moved elsewhere meanwhile', async () => {
    const { id } = await customer();
    const token = await verified(house.distributor);
    const other = await granary.db.startTransaction().execute();
    await other.updateTable('users').set({ distributorId: null }).where('id', '=', id).execute();
    const removed = remove(token, id);
    await Promise.race([removed, waitForLockedQuery(granary.db)]);
    await other.commit().execute();
    expect((await removed).status).toBe(404);
  });

  it('ends their sessions, forgets their devices and frees their address', async () => {
    const user = await customer();
    const token = await granary.tokenOf(user);
    const sid = (await granary.sessions.find(token))?.sid ?? '';
    await registerDevice(granary.db, {
      ...{ token: 'phone', userId: user.id, sessionId: sid, deviceType: 'test' },
      ...{ notifies: true, notifiesByPush: true, registeredAt: new Date(granary.now()) },
    });
    expect((await remove(await verified(house.distributor), user.id)).status).toBe(200);
    expect((await as(token, 'GET', 'user/getMyInfo')).status).toBe(401);
    expect(await granary.db.selectFrom('devices').selectAll().execute()).toEqual([]);
    const list = await as(house.distributor, 'GET', 'user/getUsersList');
    expect(list.text).not.toContain(user.email);
    expect((await remove(await verified(house.distributor), user.id)).status).toBe(404);
    expect((await add(house.admin, { email: user.email })).status).toBe(200);
    const [row, audit] = [await rowOf(user.id), granary.db.selectFrom('auditEntries')];
    expect(row.deletedAt).toEqual(new Date(granary.now()));
    const entries = await audit.selectAll().where('subjectId', '=', String(user.id)).execute();
    expect(entries).toMatchObject([{ act: 'deleted', actorId: house.distributor.id }]);
    expect(JSON.stringify(entries)).not.toContain('argon2');
  });

  it('spares who has farms, until the last of them is deleted', async () => {
    const { user, farm } = house.farmer;
    const token = await verified(house.distributor);
    expect(await remove(token, user.id)).toMatchObject({
      ...{ status: 409, body: { RESP_MSG: 'User has active farms. Delete all farms first.' } },
    });
    const deletedAt = new Date(granary.now());
    await granary.db.updateTable('farms').set({ deletedAt }).where('id', '=', farm.id).execute();
    expect((await remove(token, user.id)).status).toBe(200);
  });

  it('spares distributors who have customers', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const { id } = await customer(distributor.id);
    const token = await verified(house.admin);
    expect(await remove(token, distributor.id)).toMatchObject({
      ...{
        status: 409,
        body: { RESP_MSG: 'Distributor has customers. Move or delete them first.' },
      },
    });
    expect((await remove(token, id)).status).toBe(200);
    expect((await remove(token, distributor.id)).status).toBe(200);
  });

  it('spares oneself', async () => {
    expect((await remove(await verified(house.admin), house.admin.id)).status).toBe(409);
    expect((await remove(await verified(house.distributor), house.distributor.id)).status).toBe(
      404,
    );
    expect((await remove(await verified(house.farmer.user), house.farmer.user.id)).status).toBe(
      403,
    );
  });

  it('leaves one of two admins who delete each other', async () => {
    const [one, other] = [await addUser(granary.db, 'admin'), await addUser(granary.db, 'admin')];
    const [first, second] = [await verified(one), await verified(other)];
    const both = await Promise.all([remove(first, other.id), remove(second, one.id)]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const left = [await rowOf(one.id), await rowOf(other.id)].filter(({ deletedAt }) => !deletedAt);
    expect(left).toHaveLength(1);
  });

  it('of a distributor leaves no customer who was added meanwhile', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const deletion = await granary.db.startTransaction().execute();
    await deletion
      .updateTable('users')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', distributor.id)
      .execute();
    const added = add(house.admin, { distributor_id: String(distributor.id) });
    await Promise.race([added, waitForLockedQuery(granary.db)]);
    await deletion.commit().execute();
    expect((await added).status).toBe(422);
  });

  it('is nothing that a foreign distributor or a customer may do', async () => {
    const { id } = await customer();
    const body = { user_id: String(id) };
    const foreign = await verified(house.otherDistributor);
    expect((await as(foreign, 'DELETE', 'user/deleteUser', body)).status).toBe(404);
    expect((await remove(await verified(house.farmer.user), id)).status).toBe(404);
    expect((await rowOf(id)).deletedAt).toBeNull();
  });
});
