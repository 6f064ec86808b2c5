import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { apiFor, test } from '../support/test.ts';

const chooseFile = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Firmware', exact: true }).getByRole('row', { name });

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('uploads a firmware file with its version and deletes it', async ({
    page,
    consoleErrors,
  }) => {
    const name = `Firmware ${Date.now()}`;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Firmware' }).click();
    await page.getByRole('link', { name: 'Add firmware' }).click();
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('sleep');
    const upload = page.getByRole('button', { name: 'Upload' });
    await upload.click();
    await expect(page.getByText('Please enter a version.')).toBeVisible();
    await chooseFile(page, 'firmware.hex', ':10');
    await expect(page.getByText(/only .txt and .rtf files are accepted/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Version' }).fill('3.01');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('realtime');
    await chooseFile(page, 'firmware.txt', ':10 grain');
    await upload.click();
    await expect(page.getByText('Successfully added firmware')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    const checksum = createHash('sha256').update(':10 grain').digest('hex');
    await expect(row(page, name)).toContainText(checksum);
    await expect(row(page, name).getByRole('cell', { name: '3.01', exact: true })).toBeVisible();
    await expect(row(page, name)).toContainText('Realtime');
    consoleErrors.allowStatus(409, '/api/firmware/addFirmware');
    await page.getByRole('link', { name: 'Add firmware' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Version' }).fill('3.01');
    await chooseFile(page, 'again.rtf', ':11');
    await upload.click();
    await expect(
      page.getByText(/Firmware with this name and version already exists/),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Version' })).toBeFocused();
    await page.goto('/firmware');
    await page.getByRole('button', { name: `Delete: ${name} 3.01` }).click();
    await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toContainText(
      /You won't be able to revert this!.*within 30 days.*restore-firmware \d+/,
    );
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByText('Firmware Deleted!')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(row(page, name)).toHaveCount(0);
  });
});

test.describe('a distributor', () => {
  test.use({ as: 'distributor' });

  test('sees the current and the requested firmware but cannot add any', async ({ page }) => {
    await page.goto('/firmware');
    const boards = page.getByRole('table', { name: 'Firmware on boards' });
    await expect(boards.getByRole('row')).toHaveCount(13);
    await expect(boards.getByRole('row', { name: 'Home 4' })).toContainText('PG-0417|4');
    await expect(page.getByRole('link', { name: 'Add firmware' })).toHaveCount(0);
    await page.goto('/firmware/upload');
    await expect(page.getByText('Only admins can add firmware.')).toBeVisible();
    const api = await apiFor('distributor');
    await expect(api.send('DELETE', 'firmware/deleteFirmware', { id: '1' })).rejects.toThrow('403');
  });
});
