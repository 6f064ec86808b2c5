import { DAY, HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForBlockedQuery } from '../../test/support/api-calls.ts';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { lockMeans } from '../alerts/memory-store.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { purgeLoads } from './store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly volume: number;
  readonly date_time: string;
  readonly version: number;
}

const iso = (agoMs: number) => new Date(granary.now() - agoMs).toISOString();

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  user: Pick<UserRow, 'id' | 'role' | 'email'> = fixtures.farmer.user,
) {
  const token = await granary.createToken(user);
  return granary.call({ method, url: `/api/${path}`, token, ...(body !== undefined && { body }) });
}

function toRequest(overrides: object = {}) {
  return {
    bin_sensor_id: String(fixtures.farmer.bin.id),
    type: 'load',
    date_time: iso(DAY),
    volume: 1200.5,
    moisture: 14.2,
    protein: null,
    ...overrides,
  };
}

async function add(overrides: object = {}): Promise<Entry> {
  const response = await call('POST', 'board/addBinLoad', toRequest(overrides));
  expect(response.status).toBe(200);
  return response.body.RESP_MSG as Entry;
}

async function list(endpoint = 'getBinLoads'): Promise<Entry[]> {
  const response = await call('GET', `board/${endpoint}?bin_sensor_id=${fixtures.farmer.bin.id}`);
  return response.body.RESP_MSG as Entry[];
}

describe('the ledger of a bin', () => {
  it('lists loads and unloads newest first, together and separately', async () => {
    const old = await add({ date_time: iso(9 * DAY) });
    const unloadEntry = await add({ type: 'unload', volume: 300, date_time: iso(2 * DAY) });
    const newestEntry = await add();
    const ids = async (endpoint?: string) => (await list(endpoint)).map(({ id }) => id);
    expect(await ids()).toEqual([newestEntry.id, unloadEntry.id, old.id]);
    expect(await ids('getAllBinLoads')).toEqual([newestEntry.id, old.id]);
    expect(await ids('getAllBinUnloads')).toEqual([unloadEntry.id]);
  });

  it('does not change while daily means are being calculated', async () => {
    const { bin } = fixtures.farmer;
    const { added } = await granary.db.transaction().execute(async (trx) => {
      await lockMeans(trx, bin.id);
      const pendingAdd = add();
      await waitForBlockedQuery(granary.db);
      return { added: pendingAdd };
    });
    const { id } = await added;
    expect((await list()).map((entry) => entry.id)).toEqual([id]);
  });

  it('determines the fill level in manual mode', async () => {
    const { db } = granary;
    const { id } = fixtures.farmer.bin;
    await db
      .updateTable('bins')
      .set({ loadMethod: 'manual', size: 2000 })
      .where('id', '=', id)
      .execute();
    await add({ volume: 1500 });
    await add({ type: 'unload', volume: 500 });
    const bin = (await call('GET', `board/getBinSensor?id=${id}`)).body.RESP_MSG;
    expect(bin).toMatchObject({ volume: 1000 });
  });

  it('accepts a correction to the newest version of an entry, and otherwise names the fields that differ', async () => {
    const { id, version } = await add();
    const { bin_sensor_id, type, ...fields } = toRequest({ volume: 900 });
    const saved = await call('PUT', `board/binLoads/${id}`, { ...fields, version });
    expect(saved.body.RESP_MSG).toMatchObject({ id, volume: 900, version: version + 1 });
    const staleResponse = await call('PUT', `board/binLoads/${id}`, {
      ...fields,
      volume: 800,
      version,
    });
    expect(staleResponse.status).toBe(409);
    expect(staleResponse.body.errors?.map(({ path }) => path)).toEqual(['volume']);
    expect((await list())[0]?.volume).toBe(900);
  });

  it('deletes an entry once', async () => {
    const { id, version } = await add();
    expect((await call('DELETE', `board/binLoads/${id}`, { version })).body.RESP_MSG).toBe(
      'The entry has been deleted.',
    );
    expect(await list()).toEqual([]);
    expect((await call('DELETE', `board/binLoads/${id}`, { version })).status).toBe(404);
  });

  it('restores a deleted entry within 30 days, for users who may change the ledger', async () => {
    const { bin } = fixtures.farmer;
    const otherEntry = await add({ date_time: iso(3 * DAY) });
    const { id, version, ...fields } = await add();
    const findDeleted = async () =>
      (await call('GET', `board/getDeletedBinLoads?bin_sensor_id=${bin.id}`)).body.RESP_MSG;
    const restore = (binSensorId: unknown, user?: UserRow) =>
      call('POST', 'board/restoreBinLoad', { bin_sensor_id: String(binSensorId), id }, user);
    await call('DELETE', `board/binLoads/${id}`, { version });
    expect(await findDeleted()).toEqual([{ id, version, ...fields, deleted_at: iso(0) }]);

    expect((await restore(bin.id, fixtures.stranger.user)).status).toBe(403);
    // An entry can be restored only to its own bin.
    expect((await restore(fixtures.stranger.bin.id, fixtures.stranger.user)).status).toBe(404);
    expect((await restore(bin.id)).body.RESP_MSG).toEqual({ id, version: version + 1, ...fields });
    expect((await list()).map((entry) => entry.id)).toEqual([id, otherEntry.id]);
    expect(await findDeleted()).toEqual([]);
    expect((await restore(bin.id)).status).toBe(404);

    await call('DELETE', `board/binLoads/${id}`, { version: version + 1 });
    await purgeLoads(granary.db, new Date(granary.now()));
    expect(await findDeleted()).toHaveLength(1);
    await purgeLoads(granary.db, new Date(granary.now() + 1));
    expect(await findDeleted()).toEqual([]);
    expect((await restore(bin.id)).status).toBe(404);
  });

  it('does not delete an entry that has been corrected since it was read', async () => {
    const { id, version } = await add();
    const { bin_sensor_id, type, ...fields } = toRequest({ volume: 900 });
    await call('PUT', `board/binLoads/${id}`, { ...fields, version });
    expect((await call('DELETE', `board/binLoads/${id}`, { version })).status).toBe(409);
    expect((await call('DELETE', `board/binLoads/${id}`, {})).status).toBe(422);
    expect((await list()).map(({ volume }) => volume)).toEqual([900]);
  });

  it.each([
    [{ volume: 0 }, 'volume'],
    [{ volume: 1e-300 }, 'volume'],
    [{ volume: '1,2' }, 'volume'],
    [{ moisture: 101 }, 'moisture'],
    [{ protein: -1 }, 'protein'],
    [{ type: 'steal' }, 'type'],
    [{ date_time: 'yesterday' }, 'date_time'],
    [{ date_time: '0001-07-01T12:00:00Z' }, 'date_time'],
    [{ date_time: '2027-07-01T12:00:00Z' }, 'date_time'],
  ])('rejects %o, names the field and stores nothing', async (overrides, path) => {
    const response = await call('POST', 'board/addBinLoad', toRequest(overrides));
    expect(response.status).toBe(422);
    expect(response.body.errors?.map((error) => error.path)).toEqual([path]);
    expect(await list()).toEqual([]);
  });

  it('is recorded in the audit log of the bin', async () => {
    const { id, version } = await add();
    const { bin_sensor_id, type, ...fields } = toRequest({ volume: 900 });
    await call('PUT', `board/binLoads/${id}`, { ...fields, version });
    await call('DELETE', `board/binLoads/${id}`, { version: version + 1 });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['subject', 'subjectId', 'changes'])
      .where('subjectId', '=', String(fixtures.farmer.bin.id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      [`load ${id}: date_time`, `load ${id}: volume`, `load ${id}: moisture`],
      [`load ${id}: volume`],
      [`load ${id}: date_time`, `load ${id}: volume`, `load ${id}: moisture`],
    ]);
  });

  it('accepts a load dated one hour in the future, because clocks and time zones may differ', async () => {
    expect((await add({ date_time: iso(-HOUR) })).volume).toBe(1200.5);
  });
});

