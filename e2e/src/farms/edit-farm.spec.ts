import { expect, type Page } from '@playwright/test';
import { apiFor } from '../support/test.ts';
import { type ApiFarm, addBins, changeFarm, readFarm, test } from '../support/test-farm.ts';

test.use({ as: 'farmer' });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save' });

async function openForm(page: Page, { farm_id, farm_name }: ApiFarm): Promise<void> {
  await page.goto(`/editfarm/${farm_id}`);
  await expect(field(page, 'Farm name')).toHaveValue(farm_name);
}

test('lets owners edit their farm, its ambient sensor, its time zone and its price per kWh', async ({
  page,
  api,
  farm,
}) => {
  const [bin] = await addBins(farm, 2);
  await openForm(page, farm);
  await expect(page.getByText('Map images are not set up.')).toBeVisible();
  await field(page, 'City').fill('Carman');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Regina');
  await page.getByRole('option', { name: 'America/Regina' }).click();
  await expect(page.getByText('Saving recalculates the daily values of all bins')).toBeVisible();
  await page.getByRole('combobox', { name: 'Ambient Sensor', exact: true }).click();
  await page.getByRole('option', { name: 'Enabled' }).click();
  await saveButton(page).click();
  const ambientBin = page.getByRole('combobox', { name: 'Bin ID for Ambient Sensor Readings' });
  await expect(ambientBin).toBeFocused();
  await expect(ambientBin).toHaveAccessibleDescription(/choose the bin the sensor is wired/);
  await ambientBin.click();
  await page.getByRole('option', { name: `${bin?.bin_name} (ID ${bin?.id})` }).click();
  const price = field(page, 'Electricity price per kWh');
  await price.fill('-1');
  await saveButton(page).click();
  await expect(price).toHaveAccessibleDescription(/a number from 0 to 100,000/);
  await price.fill('0.095');
  await saveButton(page).click();
  await expect(page.getByText('Successfully updated farm')).toBeVisible();
  expect(await readFarm(api, farm)).toMatchObject({
    city: 'Carman',
    timezone: 'America/Regina',
    bin_id_for_channel_8_readings: bin?.id,
    channel_8_sensor_attached: true,
    price_per_kwh: 0.095,
  });
  await page.reload();
  await expect(field(page, 'City')).toHaveValue('Carman');
});

test("lists the fields that someone else changed and keeps the user's edits", async ({
  page,
  api,
  farm,
  consoleErrors,
}) => {
  consoleErrors.allowStatus(409, '/api/farm/updateFarm');
  await openForm(page, farm);
  await field(page, 'Farm name').fill('Test yard');
  await field(page, 'City').fill('Carman');
  await changeFarm(farm, { city: 'Morden', country: 'CA' });
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toContainText('City and Country');
  await expect(page.getByText('Changed to: Morden')).toBeVisible();
  // Edited fields keep the input; the others show the new values.
  await expect(field(page, 'City')).toHaveValue('Carman');
  await expect(field(page, 'Country')).toHaveValue('CA');
  await saveButton(page).click();
  await expect(page.getByText('Successfully updated farm')).toBeVisible();
  expect(await readFarm(api, farm)).toMatchObject({ city: 'Carman', country: 'CA' });
});

test("shows the server's error beside the field", async ({ page, farm, consoleErrors }) => {
  consoleErrors.allowStatus(422, '/api/farm/updateFarm');
  const message = 'This value is not valid here.';
  await page.route('**/api/farm/updateFarm', (route) =>
    route.fulfill({
      status: 422,
      json: {
        RESP_CODE: 'INVALID_INPUT',
        RESP_MSG: 'No.',
        message: 'No.',
        errors: [{ path: 'lat', message }],
      },
    }),
  );
  await openForm(page, farm);
  await field(page, 'City').fill('Carman');
  await saveButton(page).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(field(page, 'Latitude')).toBeFocused();
  await expect(field(page, 'City')).toHaveValue('Carman');
});

test.describe('the neighbor', () => {
  test.use({ as: 'neighbor' });

  test("cannot edit another owner's farm", async ({ page, farm, consoleErrors }) => {
    consoleErrors.allowStatus(404, '/api/farm/getFarm');
    consoleErrors.allowStatus(404, '/api/farm/getAllBins');
    await page.goto(`/editfarm/${farm.farm_id}`);
    await expect(page.getByRole('alert')).toContainText('This page does not exist.');
    await expect(field(page, 'Farm name')).toHaveCount(0);
  });
});

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test("edits a customer's farm and keeps input typed while the farm is being saved", async ({
    page,
    farm,
  }) => {
    await openForm(page, farm);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/farm/updateFarm', async (route) => {
      await released;
      await route.continue();
    });
    await field(page, 'State/Province').fill('MB');
    await saveButton(page).click();
    await expect(saveButton(page)).toBeDisabled();
    await field(page, 'City').fill('Carman');
    release();
    await expect(saveButton(page)).toBeEnabled();
    expect(await readFarm(await apiFor('farmer'), farm)).toMatchObject({ state: 'MB' });
    await expect(field(page, 'City')).toHaveValue('Carman');
    await saveButton(page).click();
    await expect(page.getByText('Successfully updated farm')).toBeVisible();
    expect(await readFarm(await apiFor('farmer'), farm)).toMatchObject({
      state: 'MB',
      city: 'Carman',
    });
  });
});
