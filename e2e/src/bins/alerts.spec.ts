import { expect } from '@playwright/test';
import { publishReading } from '../support/publish-frames.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A bin of the demo whose battery is fine until a test says otherwise. */
const BIN = 'Coteau 3';

test('shows an alert in the bell, on its bin and in the list, and who acknowledged it', async ({
  page,
  mqttPort,
}) => {
  await publishReading(mqttPort, BIN, { more: { any_error: 1 } });
  await page.goto('/alerts');
  const article = page.getByRole('article').filter({ hasText: BIN });
  const alert = article.filter({ hasText: 'Board reports an error' });
  await expect(alert).toContainText('Warning');
  await expect(alert.getByRole('link', { name: BIN })).toBeVisible();

  await page.reload();
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const notification = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link');
  await notification
    .filter({ hasText: `${BIN}: Board reports an error` })
    .first()
    .click();
  // It leads to the bin, or to the list while another bin of the farm has an alert too.
  await page.getByRole('button', { name: /^Acknowledge with a note: Board reports/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge alert' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('I will look at the cables.');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByRole('main')).toContainText('I will look at the cables.');

  await page.goto('/alerts?rule=board-error');
  await alert.getByRole('link', { name: BIN }).click();
  const ofBin = page.getByRole('region', { name: 'Open alerts of this bin' });
  await expect(ofBin).toContainText(/Acknowledged by Anneke Dueck, .*I will look at the cables\./);
  await expect(ofBin.getByRole('button', { name: /Board reports/ })).toHaveCount(0);
});
