import { expect } from '@playwright/test';
import { unreadableTexts } from '../harness/cut.ts';
import { apiOf, test } from '../harness/test.ts';
import { screens } from './screens.ts';

/** The two with the longest words: what has room in them has room in all. */
const LONGEST = ['de', 'ru'] as const;

for (const language of LONGEST) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    for (const as of [null, 'farmer', 'distributor', 'admin'] as const) {
      test.describe(`${as ?? 'nobody'}`, () => {
        test.use({ as });

        test('finds every text whole and none missing @narrow', async ({ page, consoleErrors }) => {
          test.slow();
          consoleErrors.allowAnswer(404, '/api/board/getSensorReading');
          const bins = await (await apiOf('farmer')).bins();
          for (const screen of screens.filter((one) => one.as === as)) {
            await screen.open({ page, bins });
            await expect(page.locator('html')).toHaveAttribute('lang', language);
            const texts = await unreadableTexts(page);
            expect.soft(texts, `${screen.name} in ${language}`).toEqual([]);
          }
        });
      });
    }
  });
}

test.describe('a farmer who speaks several', () => {
  test.use({ as: 'farmer' });

  test('switches to each, and finds the last again after a reload', async ({ page }) => {
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

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-DE' });

  test('is answered in German, the server included', async ({ page, consoleErrors }) => {
    consoleErrors.allowAnswer(401, '/api/user/login');
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
    await page.locator('[name=email]').fill('farmer@granary.example');
    await page.locator('[name=password]').fill('nicht das Passwort');
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText('ungültig');
  });
});
