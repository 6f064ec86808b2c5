import { expect, type Page } from '@playwright/test';
import { addBins, type FarmOnWire, test } from '../farms/trial-farm.ts';
import type { BinOnWire } from '../harness/api.ts';
import { apiOf } from '../harness/test.ts';

test.use({ as: 'distributor' });

async function newBin(farm: FarmOnWire): Promise<BinOnWire> {
  const [bin] = await addBins(farm, 1);
  if (bin === undefined) throw new Error('No bin was added.');
  return bin;
}

async function open(page: Page, { id }: BinOnWire): Promise<void> {
  await page.goto(`/binsensor/${id}?tab=5`);
  await expect(section(page, 'General Settings')).toBeVisible();
}

const section = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** Saves a section and waits for its word. */
async function save(page: Page, name: string, act: string, done: string): Promise<void> {
  await section(page, name).getByRole('button', { name: act }).click();
  await expect(section(page, name).getByText(done)).toBeVisible();
}

async function changeEverySection(page: Page): Promise<void> {
  const general = section(page, 'General Settings');
  await general.getByLabel('Bin name').fill('North 1');
  await general.getByLabel('Crop').selectOption('Canola');
  await general.getByLabel('Bin size').fill('5000.5');
  await general.getByLabel('Shown beside temperature').selectOption('Relative humidity');
  await save(page, 'General Settings', 'Save general', 'General settings updated successfully!');
  const alerts = section(page, 'Alerts');
  await alerts.getByRole('switch', { name: 'Temperature', exact: true }).press('Space');
  await alerts.getByLabel('Temperature, °C').fill('28.5');
  await alerts.getByRole('switch', { name: 'No reading' }).press('Space');
  await save(page, 'Alerts', 'Save alerts', 'Alerts updated successfully!');
  const firmware = section(page, 'Firmware');
  await firmware.getByLabel('Installation mode').selectOption('Enabled');
  await save(page, 'Firmware', 'Save firmware', 'Firmware settings updated successfully!');
  const inventory = section(page, 'Inventory');
  await inventory.getByLabel('Inventory method').selectOption('SiloScan Max');
  await inventory.getByRole('textbox', { name: 'Bin height' }).fill('8600');
  await save(page, 'Inventory', 'Save inventory', 'Inventory settings updated successfully!');
  const fan = section(page, 'Fan settings');
  await fan.getByRole('switch', { name: 'Fan attached' }).press('Space');
  await fan.getByLabel('Fan automation').selectOption('Automatic');
  await expect(fan.getByText('Fan Threshold on/off fields are empty')).toBeVisible();
  await fan.getByLabel('Fan on from').fill('18');
  await fan.getByLabel('Fan off from').fill('0');
  await save(page, 'Fan settings', 'Save fan settings', 'Fan settings updated successfully!');
  const cables = section(page, 'Cables');
  await cables.getByRole('button', { name: 'Add cable' }).click();
  await cables.getByLabel('Cable name').first().fill('Middle');
  await cables.getByLabel('Cable type').first().selectOption('Others (bottom to top)');
  const done = 'Cable management settings updated successfully!';
  await save(page, 'Cables', 'Save cables', done);
}

test('a dealer changes every section and finds it again', async ({ page, farm }) => {
  const bin = await newBin(farm);
  await open(page, bin);
  await changeEverySection(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'North 1', level: 1 })).toBeVisible();
  await expect(section(page, 'General Settings').getByLabel('Bin size')).toHaveValue('5000.5');
  await expect(section(page, 'General Settings').getByLabel('Frequency')).toBeDisabled();
  const admin = await apiOf('admin');
  expect(await admin.get(`board/getBinSensor?id=${bin.id}`)).toMatchObject({
    ...{ bin_name: 'North 1', crop_name: 'Canola', bin_size: 5000.5, read_humidty: true },
    ...{ temp_alerts_enabled: true, temp_alert_threshold: 28.5, time_alerts_enabled: false },
    ...{ bin_installation_mode: true, bin_load_manual: 'siloscan max', level_sensor_empty: 8600 },
    ...{ fan_automation: 'automatic', fan_on_threshold: 18, fan_off_threshold: 0 },
    ...{ min_ambient_EMC: null, cable_names: [{ cable_name: 'Middle', flip: true }] },
  });
});

test('what is wrong, stale or not saved is told, and nothing of it is lost', async ({
  page,
  farm,
  consoleErrors,
}) => {
  const bin = await newBin(farm);
  consoleErrors.allowAnswer(409, `/api/board/${bin.id}/alerts`);
  await open(page, bin);
  const alerts = section(page, 'Alerts');
  await alerts.getByRole('switch', { name: 'CO₂' }).press('Space');
  const co2 = alerts.getByLabel('CO₂, ppm');
  await co2.fill('60000');
  await alerts.getByRole('button', { name: 'Save alerts' }).click();
  await expect(alerts.getByText('Please enter a number from 0 to 50,000.')).toBeVisible();
  await expect(co2).toBeFocused();
  // Leaving is asked about, and what was typed stays where it is.
  await page.getByRole('link', { name: 'Results' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await co2.fill('900');
  const farmer = await apiOf('farmer');
  await farmer.send('PUT', `board/${bin.id}/alerts`, { co2: 1200, time_interval: 12 });
  await alerts.getByRole('button', { name: 'Save alerts' }).click();
  await expect(alerts.getByRole('alert')).toContainText('Somebody else changed this bin meanwhile');
  await expect(alerts.getByText('Meanwhile changed to: 1200')).toBeVisible();
  await expect(co2).toHaveValue('900');
  await expect(alerts.getByLabel('No reading, hours')).toHaveValue('12');
  const path = `board/getBinSensor?id=${bin.id}`;
  expect(await farmer.get(path)).toMatchObject({ co2: 1200, co2_alerts_enabled: false });
  await save(page, 'Alerts', 'Save alerts', 'Alerts updated successfully!');
  expect(await farmer.get(path)).toMatchObject({ co2: 900, time_interval: 12 });
});
