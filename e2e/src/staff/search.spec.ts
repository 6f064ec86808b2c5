import { expect } from '@playwright/test';
import { test } from '../support/test.ts';

test.use({ as: 'admin' });

test('finds bins, farms and users while typing, and opens their pages', async ({ page }) => {
  await page.goto('/search');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(page.getByText('Type a name to search.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search text' }).fill('home 4');
  await expect(cards).toHaveCount(1);
  await expect(page.getByText('1 found')).toBeVisible();
  await cards.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home 4' })).toBeVisible();

  // Going back returns to the results.
  await page.goBack();
  await expect(cards).toHaveCount(1);
  await page.getByText('Farms', { exact: true }).click();
  await expect(page.getByText('No farms match “home 4”.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search text' }).fill('coteau');
  await cards.getByRole('link', { name: /Coteau/ }).click();
  await expect(page).toHaveURL(/\/binsensorlist\/\d+$/);

  await page.goto('/search?model=users&text=dueck');
  await cards.getByRole('link', { name: /Anneke Dueck/ }).click();
  await expect(page).toHaveURL(/\/farmlist\/\d+$/);

  await page.goto('/search?model=users&text=fontaine');
  await cards.getByRole('link', { name: /Marcel Fontaine.*Distributor/ }).click();
  await expect(page).toHaveURL(/\/distributors\/\d+\/users$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Marcel Fontaine's Users");
});

test('shows the results of the later of two searches', async ({ page }) => {
  await page.goto('/search');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/user/search', async (route) => {
    const { text } = route.request().postDataJSON() as { text: string };
    if (text === 'home') await released;
    // The page has canceled the first call by then.
    await route.continue().catch(() => {});
  });
  const box = page.getByRole('searchbox', { name: 'Search text' });
  const firstRequest = page.waitForRequest(
    (request) => request.postData()?.includes('"home"') === true,
  );
  await box.fill('home');
  await firstRequest;
  await box.fill('coteau 2');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(1);
  release();
  await expect(cards.getByRole('link', { name: /Coteau 2/ })).toBeVisible();
  await expect(cards).toHaveCount(1);
});
