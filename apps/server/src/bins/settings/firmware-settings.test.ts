import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

async function saveFirmware(
  bin_firmware_name: string,
  bin_firmware_version: string,
  otherSettings: object = {},
) {
  const response = await granary.call({
    method: 'PUT',
    url: `/api/board/${fixtures.farmer.bin.id}/firmware`,
    token: await granary.createToken(fixtures.admin),
    body: { bin_firmware_name, bin_firmware_version, ...otherSettings },
  });
  return [response.status, response.body.errors?.map(({ path }) => path)];
}

it('a bin accepts built-in firmware versions and uploaded ones for its firmware type', async () => {
  await granary.db
    .insertInto('firmwares')
    .values({
      name: 'Quiet',
      version: '3.01',
      kind: 'sleep',
      addedAt: new Date(granary.now()),
      deletedAt: null,
      checksum: Buffer.alloc(32),
      content: Buffer.from(':10'),
    })
    .execute();
  const refused = [422, ['bin_firmware_version']];
  expect(await saveFirmware('portable', '2.104')).toEqual(refused);
  expect(await saveFirmware('sleep', '9.9')).toEqual(refused);
  expect(await saveFirmware('realtime', '3.01')).toEqual(refused);
  expect((await saveFirmware('sleep', '3.01'))[0]).toBe(200);
  const deletedAt = new Date(granary.now());
  await granary.db.updateTable('firmwares').set({ deletedAt }).execute();
  // A bin can keep its current version after the uploaded firmware is deleted.
  expect((await saveFirmware('sleep', '3.01', { bin_board_type: 'remote' }))[0]).toBe(200);
  expect((await saveFirmware('realtime', '2.12'))[0]).toBe(200);
  expect(await saveFirmware('sleep', '3.01')).toEqual(refused);
});
