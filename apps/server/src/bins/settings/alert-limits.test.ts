import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';
import { toReason } from './alert-limits.ts';

type Account = Pick<UserRow, 'id' | 'role' | 'email'>;

let granary: TestApp;
let fixtures: CustomerFixtures;
let durum: TestBin;
let corn: TestBin;
let strangerBin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  const add = (farmId: number, name: string, crop: string) =>
    addBin(granary.db, farmId, {
      name,
      crop,
      temperatureAlertEnabled: false,
      temperatureAlertC: 30,
      minLevelAlertEnabled: true,
      minLevelAlert: 20,
      maxLevelAlertEnabled: false,
      maxLevelAlert: 80,
    });
  durum = await add(fixtures.farmer.farm.id, 'Limit 1', 'Durum');
  corn = await add(fixtures.farmer.farm.id, 'Limit 2', 'Corn');
  strangerBin = await add(fixtures.stranger.farm.id, 'Limit 3', 'Durum');
});

async function send(user: Account, path: string, body: unknown) {
  const token = await granary.createToken(user);
  const url = `/api/alerts/limits${path}`;
  const response = await granary.call({ method: 'POST', url, token, body });
  const message = response.body.RESP_MSG as Record<string, unknown>;
  return { status: response.status, message, body: response.body };
}

const preview = (user: Account, limits: object, search = '') =>
  send(user, '/preview', { limits, search });

const ref = (bin: TestBin, version = 1) => ({ bin_id: String(bin.id), version });

async function readBin(bin: TestBin) {
  const token = await granary.createToken(fixtures.farmer.user);
  const url = `/api/board/getBinSensor?id=${bin.id}`;
  return (await granary.call({ url, token })).body.RESP_MSG;
}

describe('the preview of alert limits for multiple bins', () => {
  it("shows the old and new limits of the caller's bins that change", async () => {
    const limits = {
      temp_alert_threshold: 28.5,
      minimum_level_sensor: null,
      maximum_level_sensor: null,
    };
    const { message } = await preview(fixtures.distributor, limits, 'Limit');
    const changes = [
      { limit: 'temp_alert_threshold', before: null, after: 28.5 },
      { limit: 'minimum_level_sensor', before: 20, after: null },
    ];
    expect(message).toMatchObject({
      found: 2,
      changing: 2,
      bins: [
        { ...ref(durum), bin_name: 'Limit 1', farm_name: fixtures.farmer.farm.name, changes },
        { ...ref(corn), bin_name: 'Limit 2', changes },
      ],
    });
    const others = await preview(fixtures.otherDistributor, { co2: 900 }, 'Limit');
    expect(others.message['bins']).toMatchObject([{ bin_name: 'Limit 3' }]);
    expect(
      (await preview(fixtures.farmer.user, { minimum_level_sensor: 20 }, 'Limit')).message,
    ).toEqual({
      found: 2,
      changing: 0,
      bins: [],
    });
  });

  it.each([
    ['durum', ['Limit 1']],
    ['LIMIT 2', ['Limit 2']],
    ['%', []],
  ])('finds bins by their name, crop, farm or owner: %j', async (search, names) => {
    const { message } = await preview(fixtures.distributor, { co2: 900 }, search);
    expect(message['bins']).toMatchObject(names.map((bin_name) => ({ bin_name })));
  });

  it('marks bins whose minimum level would not be below the maximum', async () => {
    const crossed = await preview(fixtures.farmer.user, { maximum_level_sensor: 20 }, 'Limit 1');
    expect(crossed.message['bins']).toMatchObject([{ levels_crossed: true }]);
    const other = await preview(fixtures.farmer.user, { co2: 900 }, 'Limit 1');
    expect(other.message['bins']).toMatchObject([{ levels_crossed: false }]);
  });

  it.each([
    ['temp_alert_threshold', 86],
    ['temp_alert_threshold', 20.001],
    ['co2', -1],
    ['temperature_difference', 0],
    ['time_interval', 0.5],
    ['minimum_level_sensor', 101],
  ])('refuses %s %d and names the field', async (field, value) => {
    const { status, body } = await preview(fixtures.farmer.user, { [field]: value });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
  });
});

it('limits that the caller may not change are reported as not allowed, and missing bins as not found', () => {
  expect(toReason({ kind: 'forbidden', fields: ['co2'] })).toBe('not-allowed');
  expect(toReason({ kind: 'gone' })).toBe('not-found');
});

