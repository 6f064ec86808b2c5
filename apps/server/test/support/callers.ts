import { createHmac } from 'node:crypto';
import { getRoleScope, type Role } from '@granary/domain/access/roles';
import { SignJWT } from 'jose';
import type { UserRow } from '../../src/platform/postgres/tables.ts';
import { type Ids, MISSING_ID, PASSWORD } from './access-requests.ts';
import {
  ALERT_ID_OFFSET,
  addAlerts,
  addDeletedLoads,
  addLoads,
  LOAD_ID_OFFSET,
} from './access-table.ts';
import { addContacts, FIRST_CONTACT_ID } from './access-table-contacts.ts';
import type { LiveSession, Target } from './expected-statuses.ts';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixture,
  type CustomerFixtures,
} from './fixtures.ts';
import { storeReports } from './store-reports.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A server and fixtures; the bins of the farmer, the neighbor and the stranger have a reading. */
export interface AccessFixtures {
  readonly granary: TestApp;
  readonly fixtures: CustomerFixtures;
}

/** Creates the server and the fixtures; `webAppFolder` is the folder of the built web app. */
export async function createAccessFixtures(webAppFolder: string): Promise<AccessFixtures> {
  const granary = await createTestApp({ webAppFolder });
  const fixtures = await addCustomerFixtures(granary.db);
  await addUser(granary.db, 'user', { email: 'login@users.example', password: PASSWORD });
  for (const { bin } of [fixtures.farmer, fixtures.neighbor, fixtures.stranger]) {
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[20, 21], [22]] };
    await storeReports(granary.db, bin, [report], granary.now());
  }
  await granary.db.updateTable('bins').set({ fanAttached: true }).execute();
  await addLoads(granary.db);
  await addDeletedLoads(granary.db);
  await addAlerts(granary.db);
  await addContacts(granary.db);
  return { granary, fixtures };
}

/** Returns the IDs for a call with this target; targets are relative to the farmer and their distributor. */
export function findTargetIds({ fixtures }: AccessFixtures, target: Target): Ids {
  const distributor = String(fixtures.distributor.id);
  const toIds = ({ user, farm, bin }: CustomerFixture) => ({
    distributor,
    userDistributor: toText(user.distributorId),
    user: String(user.id),
    farm: String(farm.id),
    bin: String(bin.id),
    board: bin.mainBoardId,
    load: String(LOAD_ID_OFFSET + bin.id),
    alert: String(ALERT_ID_OFFSET + bin.id),
    contact: String(FIRST_CONTACT_ID + farm.id),
  });
  switch (target) {
    case 'own':
      return toIds(fixtures.farmer);
    case "neighbor's":
      return toIds(fixtures.neighbor);
    case "other distributor's":
      return toIds(fixtures.stranger);
    case 'missing':
      return {
        user: MISSING_ID,
        farm: MISSING_ID,
        contact: MISSING_ID,
        bin: MISSING_ID,
        board: MISSING_ID,
        load: MISSING_ID,
        alert: MISSING_ID,
        distributor,
        userDistributor: null,
      };
  }
}

const toText = (id: number | null) => (id === null ? null : String(id));

/** Creates a token for a valid session. */
export async function createLiveToken(
  { granary, fixtures }: AccessFixtures,
  actor: LiveSession,
): Promise<string> {
  switch (actor) {
    case 'admin demoted to user':
    case 'distributor demoted to user': {
      const user = await addUser(granary.db, actor.startsWith('admin') ? 'admin' : 'distributor');
      const token = await granary.createToken(user);
      await granary.db
        .updateTable('users')
        .set({ role: 'user' })
        .where('id', '=', user.id)
        .execute();
      return token;
    }
    default:
      return granary.createToken(findAccount(fixtures, actor));
  }
}

/** Returns the account that is used for calls with a role: the farmer, their distributor or the admin. */
export function findAccount(fixtures: CustomerFixtures, role: Role): UserRow {
  switch (getRoleScope(role)) {
    case 'own':
      return fixtures.farmer.user;
    case 'customers':
      return fixtures.distributor;
    case 'all':
      return fixtures.admin;
  }
}

/** Gives a role to the account that makes calls in it; the returned function restores the former role. */
export async function changeRole(
  { granary, fixtures }: AccessFixtures,
  role: Role,
): Promise<() => Promise<void>> {
  const { id, role: former } = findAccount(fixtures, role);
  const set = async (next: Role) => {
    await granary.db.updateTable('users').set({ role: next }).where('id', '=', id).execute();
  };
  await set(role);
  return () => set(former);
}

/** The kinds of invalid tokens. */
const invalidTokenKinds = [
  'nobody',
  'signed out',
  'expired',
  'deleted',
  'forged role',
  'alg none',
  'signed with another key',
  'signed with HS512',
  'without a session',
  'not a token',
] as const;

/** Creates invalid admin tokens, keyed by kind. */
export async function createInvalidTokens({
  granary,
  fixtures,
}: AccessFixtures): Promise<Record<(typeof invalidTokenKinds)[number], string | null>> {
  const { db, sessions, secrets } = granary;
  const validToken = await granary.createToken(fixtures.admin);
  const [header = '', payload = '', signature = ''] = validToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signedOutToken = await granary.createToken(fixtures.admin);
  await sessions.revoke((await sessions.find(signedOutToken))?.sid ?? '');
  const deletedAdmin = await addUser(db, 'admin');
  const deleted = await granary.createToken(deletedAdmin);
  const deletedAt = new Date(granary.now());
  await db.updateTable('users').set({ deletedAt }).where('id', '=', deletedAdmin.id).execute();
  const signAgain = (body: string, key: Buffer) =>
    `${header}.${body}.${createHmac('sha256', key).update(`${header}.${body}`).digest('base64url')}`;
  const farmerToken = await granary.createToken(fixtures.farmer.user);
  const farmerClaims = {
    ...JSON.parse(Buffer.from(farmerToken.split('.')[1] ?? '', 'base64url').toString()),
  };
  return {
    nobody: null,
    'signed out': signedOutToken,
    expired: await granary.createToken(fixtures.admin),
    deleted,
    'forged role': `${header}.${encode({ ...farmerClaims, role: 'admin' })}.${farmerToken.split('.')[2]}`,
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'signed with another key': signAgain(payload, Buffer.alloc(32)),
    'signed with HS512': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .sign(secrets.tokenKey),
    'without a session': signAgain(
      encode({ ...claims, sid: '6f1c1a0e-2f0a-4d51-8a5f-0d7f6a1f0c3b' }),
      secrets.tokenKey,
    ),
    'not a token': signature,
  };
}
