import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

type Wire = Record<string, unknown>;

async function call(user: UserRow, method: 'GET' | 'POST', path: string, body?: unknown) {
  const token = await granary.createToken(user);
  const response = await granary.call({ method, url: `/api/${path}`, token, body });
  return { ...response, farm: response.body.RESP_MSG as Wire };
}

const add = (user: UserRow, body: Wire) => call(user, 'POST', 'farm/addFarm', body);
const send = (user: UserRow, body: Wire) => call(user, 'POST', 'farm/updateFarm', body);

/** Sends a farm as its edit form does: all fields that were read, except read-only ones. */
function update(user: UserRow, { _id, user_id, bin_count, ...edit }: Wire) {
  return send(user, edit);
}

async function readFarm(user: UserRow, id: number | string): Promise<Wire> {
  return (await call(user, 'GET', `farm/getFarm?farm_id=${id}`)).farm;
}

const readAuditEntries = (subjectId: string) =>
  granary.db
    .selectFrom('auditEntries')
    .select(['actorId', 'act', 'address', 'subjectName', 'ownerId', 'version', 'changes'])
    .where('subject', '=', 'farm')
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute();

describe('adding a farm', () => {
  const farm = { farm_name: ' Home ', city: 'Roland', state: 'MB', country: 'Canada' };

  it('creates it for a customer, in the time zone of its coordinates', async () => {
    const owner = fixtures.farmer.user;
    const timezone = 'America/Regina';
    await granary.db.updateTable('users').set({ timezone }).where('id', '=', owner.id).execute();
    const body = { ...farm, user_id: String(owner.id), lat: 49.4, lng: -97.9 };
    const { status, farm: added } = await add(fixtures.distributor, body);
    expect(status).toBe(200);
    expect(added).toMatchObject({
      ...body,
      farm_name: 'Home',
      timezone: 'America/Winnipeg',
      bin_count: 0,
      version: 1,
      channel_8_sensor_attached: false,
      bin_id_for_channel_8_readings: null,
    });
    expect(await readFarm(owner, String(added['farm_id']))).toEqual(added);
    expect(await readAuditEntries(String(added['farm_id']))).toMatchObject([
      {
        actorId: fixtures.distributor.id,
        act: 'added',
        address: '127.0.0.1',
        version: 1,
        subjectName: 'Home',
        ownerId: owner.id,
        changes: expect.arrayContaining([{ field: 'city', before: null, after: 'Roland' }]),
      },
    ]);
  });

  it('proposes the time zone of the coordinates, otherwise that of the owner', async () => {
    const owner = fixtures.farmer.user;
    const timezone = 'America/Edmonton';
    await granary.db.updateTable('users').set({ timezone }).where('id', '=', owner.id).execute();
    const propose = async (id: number, at = '') =>
      (await call(fixtures.distributor, 'GET', `farm/getTimeZoneProposal?user_id=${id}${at}`)).farm;
    expect(await propose(owner.id, '&lat=50.45&lng=-104.6')).toEqual({
      timezone: 'America/Regina',
      source: 'location',
    });
    // Open sea.
    expect(await propose(owner.id, '&lat=0&lng=-30')).toEqual({ timezone, source: 'owner' });
    expect(await propose(owner.id)).toEqual({ timezone, source: 'owner' });
    expect(await propose(owner.id, '&lat=50.45')).toEqual({ timezone, source: 'owner' });
    const { farm: added } = await add(fixtures.distributor, {
      farm_name: 'No coordinates',
      user_id: String(owner.id),
    });
    expect(added).toMatchObject({ timezone });
  });

  it.each([[''], ['Mars/Olympus_Mons']])(
    'uses UTC if the time zone of the profile is %j',
    async (timezone) => {
      const owner = fixtures.farmer.user;
      await granary.db.updateTable('users').set({ timezone }).where('id', '=', owner.id).execute();
      const { farm: added } = await add(fixtures.admin, {
        farm_name: 'A',
        user_id: String(owner.id),
      });
      expect(added).toMatchObject({ timezone: 'UTC', city: '', lat: null, lng: null });
    },
  );

  it('uses the given time zone instead of the profile', async () => {
    const owner = fixtures.farmer.user;
    await granary.db
      .updateTable('users')
      .set({ timezone: 'America/Winnipeg' })
      .where('id', '=', owner.id)
      .execute();
    const body = { ...farm, user_id: String(owner.id), timezone: 'America/Regina' };
    const { farm: added } = await add(fixtures.distributor, body);
    expect(added).toMatchObject({ timezone: 'America/Regina' });
    expect(await readFarm(owner, String(added['farm_id']))).toEqual(added);
  });

  it.each([['Mars/Olympus_Mons'], ['+02:00'], [''], ['../etc/passwd']])(
    'rejects the time zone %j',
    async (timezone) => {
      const user_id = String(fixtures.farmer.user.id);
      const { status, body } = await add(fixtures.admin, { ...farm, user_id, timezone });
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { path: 'timezone', message: 'This time zone is unknown. Choose one from the list.' },
      ]);
    },
  );

  it('accepts only a customer as its owner', async () => {
    const { admin, distributor, farmer } = fixtures;
    for (const { id } of [admin, distributor]) {
      const { status, body } = await add(admin, { ...farm, user_id: String(id) });
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ path: 'user_id', message: 'This value is not valid here.' }]);
    }
    // A distributor cannot own farms.
    expect((await add(distributor, { ...farm, user_id: String(distributor.id) })).status).toBe(404);
    await granary.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', farmer.user.id)
      .execute();
    expect((await add(admin, { ...farm, user_id: String(farmer.user.id) })).status).toBe(404);
  });

  it('rejects read-only fields', async () => {
    const readOnlyFields = {
      farm_id: '1',
      _id: '1',
      version: 9,
      bin_count: 7,
      channel_8_sensor_attached: true,
      deleted_at: '2020-01-01T00:00:00Z',
      bin_id_for_channel_8_readings: String(fixtures.farmer.bin.id),
    };
    const { user } = fixtures.farmer;
    const { status, body } = await add(fixtures.admin, {
      ...farm,
      user_id: String(user.id),
      ...readOnlyFields,
    });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([
      422,
      Object.keys(readOnlyFields),
    ]);
    const farms = granary.db.selectFrom('farms').where('ownerId', '=', user.id);
    expect(await farms.selectAll().execute()).toEqual([fixtures.farmer.farm]);
  });

  it.each([
    [{ lat: 49 }, 'lng'],
    [{ lng: -97 }, 'lat'],
    [{ lat: 91, lng: 0 }, 'lat'],
    [{ lat: 0, lng: -180.5 }, 'lng'],
    [{ farm_name: '  ' }, 'farm_name'],
    [{ farm_name: 'x'.repeat(101) }, 'farm_name'],
    [{ city: 'x'.repeat(101) }, 'city'],
  ])('refuses %j', async (parts, field) => {
    const body = { ...farm, user_id: String(fixtures.farmer.user.id), ...parts };
    const { status, body: response } = await add(fixtures.admin, body);
    expect(status).toBe(422);
    expect(response.errors).toMatchObject([{ path: field }]);
  });
});

