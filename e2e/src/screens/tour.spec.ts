import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseLanguage } from '../support/language.ts';
import { test } from '../support/test.ts';
import { findUnreadableTexts } from '../support/unreadable-text.ts';
import type { Screen } from './screen.ts';
import { TOUR_USERS, tourScreens } from './tour.ts';

/**
 * The languages with the longest words. Every screen is checked in both of these and in one of
 * `OTHER_LANGUAGES`; some screens are checked in all four. Other specs use English.
 */
const LONG_TEXT_LANGUAGES = ['de', 'ru'] as const;
const OTHER_LANGUAGES = ['es', 'it'] as const;

const DESKTOP = { width: 1440, height: 900 };

// Structure does not depend on the color scheme, and colors do not depend on the width. So all rules
// are checked in light mode at phone width, and only the colors in dark mode at desktop width.
test.use({ language: LONG_TEXT_LANGUAGES[0] });

for (const as of TOUR_USERS) {
  test.describe(`${as ?? 'a visitor'}`, () => {
    test.use({ as });

    test('sees only accessible screens, with no text cut off in other languages', async ({
      page,
      viewport,
      consoleErrors,
    }) => {
      await tourScreens({ as, page, consoleErrors }, async (screen, index) => {
        const { name } = screen;
        // Text is cut off only in a narrow window.
        await expectReadable(page, screen, index);
        await expectAccessible(page, `${name}, phone`, 'all');
        await setAppearance(page, 'dark', DESKTOP);
        await expectAccessible(page, `${name}, desktop`, 'colors');
        await setAppearance(page, 'light', viewport ?? DESKTOP);
      });
      await chooseLanguage(page, 'en');
    });
  });
}

/** Changes the color scheme and the size of the window. */
async function setAppearance(
  page: Page,
  colorScheme: 'light' | 'dark',
  size: typeof DESKTOP,
): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** Checks the text in each language. Each visit starts in the language in which the previous one ended. */
async function expectReadable(
  page: Page,
  { name, isCheckedInAllLanguages = false }: Screen,
  index: number,
): Promise<void> {
  const isEven = index % 2 === 0;
  const [first, last] = isEven ? LONG_TEXT_LANGUAGES : LONG_TEXT_LANGUAGES.toReversed();
  const others = isCheckedInAllLanguages ? OTHER_LANGUAGES : [OTHER_LANGUAGES[isEven ? 0 : 1]];
  for (const language of [first, ...others, last]) {
    if (language !== first) await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const texts = await findUnreadableTexts(page);
    expect.soft(texts, `${name} in ${language}`).toEqual([]);
  }
}
