import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseLanguage } from '../support/language.ts';
import { test } from '../support/test.ts';
import { findUnreadableTexts } from '../support/unreadable-text.ts';
import { TOUR_USERS, tourScreens } from './tour.ts';

/** The languages with the longest words: if their texts fit, all do. */
const LONGEST = ['de', 'ru'] as const;

// Structure and colors do not depend on each other, and the colors of a scheme are the same at any
// width. So each width is checked in one scheme: all rules in light on a phone, and in dark on a
// desktop the colors.
test.use({
  colorScheme: async ({ isMobile }, use) => use(isMobile ? 'light' : 'dark'),
  language: async ({ isMobile }, use) => use(isMobile ? LONGEST[0] : null),
});

for (const as of TOUR_USERS) {
  test.describe(`${as ?? 'a visitor'}`, () => {
    test.use({ as });

    test('finds every screen accessible and every text complete in German and Russian', async ({
      page,
      isMobile,
      consoleErrors,
    }) => {
      const scheme = isMobile ? 'light' : 'dark';
      await tourScreens({ as, page, consoleErrors }, async ({ name }, index) => {
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
        // Only a narrow window leaves too little room for texts.
        if (isMobile) await expectReadable(page, name, index);
        await expectAccessible(page, `${name}, ${scheme}`, isMobile ? 'all' : 'colors');
      });
      if (isMobile) await chooseLanguage(page, 'en');
    });
  });
}

/** Each visit begins in the language in which the one before ended. */
async function expectReadable(page: Page, name: string, index: number): Promise<void> {
  const [first, second] = index % 2 === 0 ? LONGEST : LONGEST.toReversed();
  for (const language of [first, second]) {
    if (language !== first) await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const texts = await findUnreadableTexts(page);
    expect.soft(texts, `${name} in ${language}`).toEqual([]);
  }
}
