import { expect } from '@playwright/test';
import { apiFor } from '../support/test.ts';
import { addBins, test } from '../support/test-farm.ts';

test.use({ as: 'admin', hasNewContext: true });

test('saves the whole bin form and opens the section that has an error', async ({
  page,
  farm,
  consoleErrors,
}) => {
  const [bin] = await addBins(farm, 1);
  const path = `/api/board/${bin?.id}`;
  await page.clock.install();
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await page.getByRole('button', { name: `More actions for ${bin?.bin_name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit Bin' }).click();
  await expect(page).toHaveURL(`/binsensor/${bin?.id}/edit`);
  const form = page.getByRole('form', { name: 'Edit Bin Sensor' });
  await form.getByLabel('Bin name').fill('East 1');
  await form.getByText('Radio and board').click();
  await form.getByLabel('Frequency').selectOption('44');
  await form.getByText('Cables Management').click();
  const cableIdField = form.getByLabel('Cable ID').first();
  await form.getByRole('button', { name: 'Add cable' }).click();
  await cableIdField.fill('255');
  await form.getByText('Cables Management').click();
  const submit = form.getByRole('button', { name: 'Update Bin' });
  await submit.click();
  await expect(form.getByText('Please enter a whole number from 1 to 254.')).toBeVisible();
  await expect(cableIdField).toBeFocused();
  await cableIdField.fill('21');
  // The page reports a server error and keeps the input.
  consoleErrors.allowStatus(500, path);
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await submit.click();
  await expect(form.getByRole('alert')).toContainText(
    'Server error. Please contact system administrator.',
  );
  await page.unroute(`**${path}`);
  await submit.click();
  const doneDialog = page.getByRole('dialog', { name: 'Updated!' });
  await expect(doneDialog).toContainText('Bin Sensor Updated!');
  await doneDialog.getByRole('button', { name: 'OK' }).click();
  await expect(form.getByText('Current value: 30.')).toBeVisible();
  // The command ends without an answer, so no setting changes.
  await page.route('**/api/board/getBinSensor?**', async (route) => {
    const response = await route.fetch();
    const { RESP_MSG } = await response.json();
    await route.fulfill({ response, json: { RESP_MSG: { ...RESP_MSG, open_commands: [] } } });
  });
  // The bin of a sleeping board is fetched again after 30 s.
  await page.clock.fastForward(30_000);
  await expect(form.getByText('Current value: 30. Save again to resend the change.')).toBeVisible();
  const admin = await apiFor('admin');
  expect(await admin.get(`board/getBinSensor?id=${bin?.id}`)).toMatchObject({
    bin_name: 'East 1',
    freq: 30,
    freq_wanted: 44,
    cable_names: [{ cable_id: 21 }],
  });
});

test('sends a cable change to its board, and shows the new ID', async ({ page }) => {
  const bin = (await (await apiFor('farmer')).listBins()).get('Home 5');
  await page.goto(`/binsensor/${bin?.id}/cables`);
  const form = page.getByRole('form', { name: 'Change a cable' });
  await expect(form.getByRole('button', { name: 'Start' })).toBeDisabled();
  await form.getByLabel('Old cable ID').selectOption('51 (Cable 1)');
  await form.getByLabel('New cable ID').fill('99');
  await form.getByLabel('New sensor position').fill('3');
  await form.getByLabel('Sensors').selectOption('Change only this sensor');
  await form.getByLabel('Sensor to change').selectOption('2');
  await expect(form).toContainText('setF71330363, setF756302');
  await form.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Cable ID 51 becomes 99')).toBeVisible();
  await expect(page.getByText('The board has applied the cable change.')).toBeVisible();
  const cables = page.getByRole('region', { name: 'Cables in this bin' });
  await expect(cables).toContainText('99');
  await expect(cables).toContainText('Cable 5');
  await page.getByRole('button', { name: 'Mute all…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();

  // The picture addresses the sensors of the cable by its new ID.
  await page.goto(`/binsensor/${bin?.id}`);
  const topSensor = page.getByRole('gridcell', { name: 'Cable 1, row 1 from the top,' });
  await topSensor.click();
  const statusResponse = page.waitForResponse(/\/board\/sensor\/\d+\/99\//);
  await page.getByRole('radiogroup', { name: 'Sensor status' }).getByText('Mute').click();
  expect((await statusResponse).status()).toBe(200);
  await expect(topSensor).toHaveAccessibleName(/, muted,/);
  await (await apiFor('admin')).resetSensors(bin?.id ?? '');
});
