import { expect } from '@playwright/test';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

test('shows the values of each sensor of the sample bin', async ({ page }) => {
  await page.goto('/bin-visualizer');
  await expect(page.getByText('Sample data', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(8);
  const cell = page.locator('[data-cell="3-4"]');
  await expect(cell).toHaveAccessibleName(/^Cable 3, row 4 from the top, .+\s°C, /);
  await cell.click();
  const details = page.getByRole('main').getByRole('status').last();
  await expect(details).toContainText(/Cable\s*3/);
  await expect(details).toContainText(/Sensor\s*4/);
  await expect(details).toContainText(/Temperature\s*[\d.]+\s°C/);
  await expect(details).toContainText(/Moisture\s*[\d.]+\s?%/);
  await page.getByRole('button', { name: 'Show new sample' }).click();
  await expect(details).toContainText('Tap a sensor to see its reading.');
});
