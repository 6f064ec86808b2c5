import { expectAccessible } from '../harness/axe.ts';
import { apiOf, test } from '../harness/test.ts';
import { screens } from './screens.ts';

/** What a page says and how it is built is the same in both; its colours are not. */
const SCHEMES = [
  ['light', 'whole'],
  ['dark', 'colours'],
] as const;

for (const as of [null, 'farmer', 'distributor', 'admin'] as const) {
  test.describe(`${as ?? 'nobody'}`, () => {
    test.use({ as });

    test('finds every screen usable by everybody, light and dark', async ({
      page,
      consoleErrors,
    }) => {
      test.slow();
      consoleErrors.allowAnswer(404, '/api/board/getSensorReading');
      const bins = await (await apiOf('farmer')).bins();
      for (const screen of screens.filter((one) => one.as === as)) {
        await screen.open({ page, bins });
        for (const [colorScheme, judged] of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await expectAccessible(page, `${screen.name}, ${colorScheme}`, judged);
        }
      }
    });
  });
}
