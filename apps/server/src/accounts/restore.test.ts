import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findDeletedUsers, restoreUser } from './restore.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

const restore = (id: number) =>
  restoreUser(granary.db, id, { actor: null, address: 'this machine', at: granary.now() });

describe('restoring an account', () => {
  it('makes it visible to its distributor again, but does not restore its old sessions', async () => {
    const { distributor } = fixtures;
    const person = await addUser(granary.db, 'user', { distributorId: distributor.id });
    const oldToken = await granary.createToken(person);
    const admin = await granary.createToken(fixtures.admin);
    const deletion = { deletedAt: new Date(granary.now()) };
    await granary.db.updateTable('users').set(deletion).where('id', '=', person.id).execute();
    await granary.db
      .updateTable('sessions')
      .set({ revokedAt: new Date(granary.now()) })
      .where('userId', '=', person.id)
      .execute();
    expect((await findDeletedUsers(granary.db)).map(({ id }) => id)).toContain(person.id);
    expect(await restore(person.id)).toMatchObject({
      kind: 'restored',
      isDistributorDeleted: false,
    });
    const url = `/api/user/getUser?user_id=${person.id}`;
    const token = await granary.createToken(distributor);
    expect((await granary.call({ url, token })).status).toBe(200);
    const response = await granary.call({ url: '/api/user/getMyInfo', token: oldToken });
    expect(response.status).toBe(401);
    const audit = await granary.call({ url: `/api/audit?user_id=${person.id}`, token: admin });
    expect(audit.body).toMatchObject({ data: [{ act: 'restored', subject: 'user' }] });
    expect(await restore(person.id)).toEqual({ kind: 'not-deleted' });
  });

  it('leaves it without a distributor if its distributor was deleted', async () => {
    const deletedDistributor = await addUser(granary.db, 'distributor', { isDeleted: true });
    const person = await addUser(granary.db, 'user', {
      distributorId: deletedDistributor.id,
      isDeleted: true,
    });
    const outcome = await restore(person.id);
    expect(outcome).toMatchObject({
      isDistributorDeleted: true,
      restoredUser: { distributorId: null },
    });
  });

  it('is refused if another account uses its email address, ignoring case', async () => {
    const person = await addUser(granary.db, 'user', { isDeleted: true });
    const email = person.email.toUpperCase();
    const other = await addUser(granary.db, 'user');
    await granary.db.updateTable('users').set({ email }).where('id', '=', other.id).execute();
    expect(await restore(person.id)).toEqual({ kind: 'email-taken', email: person.email });
  });
});
