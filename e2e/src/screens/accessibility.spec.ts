import { expectAccessible } from '../harness/axe.ts';
import { apiOf, test } from '../harness/test.ts';
import { screens } from './screens.ts';

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
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await expectAccessible(page, `${screen.name}, ${colorScheme}`);
        }
      }
    });
  });
}
