import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

type Account = Pick<UserRow, 'id' | 'role' | 'email'>;

let granary: TestApp;
let fixtures: CustomerFixtures;
let bin: TestBin;
let alertId: number;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4' }, []);
  const at = new Date(granary.now());
  const row = { binId: bin.id, since: at, raisedAt: at, value: 30, limitValue: 25, sensors: '[]' };
  const { id } = await granary.db
    .insertInto('alerts')
    .values({ ...row, rule: 'temperature', severity: 'critical' })
    .returning('id')
    .executeTakeFirstOrThrow();
  alertId = id;
});

afterAll(() => granary.dispose());

async function acknowledge(user: Account, note: string): Promise<number> {
  const token = await granary.createToken(user);
  const url = `/api/alerts/${alertId}/acknowledge`;
  return (await granary.call({ method: 'POST', url, token, body: { note } })).status;
}

async function list(user: Account): Promise<unknown[]> {
  const token = await granary.createToken(user);
  const response = await granary.call({ url: '/api/alerts', token });
  return (response.body as unknown as { readonly data: unknown[] }).data;
}

describe('an open alert', () => {
  it('is acknowledged once, with a name and a note that everyone sees', async () => {
    const { user } = fixtures.farmer;
    expect(await acknowledge(fixtures.stranger.user, 'mine')).toBe(404);
    expect(await acknowledge(user, ' Fan is on ')).toBe(200);
    expect(await acknowledge(fixtures.distributor, 'Too late')).toBe(200);
    expect(await acknowledge(user, 'x'.repeat(501))).toBe(422);
    expect(await list(fixtures.distributor)).toMatchObject([
      {
        acknowledged_at: new Date(granary.now()).toISOString(),
        acknowledged_by: expect.stringContaining(user.firstName),
        note: 'Fan is on',
        events: [{ kind: 'acknowledged', note: 'Fan is on' }],
      },
    ]);
    expect(await list(fixtures.stranger.user)).toEqual([]);
  });

  it('has its acknowledgment in the audit log, once', async () => {
    const changes = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'subject', 'subjectName', 'ownerId', 'changes'])
      .where('subjectId', '=', String(bin.id))
      .execute();
    const ownerId = fixtures.farmer.user.id;
    expect(changes).toEqual([
      {
        actorId: ownerId,
        subject: 'bin',
        subjectName: 'Home 4',
        ownerId,
        changes: [{ field: 'alert temperature', before: 'open', after: 'acknowledged' }],
      },
    ]);
  });
});