describe('monthly loads', () => {
  const getMonthlyLoads = async (month: string, user = fixtures.farmer.user) =>
    call('GET', `board/getMonthlyLoads?month=${month}`, undefined, user);

  it("are added up by bin and crop, in the farm's time zone, for users who may see the bin", async () => {
    const { farm, bin, user } = fixtures.farmer;
    await granary.db
      .updateTable('farms')
      .set({ timezone: 'America/Winnipeg' })
      .where('id', '=', farm.id)
      .execute();
    const period = { binId: bin.id, cable: 0, moistureSource: null };
    await granary.db.deleteFrom('cropPeriods').where('binId', '=', bin.id).execute();
    await granary.db
      .insertInto('cropPeriods')
      .values([
        { ...period, fromAt: new Date('2025-01-01T00:00:00Z'), crop: 'Wheat' },
        { ...period, fromAt: new Date('2026-03-15T00:00:00Z'), crop: 'Canola' },
      ])
      .execute();
    const entries = [
      // The last evening of February in Winnipeg.
      ['2026-03-01T05:59:00Z', 'unload', 1],
      ['2026-03-01T06:00:00Z', 'unload', 20],
      ['2026-03-10T12:00:00Z', 'unload', 300],
      ['2026-03-20T12:00:00Z', 'load', 4_000],
      ['2026-04-01T04:59:00Z', 'load', 50_000],
      ['2026-04-01T05:00:00Z', 'load', 600_000],
    ] as const;
    for (const [date_time, type, volume] of entries) await add({ date_time, type, volume });
    const { status, body } = await getMonthlyLoads('2026-03');
    expect(status).toBe(200);
    const bin_sensor_id = String(bin.id);
    expect(body.RESP_MSG).toEqual([
      { bin_sensor_id, crop_name: 'Wheat', loaded: 0, unloaded: 320 },
      { bin_sensor_id, crop_name: 'Canola', loaded: 54_000, unloaded: 0 },
    ]);
    expect((await getMonthlyLoads('2026-03', fixtures.distributor)).body.RESP_MSG).toEqual(
      body.RESP_MSG,
    );
    expect((await getMonthlyLoads('2026-03', fixtures.stranger.user)).body.RESP_MSG).toEqual([]);
    await granary.db
      .updateTable('bins')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', bin.id)
      .execute();
    expect((await getMonthlyLoads('2026-03', user)).body.RESP_MSG).toEqual([]);
  });

  it('require a month', async () => {
    for (const month of ['', '2026-13', '2026-3', '0000-01']) {
      expect((await getMonthlyLoads(month)).status).toBe(422);
    }
  });
});
