import { DAY } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addFarm,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { recordChange } from '../audit/record-change.ts';
import { registerDevice } from '../notifications/store.ts';
import { purgeUsers } from './purge-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

/** Removes accounts deleted more than `daysAgo` days ago; `addUser` sets `deletedAt` to one day ago. */
const purge = (daysAgo = 0) =>
  purgeUsers(granary.db, new Date(granary.now() - daysAgo * DAY), new AbortController().signal);

async function findRemaining(...ids: readonly number[]): Promise<number[]> {
  const rows = granary.db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id');
  return (await rows.execute()).map(({ id }) => id);
}

describe('deleted accounts', () => {
  it('are removed permanently if they were deleted before the given time', async () => {
    const deletedUser = await addUser(granary.db, 'user', { isDeleted: true });
    const { id } = fixtures.farmer.user;
    await purge(1);
    expect(await findRemaining(deletedUser.id, id)).toEqual(
      [id, deletedUser.id].sort((a, b) => a - b),
    );
    await purge();
    expect(await findRemaining(deletedUser.id, id)).toEqual([id]);
  });

  it('are removed with their data, and keep their name in the audit log', async () => {
    const { db } = granary;
    const deletedUser = await addUser(db, 'user', { firstName: 'Aganetha' });
    const sid = (await granary.sessions.find(await granary.createToken(deletedUser)))?.sid ?? '';
    const at = new Date(granary.now());
    await registerDevice(db, {
      token: 'phone',
      userId: deletedUser.id,
      sessionId: sid,
      deviceType: 'test',
      notifies: true,
      notifiesByPush: true,
      registeredAt: at,
    });
    const notification = { userId: deletedUser.id, title: 'Hot', body: '', target: '/', at };
    await db.insertInto('notifications').values(notification).execute();
    await db.transaction().execute((trx) =>
      recordChange(trx, {
        at: granary.now(),
        actor: deletedUser,
        address: '',
        act: 'changed',
        subject: 'user',
        subjectId: deletedUser.id,
        subjectName: 'Aganetha Last',
        changes: [{ field: 'city', before: 'A', after: 'B' }],
      }),
    );
    const deletedAt = new Date(granary.now() - DAY);
    await db.updateTable('users').set({ deletedAt }).where('id', '=', deletedUser.id).execute();
    await purge();
    expect(await findRemaining(deletedUser.id)).toEqual([]);
    expect(await db.selectFrom('devices').selectAll().execute()).toEqual([]);
    const token = await granary.createToken(fixtures.admin);
    const audit = await granary.call({ url: `/api/audit?user_id=${deletedUser.id}`, token });
    expect(audit.body).toMatchObject({
      data: [{ actor_name: 'Aganetha Last', subject_name: 'Aganetha Last' }],
    });
  });

  it('are kept while they have a farm or a customer', async () => {
    const { db } = granary;
    const distributor = await addUser(db, 'distributor', { isDeleted: true });
    const customer = await addUser(db, 'user', {
      distributorId: distributor.id,
      isDeleted: true,
    });
    const farm = await addFarm(db, customer.id, { isDeleted: true });
    await purge();
    expect(await findRemaining(distributor.id, customer.id)).toEqual([distributor.id, customer.id]);
    await db.deleteFrom('farms').where('id', '=', farm.id).execute();
    await purge();
    expect(await findRemaining(distributor.id, customer.id)).toEqual([]);
  });
});