describe('changing a farm', () => {
  it('stores the edit and records the changed fields in the audit log', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const original = await readFarm(user, farm.id);
    const { farm: saved } = await update(user, {
      ...original,
      farm_name: 'New name',
      lat: 50,
      lng: -98,
      channel_8_sensor_attached: true,
      bin_id_for_channel_8_readings: String(bin.id),
      price_per_kwh: 0.125,
    });
    expect(saved).toEqual({
      ...original,
      farm_name: 'New name',
      lat: 50,
      lng: -98,
      version: 2,
      channel_8_sensor_attached: true,
      bin_id_for_channel_8_readings: String(bin.id),
      price_per_kwh: 0.125,
    });
    expect(await readFarm(fixtures.distributor, farm.id)).toEqual(saved);
    const [entry] = await readAuditEntries(String(farm.id));
    expect(entry).toMatchObject({ actorId: user.id, act: 'changed', version: 2 });
    expect(entry?.changes.map(({ field }) => field).sort()).toEqual([
      'bin_id_for_channel_8_readings',
      'channel_8_sensor_attached',
      'farm_name',
      'lat',
      'lng',
      'price_per_kwh',
    ]);
  });

  it('changes nothing if no field is different', async () => {
    const { user, farm } = fixtures.farmer;
    const before = await readFarm(user, farm.id);
    expect((await update(user, before)).farm).toEqual(before);
    expect(await readAuditEntries(String(farm.id))).toEqual([]);
  });

  it('rejects read-only fields, and keeps the time zone if the edit omits it', async () => {
    const { user, farm } = fixtures.farmer;
    const before = await readFarm(user, farm.id);
    const { timezone, _id, user_id, bin_count, ...edit } = before;
    const readOnlyFields = { user_id: String(fixtures.stranger.user.id), _id: '1', bin_count: 99 };
    for (const [field, value] of Object.entries(readOnlyFields)) {
      const { status, body } = await send(user, { ...edit, city: 'Elsewhere', [field]: value });
      expect(status, field).toBe(422);
      expect(body.errors).toEqual([{ path: field, message: 'This field cannot be set here.' }]);
    }
    expect(await readFarm(user, farm.id)).toEqual(before);
    const { farm: saved } = await send(user, { ...edit, city: 'Elsewhere' });
    expect(saved).toEqual({ ...before, timezone, city: 'Elsewhere', version: 2 });
  });

  it('rejects an outdated version, and names the fields that changed since', async () => {
    const { user, farm } = fixtures.farmer;
    const originalFarm = await readFarm(user, farm.id);
    const otherUpdate = await update(fixtures.distributor, { ...originalFarm, city: 'Theirs' });
    await update(fixtures.admin, { ...otherUpdate.farm, state: 'Also' });
    const { status, body } = await update(user, {
      ...originalFarm,
      farm_name: 'Mine',
      city: 'Mine',
    });
    expect(status).toBe(409);
    expect(body.RESP_CODE).toBe('CONFLICT');
    expect(body.errors?.map(({ path }) => path).sort()).toEqual(['city', 'state']);
    expect(await readFarm(user, farm.id)).toMatchObject({
      city: 'Theirs',
      state: 'Also',
      version: 3,
    });
    // Without a version, the edit overwrites the other edits.
    const { version, ...withoutVersion } = originalFarm;
    expect(version).toBe(1);
    expect((await update(user, { ...withoutVersion, city: 'Mine' })).farm).toMatchObject({
      city: 'Mine',
    });
  });

  it('accepts only one of two simultaneous edits of the same version', async () => {
    const { user, farm } = fixtures.farmer;
    const before = await readFarm(user, farm.id);
    const updates = ['One', 'Other'].map((city) => update(user, { ...before, city }));
    const statuses = (await Promise.all(updates)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('accepts only a bin on the farm for the outdoor sensor', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const before = await readFarm(user, farm.id);
    const otherFarm = await granary.db
      .insertInto('farms')
      .values({ ownerId: user.id, name: 'Another' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const binOnOtherFarm = await addBin(granary.db, otherFarm.id);
    const deletedBin = await addBin(granary.db, farm.id, { deletedAt: new Date() });
    for (const { id } of [
      binOnOtherFarm,
      deletedBin,
      fixtures.stranger.bin,
      { id: 2_000_000_000 },
    ]) {
      const edit = { ...before, bin_id_for_channel_8_readings: String(id) };
      const { status, body } = await update(user, edit);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ path: 'bin_id_for_channel_8_readings' }]);
    }
    const edit = { ...before, bin_id_for_channel_8_readings: String(bin.id) };
    expect((await update(user, edit)).status).toBe(200);
  });

  it('requires a bin if the outdoor sensor is attached', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const field = 'bin_id_for_channel_8_readings';
    const before = await readFarm(user, farm.id);
    const edit = { ...before, channel_8_sensor_attached: true, [field]: null };
    const { status, body } = await update(user, edit);
    expect([status, body.errors]).toMatchObject([422, [{ path: field }]]);
    expect(await readFarm(user, farm.id)).toEqual(before);
    expect((await update(user, { ...edit, [field]: String(bin.id) })).status).toBe(200);
  });

  it('keeps a deleted bin for the outdoor sensor until another bin is chosen', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const field = 'bin_id_for_channel_8_readings';
    const setDeletedAt = (deletedAt: Date | null) =>
      granary.db.updateTable('bins').set({ deletedAt }).where('id', '=', bin.id).execute();
    await update(user, { ...(await readFarm(user, farm.id)), [field]: String(bin.id) });
    await setDeletedAt(new Date(granary.now()));
    const farmWithoutSensor = await readFarm(user, farm.id);
    expect(farmWithoutSensor).toMatchObject({ [field]: null });
    expect((await update(user, { ...farmWithoutSensor, city: 'Here' })).farm).toMatchObject({
      [field]: null,
      city: 'Here',
    });
    await setDeletedAt(null);
    expect(await readFarm(user, farm.id)).toMatchObject({ [field]: String(bin.id) });
    await setDeletedAt(new Date(granary.now()));
    const other = await addBin(granary.db, farm.id);
    await update(user, { ...(await readFarm(user, farm.id)), [field]: String(other.id) });
    await setDeletedAt(null);
    expect(await readFarm(user, farm.id)).toMatchObject({ [field]: String(other.id) });
  });

  it.each([['Mars/Olympus_Mons'], ['+02:00'], [''], ['../etc/passwd']])(
    'rejects the time zone %j',
    async (timezone) => {
      const { user, farm } = fixtures.farmer;
      const before = await readFarm(user, farm.id);
      const { status, body } = await update(user, { ...before, timezone });
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { path: 'timezone', message: 'This time zone is unknown. Choose one from the list.' },
      ]);
    },
  );

  it('keeps an unchanged time zone that is no longer known', async () => {
    const { user, farm } = fixtures.farmer;
    const timezone = 'Old/Zone';
    await granary.db.updateTable('farms').set({ timezone }).where('id', '=', farm.id).execute();
    const before = await readFarm(user, farm.id);
    expect((await update(user, { ...before, city: 'Here' })).farm).toMatchObject({ timezone });
  });

  it('rebuilds the days of its bins in the new time zone, which later readings use too', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const readDays = async () => {
      const rows = await granary.db
        .selectFrom('days')
        .select(['day', 'readings'])
        .where('binId', '=', bin.id)
        .orderBy('day')
        .execute();
      return rows.map(({ day, readings }) => [day, readings]);
    };
    const report = (date_time: string) => ({ date_time, temp_reading: [[20]] });
    await storeReports(granary.db, bin, [report('2026-07-01T02:00:00Z')], granary.now());
    expect(await readDays()).toEqual([['2026-07-01', 1]]);
    await update(user, { ...(await readFarm(user, farm.id)), timezone: 'America/Winnipeg' });
    await expect.poll(readDays).toEqual([['2026-06-30', 1]]);
    await storeReports(granary.db, bin, [report('2026-07-01T04:00:00Z')], granary.now());
    expect(await readDays()).toEqual([['2026-06-30', 2]]);
  });

  it('is refused for IDs without a farm', async () => {
    const admin = await addUser(granary.db, 'admin');
    expect((await update(admin, { farm_id: '2000000000' })).status).toBe(422);
    const edit = { ...(await readFarm(admin, fixtures.farmer.farm.id)), farm_id: '2000000000' };
    expect((await update(admin, edit)).status).toBe(404);
  });
});
