import { expect } from '@playwright/test';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

test('a farmer finds the hot spot within three taps on a phone', async ({ page }) => {
  await page.goto('/');
  // First what is wrong, and worst first: the bin whose grain is hot.
  const attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  const hot = attention.first();
  await expect(hot).toContainText(/Home 4\s*Hot spot/);
  await hot.getByRole('link').tap();
  // Ringed in the picture, with words in it and under it.
  const card = page.getByRole('region', { name: 'Sensors of Home 4' });
  await expect(card.getByRole('listitem').filter({ hasText: 'Hot spot' })).toHaveText(
    /^Hot spot cable 3, sensors 1[0-2] to 1[0-2]: [\d.]+\s°C, [\d.]+° above the others$/,
  );
  // Angular among the round in the picture, and named for whoever does not see it.
  const picture = page.getByRole('grid');
  const cells = picture.getByRole('gridcell', {
    name: /^Cable 3, sensor 1[0-2],.*at or above limit, in the hot spot/,
  });
  await cells.nth(1).tap();
  const story = page.getByRole('dialog', { name: /^Cable 3, sensor 1[0-2]$/ });
  await expect(story).toContainText(/At or above the .+ limit/);
});
