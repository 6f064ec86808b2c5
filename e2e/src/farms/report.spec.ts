import { expect, type Page } from '@playwright/test';
import { demoUserNames } from '../support/demo-users.ts';
import { checkFullSizePages, readPdfText } from '../support/pdf-text.ts';
import { test } from '../support/test.ts';

/** Letter paper minus the margins in `print.css`, px. */
const PAPER = { width: 718, height: 958 };

/** Shows the page as it is printed from a browser in dark mode. */
async function showPrintView(page: Page): Promise<void> {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText(/^Printed \w{3}, \w{3} \d+, 20\d\d, .* C[DS]T$/)).toBeVisible();
}

/**
 * Prints to PDF and checks that no page is scaled down. Returns the text without spaces, and the number of
 * pages.
 */
async function print(page: Page): Promise<{ readonly text: string; readonly pageCount: number }> {
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  const fullSizes = checkFullSizePages(pdf);
  expect(new Set(fullSizes)).toEqual(new Set([true]));
  return { text: readPdfText(pdf).replaceAll(/\s+/g, ''), pageCount: fullSizes.length };
}

test.describe('the farmer', () => {
  test.use({ as: 'farmer' });
  // Printouts use light colors even in dark mode.
  test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'dark' }));

  test("prints a farm report on one page in light colors, two clicks from the farm's bins", async ({
    page,
    api,
  }) => {
    test.slow();
    const bin = (await api.listBins()).get('Home 4');
    await page.goto(`/binsensorlist/${bin?.farm_id}`);
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    const report = page.getByRole('article', { name: 'Farm inventory report' });
    await expect(report.getByRole('row', { name: /^Home 4/ })).toBeVisible();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print or save as PDF' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', '');

    await showPrintView(page);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(report.getByRole('heading', { name: 'Home Yard' })).toBeVisible();
    await expect(report).toContainText(demoUserNames.farmer);
    await expect(report).toContainText('America/Winnipeg');
    await expect(report.getByRole('table', { name: 'By crop' })).toContainText(
      /All crops.*no total/,
    );
    await expect(report.getByRole('row', { name: /^Home \d/ })).toHaveCount(7);
    // A demo that has just started evaluates the alerts of its history first.
    await expect(report.getByRole('table', { name: 'Open findings, worst first' })).toContainText(
      /Critical\s*Home 4\s*Hot spot and high CO₂: /,
      { timeout: 60_000 },
    );
    const { text, pageCount } = await print(page);
    expect(pageCount).toBe(1);
    const expectedTexts = [
      'Home Yard',
      demoUserNames.farmer,
      'America/Winnipeg',
      'Home 1',
      'Home 7',
    ];
    for (const phrase of [
      ...expectedTexts,
      'Hot spot and high CO₂',
      'not scale weights',
      'Printed',
    ]) {
      expect(text).toContain(phrase.replaceAll(' ', ''));
    }
  });

  test('prints the picture of a bin with its legend on the first page', async ({ page, api }) => {
    await page.goto(`/binsensor/${(await api.listBins()).get('Home 4')?.id}`);
    const picture = page.locator('section svg[role="presentation"]');
    await expect(picture).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Grain risks' })).toBeVisible();
    const { text } = await print(page);
    for (const phrase of ['Home Yard', 'Home 4', 'Wheat', 'Insights', 'Grain risks', 'lock out']) {
      expect(text).toContain(phrase.replaceAll(' ', ''));
    }
    await showPrintView(page);
    const legend = await page
      .getByRole('list')
      .filter({ hasText: 'Above the grain' })
      .boundingBox();
    expect((legend?.y ?? Infinity) + (legend?.height ?? 0)).toBeLessThan(PAPER.height);
  });

  test('prints all rows of a bin and does not split its legend across pages', async ({
    page,
    api,
  }) => {
    await page.goto(`/binsensor/${(await api.listBins()).get('Coteau 1')?.id}`);
    await expect(page.locator('[data-cell="5-16"]')).toBeVisible();
    await print(page);
    await showPrintView(page);
    const cellHeight = async (key: string) =>
      (await page.locator(`[data-cell="${key}"]`).boundingBox())?.height;
    expect(await cellHeight('1-16')).toBeCloseTo((await cellHeight('1-17')) ?? 0, 1);
    await expect(page.locator('[data-cell="1-1"]')).toHaveCount(1);
    await expect(page.locator('[data-cell="5-24"]')).toBeVisible();
    await expect(page.getByText('1 to 16 of 24')).toBeHidden();
    const legend = page.getByRole('list').filter({ hasText: 'Above the grain' });
    await expect(legend).toHaveCSS('break-inside', 'avoid');
  });

  test("prints a farm's bin list without the map, and its fans without buttons", async ({
    page,
    api,
  }) => {
    await page.goto(`/binsensorlist/${(await api.listBins()).get('Home 4')?.farm_id}`);
    await expect(page.getByRole('region', { name: 'Map of Home Yard' })).toBeVisible();
    await print(page);
    await showPrintView(page);
    await expect(page.getByRole('row', { name: /Home 4/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Map of Home Yard' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(0);

    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.getByRole('button', { name: 'FAN Controllers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fan System' });
    const fan = dialog.getByRole('region', { name: 'Fans' }).getByText('Home 1');
    await expect(fan).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByText(/^Printed /)).toBeVisible();
    await expect(fan).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Home Yard' })).toBeVisible();
  });

  test('prints a chart in dark ink', async ({ page, api }) => {
    await page.goto(`/binsensor/${(await api.listBins()).get('Home 4')?.id}/chart`);
    await expect(page.locator('canvas').first()).toBeVisible();
    const findDarkestValue = () =>
      page
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, 46, canvas.height).data;
          let darkest = 255;
          for (let i = 0; i < (pixels?.length ?? 0); i += 4) {
            if (pixels?.[i + 3] === 255) darkest = Math.min(darkest, pixels[i] ?? 255);
          }
          return darkest;
        });
    // The axis labels are light in dark mode.
    expect(await findDarkestValue()).toBeGreaterThan(128);
    const { text, pageCount } = await print(page);
    expect(pageCount).toBe(1);
    for (const phrase of ['Home Yard', 'Home 4', 'Wheat', 'Max moisture', 'America/Winnipeg']) {
      expect(text).toContain(phrase.replaceAll(' ', ''));
    }
    await showPrintView(page);
    await expect.poll(findDarkestValue).toBeLessThan(128);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await expect.poll(findDarkestValue).toBeGreaterThan(128);
  });

  test('prints the loads of a bin without their buttons', async ({ page, api }) => {
    await page.goto(`/binsensor/${(await api.listBins()).get('Home 4')?.id}/loads`);
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeVisible();
    expect((await print(page)).text).toContain('HomeYard');
    await showPrintView(page);
    await expect(page.getByRole('columnheader')).toHaveCount(4);
    await expect(page.getByRole('tab')).toHaveText('Bin Sensor Loads');
  });

  test('prints the settings of a bin, including collapsed sections', async ({ page, api }) => {
    await page.goto(`/binsensor/${(await api.listBins()).get('Home 4')?.id}?tab=5`);
    const version = page.getByRole('combobox', { name: 'Firmware version' });
    await expect(page.getByRole('heading', { name: 'Firmware' })).toBeVisible();
    await expect(version).toBeHidden();
    await print(page);
    await showPrintView(page);
    await expect(version).toBeVisible();
  });

  test('prints every bin in the list, in light colors', async ({ page }) => {
    await page.goto('/allbins');
    await expect(page.getByRole('article').first()).toBeVisible();
    await print(page);
    await showPrintView(page);
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page.getByText(/^(Connecting…|Live)/)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sensors' })).toHaveCount(0);
    await expect(page.locator('[class*="chevron"]').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'By farm' })).toContainText('Home Yard');
  });
});

test.describe('the distributor', () => {
  test.use({ as: 'distributor' });

  test("opens the report of a customer's farm, with the name of the owner", async ({
    page,
    api,
  }) => {
    await page.goto(`/farmreport/${(await api.listBins()).get('Coteau 1')?.farm_id}`);
    const report = page.getByRole('article', { name: 'Farm inventory report' });
    await expect(report).toContainText(demoUserNames.farmer);
    await expect(report.getByRole('row', { name: /^Coteau \d/ })).toHaveCount(5);
  });
});
