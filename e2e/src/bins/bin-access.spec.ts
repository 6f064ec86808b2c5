import { DEMO_FARMS } from '@granary/simulator/demo/fleet';
import { expect, type Page } from '@playwright/test';
import { demoUserNames } from '../support/demo-users.ts';
import { apiFor, test } from '../support/test.ts';

/** Lists the names of an owner's bins, in the order that the pages show them. */
function listBinNames(owner: 'farmer' | 'neighbor'): string[] {
  return DEMO_FARMS.filter((farm) => farm.owner === owner)
    .flatMap((farm) => farm.boards.flatMap((board) => board.bins.map((bin) => bin.name)))
    .sort(new Intl.Collator('en', { numeric: true }).compare);
}

/** Expects one row for each of these names in the table of bins. */
async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  const rows = page.getByRole('table').getByRole('row');
  const seen = new Set<string>();
  // Rows far outside the viewport are not rendered.
  await expect(async () => {
    for (const name of names) {
      const count = await rows.filter({ has: page.getByText(name, { exact: true }) }).count();
      expect(count).toBeLessThanOrEqual(1);
      if (count === 1) seen.add(name);
    }
    await rows.last().scrollIntoViewIfNeeded();
    expect([...seen].sort()).toEqual([...names].sort());
  }).toPass();
}

test.describe('the farmer', () => {
  test.use({ as: 'farmer' });

  test('sees each of the twelve bins once, in name order', async ({ page }) => {
    expect(listBinNames('farmer')).toHaveLength(12);
    await page.goto('/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview 12' })).toBeVisible();
    await expectRows(page, listBinNames('farmer'));
    await page.goto('/allbins');
    await expect(
      page.getByRole('group', { name: 'Status' }).getByRole('button').first(),
    ).toHaveText(/^All\s*12$/);
    const cards = page.getByRole('article');
    await expect(cards.first()).toBeVisible();
    const seen: string[] = [];
    await expect(async () => {
      for (const name of await cards.getByRole('heading').allTextContents()) {
        if (!seen.includes(name)) seen.push(name);
      }
      await cards.last().scrollIntoViewIfNeeded();
      expect(seen).toHaveLength(12);
    }).toPass();
    expect(seen).toEqual(listBinNames('farmer'));
  });

  test('sees two farms with their bins, and no customers', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'System List 2' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'View Details: Coteau' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Coteau' })).toBeVisible();
    await expectRows(
      page,
      listBinNames('farmer').filter((name) => name.startsWith('Coteau')),
    );
    const row = page.getByRole('row').filter({ hasText: 'Coteau 1' });
    const cell = (column: string) => row.locator(`[data-column=${column}]`);
    await expect(cell('crop')).toHaveText('Hard Red Spring Wheat');
    await expect(cell('size')).toHaveText('25,000 bushels');
    await expect(cell('volume')).toHaveText(/^[\d,]+ bushels$/);
  });

  test("cannot open a neighbor's bin", async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(403, '/api/board/getBinSensor');
    consoleErrors.allowStatus(403, '/api/board/getSensorReading');
    const otherBin = (await (await apiFor('neighbor')).listBins()).get('North');
    await page.goto(`/binsensor/${otherBin?.id}`);
    await expect(page.getByRole('alert')).toHaveText('Access Denied');
    await expect(page.getByText('Reimer')).toHaveCount(0);
  });

  test('sees an error for a bin that does not exist and for an invalid bin ID', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allowStatus(404, '/api/board/getBinSensor');
    consoleErrors.allowStatus(404, '/api/board/getSensorReading');
    await page.goto('/binsensor/999999');
    await expect(page.getByRole('alert')).toContainText('Error loading bin data');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.goto('/binsensor/first');
    await expect(page).toHaveTitle('Bin Sensor · Granary');
    await expect(page.getByRole('alert')).toHaveText('Invalid Bin Sensor ID');
  });
});

test.describe('the neighbor', () => {
  test.use({ as: 'neighbor' });

  test('sees their own bins and nothing else', async ({ page }) => {
    await page.goto('/overview');
    await expectRows(page, listBinNames('neighbor'));
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'System List 1' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Reimer Farm']);
  });
});

test.describe('the distributor', () => {
  test.use({ as: 'distributor' });

  test('sees the farmer and all their bins, but not the neighbor', async ({
    page,
    consoleErrors,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Customers 1' })).toBeVisible();
    await expect(page.getByText(demoUserNames.neighbor)).toHaveCount(0);
    await page.getByRole('link', { name: demoUserNames.farmer }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Coteau', 'Home Yard']);
    await expect(page.getByRole('link', { name: 'Home 4: Hot spot' })).toBeVisible();
    await page.getByRole('link', { name: 'View Details: Home Yard' }).click();
    await expectRows(
      page,
      listBinNames('farmer').filter((name) => name.startsWith('Home')),
    );
    await page.getByRole('link', { name: 'View Details: Home 3' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home 3' })).toBeVisible();
    await expect(page).toHaveTitle('Home 3 · Bin Sensor · Granary');

    consoleErrors.allowStatus(403, '/api/board/getBinSensor');
    consoleErrors.allowStatus(403, '/api/board/getSensorReading');
    const otherBin = (await (await apiFor('neighbor')).listBins()).get('South');
    await page.goto(`/binsensor/${otherBin?.id}`);
    await expect(page.getByRole('alert')).toHaveText('Access Denied');
  });
});

test.describe('the admin', () => {
  test.use({ as: 'admin' });

  test('sees all customers, searches them, and can open every bin', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Customers 2' })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search customers' });
    await search.fill('nobody at all');
    await expect(page.getByText('No customers match “nobody at all”.')).toBeVisible();
    await search.fill('reimer');
    await expect(page.getByRole('link', { name: demoUserNames.farmer })).toHaveCount(0);
    const callLink = page.getByRole('link', { name: 'Call +1 204 555 0104' });
    await expect(callLink).toHaveAttribute('href', 'tel:+12045550104');
    await page.getByRole('link', { name: demoUserNames.neighbor }).click();
    await expect(callLink).toBeVisible();
    await page.getByRole('link', { name: 'View Details: Reimer Farm' }).click();
    await expectRows(page, listBinNames('neighbor'));
    await page.getByRole('link', { name: 'View Details: North' }).click();
    await expect(page.getByRole('grid', { name: 'Sensors in North' })).toBeVisible();

    const farmerBin = (await (await apiFor('farmer')).listBins()).get('Home 4');
    await page.goto(`/binsensor/${farmerBin?.id}`);
    await expect(page.getByRole('grid', { name: 'Sensors in Home 4' })).toBeVisible();
  });
});
