import { expect } from '@playwright/test';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { chooseLanguage } from '../support/language.ts';
import { test } from '../support/test.ts';

test.describe('a farmer who speaks several languages', () => {
  test.use({ as: 'farmer' });

  test('switches to each language and keeps the last after a reload', async ({ page }) => {
    await page.goto('/overview');
    const title = page.getByRole('heading', { level: 1 });
    const menu = page.getByRole('banner').getByRole('combobox');
    const titles = new Set<string>();
    for (const [name, language] of [
      ['Español', 'es'],
      ['Deutsch', 'de'],
      ['Русский', 'ru'],
      ['Italiano', 'it'],
      ['English', 'en'],
    ] as const) {
      await menu.selectOption({ label: name });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      titles.add(await title.innerText());
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(menu).toHaveValue(language);
    }
    expect(titles.size, [...titles].join()).toBe(5);
  });
});

test.describe('a farmer whose profile cannot be saved', () => {
  test.use({ as: 'farmer' });

  test('sees the new language and a notice that emails stay in the previous one', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allowStatus(500, '/api/user/updateUser');
    await page.route('**/api/user/updateUser', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/overview');
    await chooseLanguage(page, 'de');
    const notice = page.getByRole('dialog', {
      name: 'Die Sprache der Nachrichten an Sie konnte nicht geändert werden. Bitte versuchen Sie es später erneut.',
    });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test('form errors change with the language', async ({ page }) => {
  await page.goto('/login');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Please enter your password.')).toBeVisible();
  await chooseLanguage(page, 'de');
  await expect(page.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeVisible();
  await expect(page.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.')).toBeVisible();
});

test.describe('a browser set to German', () => {
  test.use({ locale: 'de-DE' });

  test('shows German text, including text from the server', async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(401, '/api/user/login');
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
    await page.locator('[name=email]').fill('farmer@granary.example');
    await page.locator('[name=password]').fill('nicht das Passwort');
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText('ist falsch');
    // The profile is in English, and no language was chosen in this browser.
    await page.locator('[name=password]').fill(DEMO_PASSWORD);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL('/allbins');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
