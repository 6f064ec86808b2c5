import { expectAccessible } from '../support/axe.ts';
import { test } from '../support/test.ts';
import { TOUR_USERS, tourScreens } from './tour.ts';

/** What a page says and how it is built is the same in both; its colours are not. */
const SCHEMES = [
  ['light', 'whole'],
  ['dark', 'colours'],
] as const;

for (const as of TOUR_USERS) {
  test.describe(`${as ?? 'nobody'}`, () => {
    test.use({ as });

    test('finds every screen usable by everybody, light and dark', async ({
      page,
      consoleErrors,
    }) => {
      await tourScreens({ as, page, consoleErrors }, async ({ name }) => {
        for (const [colorScheme, judged] of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await expectAccessible(page, `${name}, ${colorScheme}`, judged);
        }
      });
    });
  });
}
