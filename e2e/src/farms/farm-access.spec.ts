import { expect } from '@playwright/test';
import { demoUserNames } from '../support/demo-users.ts';
import { apiFor } from '../support/test.ts';
import { addBins, findFarmerId, test } from '../support/test-farm.ts';

test.describe('the farmer', () => {
  test.use({ as: 'farmer' });

  test('can edit farms but cannot add or delete them or move bins', async ({ page, api }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'Edit System: Coteau' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Delete System/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Add New System' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Notes here' })).toHaveCount(0);
    const bin = (await api.listBins()).get('Coteau 1');
    await page.goto(`/binsensorlist/${bin?.farm_id}`);
    await expect(page.getByRole('link', { name: 'View Details: Coteau 1' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add New Bin' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^More actions for/ })).toHaveCount(0);
    await expect(page.getByText('Delete Bin')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Map of Coteau' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show all bins' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enable Markers' })).toHaveCount(0);
  });

  test('is redirected from the form for a new farm', async ({ page }) => {
    await page.goto(`/addFarm/${await findFarmerId()}`);
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('the distributor', () => {
  test.use({ as: 'distributor' });

  test('navigates from customer to farm to bin, and back with the breadcrumbs', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: demoUserNames.farmer }).click();
    await expect(page.getByRole('link', { name: 'Notes here' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/Elm Creek.*Manitoba.*Canada/s);
    await page.getByRole('link', { name: 'View Details: Home Yard' }).click();
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(breadcrumbs).toHaveText(`Users${demoUserNames.farmer}Home Yard`);
    await expect(page.getByRole('link', { name: 'Add New Bin' })).toBeVisible();
    await expect(page).toHaveTitle('Home Yard · Granary');
    await page.getByRole('link', { name: 'View Details: Home 1' }).click();
    await expect(breadcrumbs).toHaveText(`Users${demoUserNames.farmer}Home YardHome 1`);
    await breadcrumbs.getByRole('link', { name: 'Home Yard' }).click();
    await expect(page).toHaveURL(/\/binsensorlist\/\d+$/);
    await breadcrumbs.getByRole('link', { name: demoUserNames.farmer }).click();
    await expect(page).toHaveURL(/\/farmlist\/\d+$/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/binsensorlist\/\d+$/);
  });

  test('has no farms and cannot add one', async ({ page, api }) => {
    const { id } = (await api.get('user/getMyInfo')) as { readonly id: string };
    await page.goto(`/farmlist/${id}`);
    await expect(page.getByText("Distributors can't have farms")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add New System' })).toHaveCount(0);
  });
});

test.describe('the admin', () => {
  test.use({ as: 'admin' });

  test('sees that a distributor cannot have farms', async ({ page }) => {
    const distributor = await apiFor('distributor');
    const { id } = (await distributor.get('user/getMyInfo')) as { readonly id: string };
    for (const path of ['farmlist', 'addFarm']) {
      await page.goto(`/${path}/${id}`);
      await expect(page.getByText("Distributors can't have farms")).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
  });

  test('finds the last of many bins in the list and on the map', async ({ page, farm }) => {
    test.slow();
    const bins = await addBins(farm, 200);
    await page.goto(`/binsensorlist/${farm.farm_id}`);
    const table = page.getByRole('table', { name: farm.farm_name });
    await expect(table).toHaveAttribute('aria-rowcount', '201');
    // Only the visible rows are rendered.
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    const names = bins
      .map((bin) => bin.bin_name)
      .sort(new Intl.Collator('en', { numeric: true }).compare);
    const last = page.getByRole('link', { name: `View Details: ${names.at(-1)}`, exact: true });
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
    await page.goto(`/binsensormap/${farm.farm_id}`);
    await page.getByRole('button', { name: 'Show all bins' }).click();
    const map = page.getByRole('region', { name: /^Map of/ });
    await expect(map.getByRole('link')).toHaveCount(200);
  });
});
