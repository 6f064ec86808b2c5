import { expect, type Page } from '@playwright/test';
import { test } from '../support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const group = (page: Page, name: string) => page.getByRole('radiogroup', { name });
const save = (page: Page, name: string) => page.getByRole('button', { name }).click();

test.use({ as: 'admin', timezoneId: 'America/Winnipeg' });

test('refuses private addresses, and turns maps off', async ({ page, consoleErrors }) => {
  consoleErrors.allowStatus(422, '/api/places/providers');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Maps' }).click();
  const maps = group(page, 'Map images');
  await expect(maps.getByRole('radio', { name: 'Sentinel-2' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Accept terms and save' })).toBeVisible();
  const notSetMessage = page.getByText('No provider is set yet.');
  await expect(notSetMessage).toHaveCount(2);

  await maps.getByRole('radio', { name: 'Esri' }).check();
  await group(page, 'Place search').getByRole('radio', { name: 'None' }).check();
  await save(page, 'Accept terms and save');
  await expect(page.getByText('Please enter the key.')).toBeVisible();
  await expect(field(page, 'Key')).toBeFocused();

  await maps.getByRole('radio', { name: 'Custom server' }).check();
  await field(page, 'Address').fill('https://tiles.example/');
  await save(page, 'Save');
  await expect(page.getByText('Please enter an address like the example.')).toBeVisible();
  await field(page, 'Address').fill('http://127.0.0.1/{z}/{x}/{y}.png');
  await save(page, 'Save');
  await expect(page.getByText('Enter a public address.')).toBeVisible();
  await expect(field(page, 'Address')).toHaveValue('http://127.0.0.1/{z}/{x}/{y}.png');

  await maps.getByRole('radio', { name: 'None' }).check();
  await save(page, 'Save');
  await expect(page.getByText('The map settings are saved.')).toBeVisible();
  await page.reload();
  await expect(maps.getByRole('radio', { name: 'None' })).toBeChecked();
  await expect(notSetMessage).toHaveCount(0);
  await page.goto('/changes');
  await expect(page.getByText('Map images: None').first()).toBeVisible();
});

test("shows the settings that come from the server's environment variables", async ({ page }) => {
  const providerSettings = { set_by: 'environment', url: null, has_key: true, available: false };
  await page.route('**/api/places/providers', (route) =>
    route.fulfill({
      json: {
        RESP_MSG: {
          maps: { ...providerSettings, provider: 'esri', attribution: '' },
          geocoder: { ...providerSettings, provider: 'own' },
        },
      },
    }),
  );
  await page.goto('/maps');
  await expect(page.getByText('Set on the server: Esri Imagery')).toBeVisible();
  await expect(page.getByText('(GEOCODER, GEOCODER_URL)')).toBeVisible();
  await expect(page.getByText('The provider is not responding.')).toHaveCount(2);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});
