import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { publishReading } from '../support/publish-frames.ts';
import { test } from '../support/test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Raw data' }).locator('tbody tr');
const idField = (page: Page) => page.getByRole('textbox', { name: 'Main board or bin' });
const filter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true }).click();

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('finds out why a frame was rejected, opens it and copies its content', async ({
    page,
    context,
    mqttPort,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await publishReading(mqttPort, 'Home 4', {
      // The demo has no such bin, so the frame changes nothing else.
      otherFields: { bin_number: 31, battery: 'full <b>of</b> sun' },
    });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Raw Data History' }).click();
    await expect(rows(page)).toHaveCount(10);
    await idField(page).fill('PG-0417|31');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('temp-data');
    await page.getByRole('checkbox', { name: 'Only rejected frames' }).check();
    await filter(page);
    await expect(page).toHaveURL(/id=PG-0417.*unread=true/);
    const row = rows(page).filter({ hasText: 'Rejected: battery' }).first();
    await expect(row).toContainText('Received');
    await row.getByRole('button', { name: /^Show PG-0417\|31/ }).click();
    const dialog = page.getByRole('dialog', { name: 'PG-0417|31' });
    await expect(dialog).toContainText('boards/PG-0417/up/temp-data');
    await expect(dialog).toContainText('"battery":"full <b>of</b> sun"');
    await dialog.getByRole('button', { name: 'Copy data' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copiedText = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copiedText)).toMatchObject({ bin_number: 31, battery: 'full <b>of</b> sun' });
  });

  test('pages through the results, filters them and exports all of them', async ({ page }) => {
    await page.goto('/rawData?type=temp-data');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Page 2 of');
    await idField(page).fill('PG-0417');
    await filter(page);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Page 1 of');
    await expect(rows(page).first()).toContainText('PG-0417');
    await idField(page).fill('PG-0417|4');
    await page
      .getByRole('textbox', { name: 'Date' })
      .or(page.getByLabel('Date'))
      .fill('2020-01-01');
    await filter(page);
    await expect(page.getByText('No data found matching the filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filter(page);
    await expect(page.getByRole('alert')).toHaveText('Please provide at least one filter');
    await expect(idField(page)).toBeFocused();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('firmware-data');
    await filter(page);
    // Without a file picker, the file is buffered in memory.
    await page.evaluate(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('raw-data_firmware-data.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeffid,dateTime,type,commandDirection,reason,bytes,topic,data\r\n/);
  });

  test('sees an error when the data cannot be loaded', async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(500, '/api/rawData/getFilteredData');
    await page.route('**/api/rawData/getFilteredData', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await page.goto('/rawData?type=fan-data');
    await expect(page.getByText('Error fetching data. Please try again.')).toBeVisible();
  });
});

test.describe('a distributor', () => {
  test.use({ as: 'distributor' });

  test("sees only frames from their customers' boards", async ({ page }) => {
    await page.goto('/rawData?id=PG-0417');
    await expect(rows(page).first()).toBeVisible();
    await page.goto('/rawData?id=PG-0502');
    await expect(page.getByText('No data found matching the filters')).toBeVisible();
  });
});
