import { expect } from '@playwright/test';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

test('leads to the hot spot within three taps on a phone', async ({ page }) => {
  await page.goto('/');
  // The worst problem comes first: the bin with hot grain.
  const attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  const firstBin = attention.first();
  await expect(firstBin).toContainText(/Home 4\s*Hot spot/);
  await firstBin.getByRole('link').tap();
  // The banner takes only one line, so the picture starts in the top third of the screen.
  const drawing = page.locator('svg[role=presentation]').filter({ has: page.getByRole('grid') });
  await expect(drawing).toBeVisible();
  const box = await drawing.boundingBox();
  expect(box?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
  const banner = page.locator('summary').filter({ hasText: /^Hot spot and high CO₂ · [\d.]+\s°C/ });
  await banner.tap();
  await expect(page.getByRole('link', { name: 'Cable 3 over time' })).toBeVisible();
  // The picture marks the hot spot with a ring and a label, and the list below names it.
  const card = page.getByRole('region', { name: 'Sensors in Home 4' });
  await expect(card.getByRole('listitem').filter({ hasText: 'Hot spot' })).toHaveText(
    /^Hot spot Cable 3, rows 1[0-2] to 1[0-2] from the top: [\d.]+\s°C, [\d.]+° above the others$/,
  );
  // Hot cells have a different shape, and an accessible name for users who cannot see it.
  const picture = page.getByRole('grid');
  const cells = picture.getByRole('gridcell', {
    name: /^Cable 3, row 1[0-2] from the top,.*at or above limit, in the hot spot/,
  });
  await cells.nth(1).tap();
  const details = page.getByRole('dialog', { name: /^Cable 3, row 1[0-2] from the top$/ });
  await expect(details).toContainText(/At or above the .+ limit/);
  await details.getByRole('button', { name: 'Close' }).tap();
  // The banner links to a 30-day chart of that sensor, and its URL still works after a reload.
  const openBanner = page.getByRole('group').filter({ hasText: /Hot spot and high CO₂ · / });
  await expect(openBanner).toContainText(/[+−][\d.]+° per day/);
  await openBanner.getByRole('link', { name: 'Cable 3 over time' }).tap();
  await expect(page).toHaveURL(/sensors=(%22)?3\.1[0-2].*days=30/);
  await expect(page.locator('canvas')).toHaveCount(2);
  await page.getByLabel('Compare with').selectOption('Same days last year');
  await page.reload();
  await expect(page.getByLabel('Compare with')).toHaveValue('last-year');
  await expect(page.getByText(/^Median of row 1[0-2]$/)).toBeVisible();
});
