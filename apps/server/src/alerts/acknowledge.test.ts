import { DAY, HOUR } from '@granary/domain/units';
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

async function listAlerts(user: Account): Promise<unknown[]> {
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
    expect(await listAlerts(fixtures.distributor)).toMatchObject([
      {
        acknowledged_at: new Date(granary.now()).toISOString(),
        acknowledged_by: expect.stringContaining(user.firstName),
        note: 'Fan is on',
        // How staff reach the owner.
        email: user.email,
        contact_no: '',
        events: [{ kind: 'acknowledged', note: 'Fan is on' }],
      },
    ]);
    expect(await listAlerts(fixtures.stranger.user)).toEqual([]);
  });

  it('shows its acknowledgment in bin lists, and marks its bin so that the stored state is updated', async () => {
    const { user, farm } = fixtures.farmer;
    const token = await granary.createToken(user);
    const { body } = await granary.call({ url: `/api/farm/getAllBins?farm_id=${farm.id}`, token });
    const bins = body.RESP_MSG as readonly { id: string; open_alerts: unknown }[];
    const alerts = bins.find(({ id }) => id === String(bin.id))?.open_alerts;
    const at = new Date(granary.now()).toISOString();
    expect(alerts).toMatchObject([
      { acknowledged: { user_name: expect.stringContaining(user.firstName), date_time: at } },
    ]);
    const marks = await granary.db.selectFrom('alertMarks').select('binId').execute();
    expect(marks).toEqual([{ binId: bin.id }]);
  });

  it('is recorded in the audit log once when it is acknowledged', async () => {
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

describe('past alerts', () => {
  it('are listed if they were open at the given time or later', async () => {
    const addPastAlert = async (hours: number) => {
      const at = new Date(granary.now() - hours * HOUR);
      const row = { binId: bin.id, since: at, raisedAt: at, closedAt: at, sensors: '[]' };
      const { id } = await granary.db
        .insertInto('alerts')
        .values({ ...row, rule: 'co2', severity: 'warning' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(id);
    };
    const [recent] = [await addPastAlert(1), await addPastAlert(30)];
    const token = await granary.createToken(fixtures.farmer.user);
    const since = new Date(granary.now() - DAY).toISOString();
    const url = `/api/alerts?state=all&bin_id=${bin.id}&since=${since}`;
    const { body } = await granary.call({ url, token });
    expect((body as unknown as { readonly data: unknown[] }).data).toMatchObject([
      { id: String(alertId) },
      { id: recent },
    ]);
  });
});
