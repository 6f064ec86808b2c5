import { expect, type Page } from '@playwright/test';
import { apiFor, test } from '../support/test.ts';

const CHART = ',0,20\n40,9,8\n80,16,15\n';
const createFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const chooseFile = (page: Page, input: ReturnType<typeof createFile>) =>
  page.locator('input[type=file]').setInputFiles(input);
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Crops List' }).getByRole('row', { name });

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('previews and adds a crop from a CSV file, and deletes it', async ({ page }) => {
    const name = `Hemp ${Date.now()}`;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Crop Settings' }).click();
    await expect(row(page, 'Canola')).toContainText('Built-in');
    await page.getByRole('link', { name: 'Add Crop' }).click();
    await page.getByRole('button', { name: 'Add crop' }).click();
    await expect(page.getByText('Please enter a name.')).toBeVisible();
    await expect(page.getByText('Please choose a file.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Crop name' }).fill(name);
    await chooseFile(page, createFile('hemp.xlsx', CHART));
    await expect(page.getByText('Invalid files, only .csv files are accepted')).toBeVisible();
    await chooseFile(page, createFile('hemp.csv', CHART));
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview: hemp.csv' });
    await expect(preview.getByRole('row')).toHaveText(['% RH \\ °C020', '4098', '801615']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add crop' }).click();
    await expect(page.getByText('Successfully added crop')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(row(page, name)).toContainText('a table (2 humidities, 2 temperatures)');
    await page.getByRole('button', { name: `Show table: ${name}` }).click();
    await expect(page.getByRole('dialog', { name }).getByRole('row')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toContainText(
      /You won't be able to revert this!.*within 30 days.*restore-crop \d+/,
    );
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByText('Crop Deleted!')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(row(page, name)).toHaveCount(0);
  });

  test('sees where a file has an error, and that a crop in use cannot be deleted', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allowStatus(422, '/api/crop/addCrop');
    consoleErrors.allowStatus(409, '/api/crop/deleteCrop');
    await page.goto('/addCrop');
    await page.getByRole('textbox', { name: 'Crop name' }).fill('canola');
    await expect(page.getByText('Canola is already in the list.')).toBeVisible();
    await chooseFile(page, createFile('canola.csv', CHART.replace('16', 'wet')));
    await page.getByRole('button', { name: 'Add crop' }).click();
    await expect(page.getByText('Row 3, column 2: this is not a number.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Crop name' })).toHaveValue('canola');
    await page.route('**/api/crop/getCrops', async (route) => {
      const response = await route.fetch();
      const { RESP_MSG: crops } = (await response.json()) as { RESP_MSG: object[] };
      const usedCrop = { ...crops[0], id: '1', crop_name: 'Held' };
      await route.fulfill({ json: { RESP_MSG: [usedCrop] } });
    });
    await page.route('**/api/crop/deleteCrop', (route) => {
      const message = 'Held is used by these bins: Home 1.';
      const json = { RESP_CODE: 'CONFLICT', RESP_MSG: message, message };
      return route.fulfill({ status: 409, json });
    });
    await page.goto('/cropsettings');
    await page.getByRole('button', { name: 'Delete: Held' }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByText('Held is used by these bins: Home 1.')).toBeVisible();
  });

  test('sees an error when the crops cannot be loaded', async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(500, '/api/crop/getCrops');
    await page.route('**/api/crop/getCrops', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/cropsettings');
    await expect(page.getByText('could not fetch crop list due to some error...')).toBeVisible();
  });
});

test.describe('a distributor', () => {
  test.use({ as: 'distributor' });

  test('sees crops but cannot add or delete them', async ({ page }) => {
    await page.goto('/cropsettings');
    await expect(row(page, 'Canola')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Crop' })).toHaveCount(0);
    await page.goto('/addCrop');
    await expect(page.getByText('Only admins can add crops.')).toBeVisible();
    const api = await apiFor('distributor');
    const crop = { crop_name: 'Not mine', chart_data: CHART };
    await expect(api.send('POST', 'crop/addCrop', crop)).rejects.toThrow('403');
  });
});
