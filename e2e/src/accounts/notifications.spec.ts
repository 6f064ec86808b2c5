import { expect, type Page } from '@playwright/test';
import { executeSql } from '../support/database.ts';
import { signIn, TEST_PASSWORD, test } from '../support/test-user.ts';
import { getWorkerDemo } from '../support/worker-demo.ts';

test.use({ as: 'farmer' });

interface StoredNotification {
  readonly id: string;
  read: boolean;
  readonly [field: string]: unknown;
}

/** Mocks the notifications API; notifications marked as read stay read. */
async function mockNotifications(page: Page, targets: readonly string[]): Promise<void> {
  const now = Date.now();
  const notifications = targets.map((click_action, index): StoredNotification => {
    const date_time = new Date(now - (index + 1) * 3_600_000).toISOString();
    const data = { body: `Cable ${index + 1} is at 31 °C.`, click_action, date_time };
    return {
      id: `${index + 1}`,
      notification: { title: `Hot spot ${index + 1}` },
      data,
      read: false,
    };
  });
  await page.route('**/api/notifications', (route) =>
    route.fulfill({ json: { RESP_MSG: notifications } }),
  );
  await page.route('**/api/notifications/read', (route) => {
    const { ids } = route.request().postDataJSON() as { ids?: string[] };
    for (const notification of notifications)
      if (ids === undefined || ids.includes(notification.id)) notification.read = true;
    return route.fulfill({ json: { RESP_MSG: 'Marked as read.' } });
  });
}

test('counts unread notifications, lists them and opens their pages', async ({ page }) => {
  await mockNotifications(page, ['/overview', ...Array<string>(9).fill('/allbins')]);
  await page.goto('/dashboard');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications, 9+ unread');
  await expect(bell).toHaveText('9+');
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const items = Array.from({ length: 10 }, (_, index) => index + 1);
  await expect(list.getByRole('listitem')).toHaveText(
    items.map((n) => new RegExp(`^Hot spot ${n}.*Cable ${n} is at 31 °C\\..*${n} hr\\. ago$`)),
  );
  const targets = list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(await targets).toEqual(['/overview', ...Array<string>(9).fill('/allbins')]);
  await list.getByRole('link').first().click();
  await expect(page).toHaveURL('/overview');
  await expect(list).toHaveCount(0);
  await expect(bell).toHaveText('9');
  await bell.click();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(bell).toHaveText('');
});

test('does not open other sites from a notification', async ({ page }) => {
  await mockNotifications(page, [
    '//evil.example/x',
    'https://evil.example',
    'javascript:alert(1)',
  ]);
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('link')).toHaveCount(0);
});

test('shows an empty list and checks again when the window becomes visible', async ({ page }) => {
  await mockNotifications(page, []);
  await page.goto('/dashboard');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await expect(page.getByText('No notifications')).toBeVisible();
  await expect(bell).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAttribute('aria-expanded', 'false');
  await mockNotifications(page, ['/overview']);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(bell).toHaveText('1');
});

test.describe('another user', () => {
  // A new sign-in would end the farmer's session for the other tests.
  test.use({ as: null });

  test('sees stored notifications as unread until they are read', async ({ createUser, page }) => {
    const { id, email } = await createUser();
    await executeSql(
      getWorkerDemo().dataDir,
      `insert into notifications (user_id, title, body, target, at)
     select $1, 'Hot spot ' || n, 'Cable 3 is at 31 °C.', '/profile', now() - n * interval '1 hour'
     from generate_series(1, 11) n`,
      [id],
    );
    await signIn(page, email, TEST_PASSWORD);
    const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveText('9+');
    await bell.click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect(list.getByRole('listitem')).toHaveCount(11);
    await list.getByRole('link', { name: /Hot spot 1\b/ }).click();
    await expect(page).toHaveURL('/profile');
    await bell.click();
    await list.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell).toHaveAccessibleName('Notifications');
    await page.reload();
    await expect(bell).toHaveAccessibleName('Notifications');
    await bell.click();
    await expect(list.getByRole('listitem')).toHaveCount(11);
  });
});
