import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let fixture: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixture = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

it('stores two cables with unreadable addresses as separate cables', async () => {
  const { bin, user } = fixture.farmer;
  const date_time = new Date(granary.now()).toISOString();
  const report = { date_time, cable_ids: [-1, -1], temp_reading: [[10, 11], [30]] };
  await storeReports(granary.db, bin, [report], granary.now());
  await granary.db.updateTable('cables').set({ cableId: -1 }).where('binId', '=', bin.id).execute();
  const { body } = await granary.call({
    url: `/api/board/getSensorReading?bin_sensor_id=${bin.id}&page_no=0`,
    token: await granary.createToken(user),
  });
  expect(body.RESP_MSG).toMatchObject({
    cable_ids: [-1, -1],
    cables_information: {
      'cable-1': { sensor_positions: [1, 2] },
      'cable-2': { sensor_positions: [1] },
    },
  });
});