describe('alert limits for multiple bins', () => {
  it('are stored, and recorded in the audit log, for each bin', async () => {
    const { status, message } = await send(fixtures.distributor, '', {
      limits: { temp_alert_threshold: 28.5, minimum_level_sensor: null },
      bins: [ref(durum), ref(corn)],
    });
    expect([status, message]).toEqual([200, { changed: 2, unchanged: [] }]);
    for (const bin of [durum, corn]) {
      expect(await readBin(bin)).toMatchObject({
        version: 2,
        temp_alerts_enabled: true,
        temp_alert_threshold: 28.5,
        minimum_level_sensor_alert_enabled: false,
        // The limit is saved for when the alert is turned on again.
        minimum_level_sensor: 20,
      });
      const entries = await granary.db
        .selectFrom('auditEntries')
        .select(['actorId', 'changes'])
        .where('subjectId', '=', String(bin.id))
        .execute();
      expect(entries).toMatchObject([
        {
          actorId: fixtures.distributor.id,
          changes: [
            { field: 'temp_alerts_enabled', before: false, after: true },
            { field: 'temp_alert_threshold', before: 30, after: 28.5 },
            { field: 'minimum_level_sensor_alert_enabled', before: true, after: false },
          ],
        },
      ]);
    }
  });

  it('are not stored for bins that changed since the preview, or for bins of other customers', async () => {
    const missingBin = { bin_id: '2000000000', version: 1 };
    const { message } = await send(fixtures.distributor, '', {
      limits: { maximum_level_sensor: 20 },
      bins: [ref(durum, 7), ref(corn), ref(strangerBin), missingBin],
    });
    expect(message).toEqual({
      changed: 0,
      unchanged: [
        { bin_id: String(durum.id), reason: 'changed-since' },
        { bin_id: String(corn.id), reason: 'levels-crossed' },
        { bin_id: String(strangerBin.id), reason: 'not-found' },
        { bin_id: missingBin.bin_id, reason: 'not-found' },
      ],
    });
    const versions = await granary.db
      .selectFrom('bins')
      .select('version')
      .where('id', 'in', [durum.id, corn.id, strangerBin.id])
      .execute();
    expect(versions.map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it('can be set for 1 to 500 bins at a time', async () => {
    const sendFor = (count: number) =>
      send(fixtures.farmer.user, '', {
        limits: { co2: 900 },
        bins: Array.from({ length: count }, () => ref(durum)),
      });
    expect([(await sendFor(0)).status, (await sendFor(501)).status]).toEqual([422, 422]);
  });
});

describe('the list of alerts', () => {
  it('is paginated and can be filtered by bin, farm, owner, phone number, rule and acknowledgment', async () => {
    const phone = '+1 204 555 0199';
    const name = `Z${randomUUID().slice(0, 8)}`;
    const { user } = fixtures.farmer;
    await granary.db
      .updateTable('users')
      .set({ phone, lastName: name })
      .where('id', '=', user.id)
      .execute();
    const at = new Date(granary.now());
    const row = { since: at, raisedAt: at, severity: 'warning' as const, sensors: '[]' };
    await granary.db
      .insertInto('alerts')
      .values([
        { ...row, binId: durum.id, rule: 'co2' },
        { ...row, binId: corn.id, rule: 'co2', acknowledgedAt: at, acknowledgedBy: user.id },
      ])
      .execute();
    const token = await granary.createToken(fixtures.distributor);
    const list = async (query: string) => {
      const { body } = await granary.call({ url: `/api/alerts?${query}`, token });
      const { data } = body as unknown as { data: { bin_name: string }[] };
      return data.map((alert) => alert.bin_name).sort();
    };
    expect(await list(`search=${encodeURIComponent('204 555 0199')}`)).toEqual([
      'Limit 1',
      'Limit 2',
    ]);
    expect(await list(`search=${name.toLowerCase()}`)).toEqual(['Limit 1', 'Limit 2']);
    expect(await list('search=limit%202')).toEqual(['Limit 2']);
    expect(await list('search=nobody')).toEqual([]);
    expect(await list('state=unacknowledged')).toEqual(['Limit 1']);
    expect(await list(`farm_id=${fixtures.farmer.farm.id}`)).toEqual(['Limit 1', 'Limit 2']);
    expect(await list(`farm_id=${fixtures.neighbor.farm.id}`)).toEqual([]);
    expect(await list(`rule=co2&bin_id=${corn.id}`)).toEqual(['Limit 2']);
    expect(await list(`rule=temperature&bin_id=${corn.id}`)).toEqual([]);
    const pages = await Promise.all(
      [1, 2].map((page) => list(`search=${name}&limit=1&page=${page}`)),
    );
    expect(pages.flat().sort()).toEqual(['Limit 1', 'Limit 2']);
    const { body } = await granary.call({
      url: `/api/alerts?search=${name}&limit=1&page=2`,
      token,
    });
    expect(body).toMatchObject({
      pagination: { currentPage: 2, totalPages: 2, totalCount: 2, limit: 1, hasNextPage: false },
    });
  });
});
