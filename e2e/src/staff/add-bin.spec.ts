import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { publishFrame } from '../support/publish-frames.ts';
import { apiFor } from '../support/test.ts';
import { addBins, test } from '../support/test-farm.ts';

test.use({ as: 'distributor' });

test('adds a bin, connects its board with the key and shows the first reading', async ({
  page,
  farm,
  mqttPort,
  consoleErrors,
}) => {
  // The bin has no reading yet.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const mainBoardId = `test-${randomBytes(4).toString('hex')}`;
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await page.getByRole('link', { name: 'Add New Bin' }).click();
  await expect(page.getByRole('heading', { name: 'Add Bin', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Frequency')).toHaveValue('30');
  await expect(page.getByLabel('Bin-in')).toHaveValue('1');
  const submit = page.getByRole('button', { name: 'Add bin' });
  await submit.click();
  // Missing fields show an error, and nothing is sent.
  await expect(page.getByLabel('Bin Name')).toBeFocused();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  await page.getByLabel('Bin Name').fill('South 1');
  await page.getByLabel('Crop', { exact: true }).selectOption('Canola');
  await page.getByLabel('Bin size').fill('8000');
  await page.getByLabel('Main Board id').fill(mainBoardId);
  await page.getByLabel('Remote Number').fill('3');
  await page.getByLabel('Bin Sensor Id').fill('S-77');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  const addedDialog = page.getByRole('dialog', { name: 'Added!' });
  await expect(addedDialog).toContainText('Bin Sensor Added!');
  const credential = (name: string) => addedDialog.locator(`[data-credential=${name}]`);
  await expect(credential('address')).toHaveText(`mqtt://127.0.0.1:${mqttPort}`);
  await expect(credential('user')).toHaveText(mainBoardId);
  const key = await credential('key').innerText();
  expect(key).toMatch(/^[\w-]{43}$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await addedDialog.getByRole('button', { name: 'Copy key' }).click();
  await expect(addedDialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await addedDialog.getByRole('button', { name: 'OK' }).click();
  // Values that the next bin shares stay filled in; its board already has the key.
  await expect(page.getByText('South 1 was added')).toBeVisible();
  await expect(page.getByLabel('Bin Name')).toBeFocused();
  await expect(page.getByLabel('Bin Name')).toHaveValue('');
  await expect(page.getByLabel('Crop', { exact: true })).toHaveValue('Canola');
  await expect(page.getByLabel('Main Board id')).toHaveValue(mainBoardId);
  await expect(page.getByLabel('Remote Number')).toHaveValue('4');
  await page.getByLabel('Bin Name').fill('South 2');
  await submit.click();
  await expect(addedDialog).toContainText('already has a key');
  await addedDialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('link', { name: 'South 2' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'South 1' }).first().click();
  await expect(page.getByRole('heading', { name: 'South 1', level: 1 })).toBeVisible();
  await expect(page.getByText('No reading yet')).toBeVisible();
  await expect(page.getByText('Canola', { exact: true })).toBeVisible();
  await publishFrame({ mqttPort, mainBoardId, key }, 'temp-data', {
    bin_number: 3,
    date_time: new Date().toISOString(),
    temp_reading: [[17.3, 18.4]],
    cable_ids: [7],
  });
  await expect(page.getByRole('grid')).toContainText('17.3');
  // There are no cards for values that were not measured.
  await expect(page.getByText('Hottest', { exact: true })).toBeVisible();
  for (const name of ['CO₂', 'Plenum', 'Battery', 'Fill']) {
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }

  // A new key is shown like the first one, including in print, until the user confirms.
  await page.goto(`${new URL(page.url()).pathname}?tab=5`);
  await page.getByRole('link', { name: 'Bin hardware settings' }).click();
  await page.getByRole('button', { name: 'Create new key' }).click();
  await page.getByRole('button', { name: 'Replace key' }).click();
  const newKeyDialog = page.getByRole('dialog', { name: 'Main board key' });
  await expect(newKeyDialog.locator('[data-credential=user]')).toHaveText(mainBoardId);
  await expect(newKeyDialog.locator('[data-credential=key]')).not.toHaveText(key);
  await expectAccessible(page, 'the new key of a board');
  await page.emulateMedia({ media: 'print' });
  await expect(newKeyDialog.locator('[data-credential=key]')).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without the key?' }).getByText('Cancel').click();
  await newKeyDialog.getByRole('button', { name: 'OK' }).click();
  await expect(newKeyDialog).toHaveCount(0);
});

test('shows that a board has a wrong key, and adds a bin that the board reports', async ({
  page,
  farm,
  mqttPort,
  consoleErrors,
}) => {
  // The bins have no reading.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const [bin] = await addBins(farm, 1);
  const mainBoardId = bin?.bin_topic ?? '';
  const admin = await apiFor('admin');
  const path = `board/mainBoards/${mainBoardId}/credentials`;
  const { key } = (await admin.send('POST', path, {})) as { readonly key: string };
  const send = (enteredKey: string) =>
    publishFrame({ mqttPort, mainBoardId, key: enteredKey }, 'temp-data', {
      bin_number: 2,
      date_time: new Date().toISOString(),
      temp_reading: [[12]],
    });

  await expect(send('a key with a typo')).rejects.toThrow();
  await page.goto(`/binsensor/${bin?.id}`);
  await expect(page.getByText('Wrong board key', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a bin whose board has a wrong key');
  await page.getByRole('link', { name: 'Go to board key' }).click();
  await expect(page.getByRole('region', { name: 'Rejected sign-ins' })).toContainText('Wrong key');

  await send(key);
  await page.goto(`/binsensor/${bin?.id}`);
  await expect(page.getByText('Bin 2 is not set up')).toBeVisible();
  await expect(page.getByText('Wrong board key')).toHaveCount(0);
  await page.getByRole('link', { name: 'Add bin 2' }).click();
  await expect(page.getByLabel('Main Board id')).toHaveValue(mainBoardId);
  await expect(page.getByLabel('Remote Number')).toHaveValue('2');
  await page.getByLabel('Bin Name').fill('South 2');
  await page.getByRole('button', { name: 'Add bin' }).click();
  await page.getByRole('dialog', { name: 'Added!' }).getByRole('button', { name: 'OK' }).click();
  await page.goto(`/binsensor/${bin?.id}`);
  await expect(page.getByText('No reading yet')).toBeVisible();
  await expect(page.getByText('Bin 2 is not set up')).toHaveCount(0);
});
