import { type Browser, expect, type Page } from '@playwright/test';
import type { ApiClient } from '../support/api.ts';
import { demoUserNames } from '../support/demo-users.ts';
import { chooseLanguage } from '../support/language.ts';
import { publishReading } from '../support/publish-frames.ts';
import { apiFor, granaryUrl, test } from '../support/test.ts';
import { findUnreadableTexts } from '../support/unreadable-text.ts';

test.use({ as: 'farmer' });

interface ApiAlert {
  readonly bin_name: string;
  readonly rule: string;
  readonly closed_at: string | null;
}

interface ApiNotification {
  readonly notification: { readonly title: string };
  readonly data: { readonly body: string; readonly date_time: string };
}

async function listAlerts(page: Page, { token }: ApiClient): Promise<readonly ApiAlert[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.get('/api/alerts?state=all&limit=200', { headers });
  return ((await response.json()) as { readonly data: readonly ApiAlert[] }).data;
}

/** A demo bin whose board reports no error until a test sends one. */
const BIN = 'Coteau 3';

test('shows an alert in the bell, on its bin and in the list, and who acknowledged it', async ({
  page,
  browser,
  mqttPort,
}) => {
  await publishReading(mqttPort, BIN, { otherFields: { any_error: 1 } });
  await page.goto('/alerts');
  const article = page.getByRole('article').filter({ hasText: BIN });
  const alert = article.filter({ hasText: 'Board reports an error' });
  await expect(alert).toContainText('Warning');
  await expect(alert.getByRole('link', { name: BIN })).toBeVisible();

  await page.reload();
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const notification = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link')
    .filter({ hasText: `${BIN}: Board reports an error` })
    .first();
  // The farm's notification is updated at most every 15 seconds, so the new alert can take that long to
  // appear.
  await expect(notification).toBeVisible();
  await notification.click();
  // The notification opens the bin, or the alert list if another bin on the farm also has an alert.
  await page.getByRole('button', { name: /^Acknowledge with a note: Board reports/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge alert' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('I will look at the cables.');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByRole('main')).toContainText('I will look at the cables.');
  await expect(page.locator(':focus')).toContainText('I will look at the cables.');

  await page.goto('/alerts?rule=board-error');
  await alert.getByRole('link', { name: BIN }).click();
  const binAlerts = page.getByRole('region', { name: 'Open alerts for this bin' });
  await expect(binAlerts).toContainText(
    /Acknowledged by Anneke Dueck, .*I will look at the cables\./,
  );
  await expect(binAlerts.getByRole('button', { name: /Board reports/ })).toHaveCount(0);

  const dealerPage = await openAsDealer(browser);
  await dealerPage.goto('/alerts?rule=board-error');
  const dealerAlert = dealerPage.getByRole('article').filter({ hasText: BIN });
  await expect(dealerAlert).toContainText('Coteau · Anneke Dueck');
  await expect(dealerAlert).toContainText('Acknowledged by Anneke Dueck, ');
  await expect(dealerAlert.getByRole('link', { name: '+1 204 555 0103' })).toBeVisible();
  for (const [language, rule] of titles) {
    await chooseLanguage(dealerPage, language);
    await expect(dealerAlert).toContainText(rule);
    expect(await findUnreadableTexts(dealerPage), language).toEqual([]);
  }
  await dealerPage.close();
});

test('after the first start, the bell and the list show open alerts but none that had already ended', async ({
  page,
  api,
}) => {
  const listOpen = async () =>
    (await listAlerts(page, api)).filter(({ closed_at }) => closed_at === null);
  // The demo has just started, and its year of readings is being evaluated.
  await expect.poll(listOpen).toContainEqual(expect.objectContaining({ rule: 'hot-spot' }));
  const readNotifications = async () =>
    (await api.get('notifications')) as readonly ApiNotification[];
  const hasNotification = async ({ bin_name }: ApiAlert) =>
    (await readNotifications()).some(({ notification, data }) =>
      `${notification.title} ${data.body}`.includes(bin_name),
    );
  for (const alert of await listOpen()) await expect.poll(() => hasNotification(alert)).toBe(true);
  const alerts = await listAlerts(page, api);
  const names = [...(await api.listBins()).keys()];
  for (const { notification, data } of await readNotifications()) {
    const namedBins = names.filter((name) => `${notification.title} ${data.body}`.includes(name));
    const currentBins = alerts
      .filter(({ closed_at }) => closed_at === null || closed_at > data.date_time)
      .map(({ bin_name }) => bin_name);
    expect(currentBins).toEqual(expect.arrayContaining(namedBins));
  }
  await page.goto('/alerts');
  const hotSpot = page.getByRole('article').filter({ hasText: 'Hot spot' });
  await expect(hotSpot.getByRole('link', { name: 'Home 4' })).toBeVisible();
});

/**
 * The title of the alert in Spanish, Italian and English. English is last, because the account keeps the last
 * language chosen.
 */
const titles = [
  ['es', 'El controlador avisa de un error'],
  ['it', 'La centralina segnala un errore'],
  ['en', 'Board reports an error'],
] as const;

async function openAsDealer(browser: Browser): Promise<Page> {
  const localStorage = [
    { name: 'token', value: (await apiFor('distributor')).token },
    { name: 'authUser', value: JSON.stringify({ username: demoUserNames.distributor }) },
  ];
  const storageState = {
    cookies: [],
    origins: [{ origin: new URL(granaryUrl()).origin, localStorage }],
  };
  return browser.newPage({ baseURL: granaryUrl(), storageState });
}
