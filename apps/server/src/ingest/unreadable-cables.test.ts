import { afterAll, beforeAll, expect, it } from 'vitest';
import { addHouse, type House } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { type TestGranary, testGranary } from '../../test/support/test-app.ts';

let granary: TestGranary;
let house: House;

beforeAll(async () => {
  granary = await testGranary();
  house = await addHouse(granary.db);
});

afterAll(() => granary.dispose());

it('a reading holds two cables apart whose addresses cannot be read', async () => {
  const { bin, user } = house.farmer;
  const date_time = new Date(granary.now()).toISOString();
  const report = { date_time, cable_ids: [-1, -1], temp_reading: [[10, 11], [30]] };
  await storeReports(granary.db, bin, [report], granary.now());
  await granary.db.updateTable('cables').set({ cableId: -1 }).where('binId', '=', bin.id).execute();
  const { body } = await granary.call({
    url: `/api/board/getSensorReading?bin_sensor_id=${bin.id}&page_no=0`,
    token: await granary.tokenOf(user),
  });
  expect(body.RESP_MSG).toMatchObject({
    cable_ids: [-1, -1],
    cables_information: {
      'cable-1': { sensor_positions: [1, 2] },
      'cable-2': { sensor_positions: [1] },
    },
  });
});
