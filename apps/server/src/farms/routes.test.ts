import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

describe('farms', () => {
  it('are listed by name with the number of their bins, without deleted farms and bins', async () => {
    const { db } = granary;
    const user = await addUser(db, 'user');
    const token = await granary.createToken(user);
    const farms = { south: await addFarm(db, user.id), north: await addFarm(db, user.id) };
    await addFarm(db, user.id, { isDeleted: true });
    const rename = (id: number, name: string) =>
      db.updateTable('farms').set({ name }).where('id', '=', id).execute();
    await rename(farms.south.id, 'South');
    await rename(farms.north.id, 'North');
    const bin = await addBin(db, farms.south.id);
    await addBin(db, farms.south.id, { deletedAt: new Date(granary.now()) });
    await db
      .updateTable('farms')
      .set({
        ambientSensorAttached: true,
        ambientBinId: bin.id,
        lat: 49.2,
        timezone: 'Europe/Rome',
      })
      .where('id', '=', farms.south.id)
      .execute();
    const list = await granary.call({ url: `/api/farm/getAllFarms?user_id=${user.id}`, token });
    const south = {
      farm_id: String(farms.south.id),
      _id: String(farms.south.id),
      farm_name: 'South',
      user_id: String(user.id),
      city: '',
      state: '',
      country: '',
      lat: 49.2,
      lng: null,
      timezone: 'Europe/Rome',
      bin_count: 1,
      channel_8_sensor_attached: true,
      bin_id_for_channel_8_readings: String(bin.id),
      price_per_kwh: null,
      version: 1,
    };
    expect(list.body.RESP_MSG).toEqual([
      expect.objectContaining({
        farm_name: 'North',
        bin_count: 0,
        bin_id_for_channel_8_readings: null,
        channel_8_sensor_attached: false,
      }),
      south,
    ]);
    const response = await granary.call({
      url: `/api/farm/getFarm?farm_id=${farms.south.id}`,
      token,
    });
    expect(response.body.RESP_MSG).toEqual(south);
  });

  it('are an empty list for a user without farms', async () => {
    const user = await addUser(granary.db, 'user');
    const token = await granary.createToken(user);
    const list = await granary.call({ url: `/api/farm/getAllFarms?user_id=${user.id}`, token });
    expect(list).toMatchObject({ status: 200, body: { RESP_MSG: [] } });
  });
});
