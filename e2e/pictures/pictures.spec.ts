import { fileURLToPath } from 'node:url';
import { wireStates } from '@granary/contract/bins/wire-states';
import { devices, expect } from '@playwright/test';
import { screens } from '../src/screens/screens.ts';
import { apiFor, test } from '../src/support/test.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];
const phone = { ...pixel, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1440, height: 900 } };
/** Letter size, with the margins in `print.css`. */
const paper = { viewport: { width: 816, height: 1056 } };
const paperMargins = '@media print { body { padding: 13mm } }';

const pictures = [
  { file: 'all-bins', screen: 'all bins', scheme: 'light', device: desktop },
  { file: 'bin', screen: 'a bin', scheme: 'light', device: desktop },
  { file: 'bin-dark', screen: 'a bin', scheme: 'dark', device: desktop },
  { file: 'bin-phone', screen: 'a bin', scheme: 'light', device: phone },
  { file: 'overview', screen: 'overview', scheme: 'dark', device: desktop },
  { file: 'customers', screen: 'customers', scheme: 'light', device: desktop },
  { file: 'sign-in', screen: 'sign-in', scheme: 'light', device: desktop },
  { file: 'print-report', screen: "a farm's report", scheme: 'light', device: paper },
  { file: 'print-bin', screen: 'a bin', scheme: 'light', device: paper },
  { file: 'print-chart', screen: 'the chart of a year', scheme: 'light', device: paper },
  { file: 'print-loads', screen: 'loads and unloads', scheme: 'light', device: paper },
  { file: 'print-list', screen: 'all bins', scheme: 'light', device: paper },
] as const;

/** On its first start, a demo assesses its bins only after their history is stored. */
test.beforeAll(async () => {
  const distributor = await apiFor('distributor');
  const countCritical = async () => {
    const farms = (await distributor.get('user/getCustomerStates')) as readonly {
      readonly counts: Readonly<Record<string, number>>;
    }[];
    return farms.reduce((sum, { counts }) => sum + (counts[wireStates.critical] ?? 0), 0);
  };
  await expect.poll(countCritical, { timeout: 60_000 }).toBeGreaterThan(0);
});

for (const { file, screen: name, scheme, device } of pictures) {
  const screen = screens.find((candidate) => candidate.name === name);
  if (screen === undefined) throw new Error(`There is no screen ${name}.`);

  test.describe(file, () => {
    test.use({ as: screen.as, colorScheme: scheme, ...device });

    test(`docs/pictures/${file}.png`, async ({ page }) => {
      const farmer = await apiFor('farmer');
      const bins = await farmer.listBins();
      await screen.open({ page, bins });
      // The first view might use a fallback font; the second has the fonts in its cache.
      await screen.open({ page, bins });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      if (device === desktop && screen.as !== null)
        await expect(page.locator('#menu').getByRole('link').first()).toBeVisible();
      const isPrinted = device === paper;
      if (isPrinted) {
        await page.emulateMedia({ media: 'print' });
        await page.addStyleTag({ content: paperMargins });
        await expect(page.getByText(/^Printed /)).toBeVisible();
      }
      const path = `${folder}${file}.png`;
      await page.screenshot({ path, animations: 'disabled', fullPage: isPrinted });
    });
  });
}
