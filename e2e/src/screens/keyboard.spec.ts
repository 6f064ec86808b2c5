import { expect } from '@playwright/test';
import { DEMO_PASSWORD, demoUserEmail } from '../support/demo-users.ts';
import { tabTo } from '../support/keyboard.ts';
import { apiFor, test } from '../support/test.ts';

test('signs in, opens a sensor and goes back with the keyboard', {
  tag: '@wide',
}, async ({ page }) => {
  const api = await apiFor('farmer');
  await api.resetSensors((await api.listBins()).get('Coteau 1')?.id ?? '');
  await page.goto('/login');
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(demoUserEmail('farmer'));
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/allbins$/);

  // The first tab stop on the page skips the menus.
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => document.body.focus());
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(page, skipLink);
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  const bin = page.getByRole('article').getByRole('link', { name: 'Coteau 1' });
  await tabTo(page, bin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Coteau 1' })).toBeFocused();

  // The grid is one tab stop; arrow keys move between its cells, and Enter opens a sensor.
  const firstCell = page.getByRole('gridcell', { name: /^Cable 1, row 1 from the top,/ });
  await expect(firstCell).toBeVisible();
  await tabTo(page, firstCell);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const cell = page.getByRole('gridcell', { name: /^Cable 3, row 2 from the top,/ });
  await expect(cell).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Cable 3, row 2 from the top' });
  await expect(panel).toBeVisible();

  const status = panel.getByRole('radiogroup', { name: 'Sensor status' });
  await tabTo(page, status.getByRole('radio', { name: 'Default' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Sensors have been successfully updated.')).toBeVisible();
  await expect(cell).toHaveAccessibleName(/, muted,/);
  const mute = status.getByRole('radio', { name: 'Mute' });
  await expect(mute).toBeEnabled();
  await expect(mute).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell).not.toHaveAccessibleName(/, muted,/);

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(cell).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Back', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/allbins(#main)?$/);
});

test.describe('an open bin', () => {
  test.use({ as: 'farmer' });

  test('opens the menu for several sensors with the keyboard', { tag: '@wide' }, async ({
    page,
    api,
  }) => {
    const bin = (await api.listBins()).get('Home 5');
    await page.goto(`/binsensor/${bin?.id}`);
    const firstCell = page.getByRole('gridcell', { name: /^Cable 1, row 1 from the top,/ });
    await firstCell.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    const dialog = page.getByRole('dialog', { name: '2 sensors: this and all above' });
    // The dialog must have focus before Escape can close it.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(
      page.getByRole('gridcell', { name: /^Cable 1, row 2 from the top,/ }),
    ).toBeFocused();
  });
});

test('closes the phone menu with Escape and keeps every focused element visible', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(demoUserEmail('farmer'));
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/allbins$/);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const button = page.getByRole('button', { name: /^(Open|Close) menu$/ });
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await tabTo(page, menu.getByRole('link', { name: 'Contacts' }));
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBeNull();
  await menu.getByRole('link', { name: 'Overview' }).focus();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await button.press('Enter');
  await menu.getByRole('link', { name: 'Overview' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
});
