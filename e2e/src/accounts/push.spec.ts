import { chromium, expect, type Page } from '@playwright/test';
import { test as base, signIn, TEST_PASSWORD } from '../support/test-user.ts';

const test = base.extend({
  /** In all of Chromium: its headless shell allows no notifications. */
  context: async ({ baseURL, launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      executablePath: '/usr/bin/chromium',
    });
    await use(
      await browser.newContext({
        ...(baseURL !== undefined && { baseURL }),
        locale: 'en-US',
        permissions: ['notifications'],
        serviceWorkers: 'allow',
      }),
    );
    await browser.close();
  },
});

const ENDPOINT = 'https://push.example/send/1';

/** Gives the browser a push service: it has none in tests. Counts the requests for permission. */
async function addPushService(page: Page): Promise<void> {
  await page.addInitScript((endpoint) => {
    // A subscription stays when the page is loaded again.
    const key = 'subscribed';
    const counts = {
      asked: 0,
      get isSubscribed() {
        return sessionStorage.getItem(key) !== null;
      },
    };
    Object.assign(window, { readCounts: () => ({ ...counts }) });
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      counts.asked++;
      return ask();
    };
    const subscription = {
      toJSON: () => ({ endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }),
      unsubscribe: async () => {
        sessionStorage.removeItem(key);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (counts.isSubscribed ? subscription : null),
      subscribe: async () => {
        sessionStorage.setItem(key, 'true');
        return subscription;
      },
    });
  }, ENDPOINT);
}

const counts = (page: Page) =>
  page.evaluate(() => (window as unknown as { readCounts: () => unknown }).readCounts());

test('turns on notifications after a click, shows a message, and ends them at the sign-out', async ({
  page,
  context,
  createUser,
}) => {
  await addPushService(page);
  const { email } = await createUser();
  const cdp = await context.newCDPSession(page);
  const registrations: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
  );
  await cdp.send('ServiceWorker.enable');
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  const card = page.locator('section', { hasText: 'Notifications on this device' });
  await expect(card.getByText('Get alerts on this device')).toBeVisible();
  expect(await counts(page)).toEqual({ asked: 0, isSubscribed: false });

  const registered = page.waitForRequest('**/api/user/registerDevice');
  await card.getByRole('button', { name: 'Turn on' }).click();
  expect((await registered).postDataJSON()).toMatchObject({
    token_id: ENDPOINT,
    keys: { p256dh: 'A'.repeat(87) },
  });
  await expect(card.getByText('Alerts appear on this device')).toBeVisible();
  expect(await counts(page)).toEqual({ asked: 1, isSubscribed: true });

  const data = {
    notification: { title: 'Bin 3: Hot spot' },
    data: { body: '6 °C', click_action: '/binsensor/3', date_time: '2026-07-01T12:00:00.000Z' },
  };
  const message = {
    origin: new URL(page.url()).origin,
    registrationId: registrations.at(-1) ?? '',
    data: JSON.stringify(data),
  };
  // A repeated message replaces the first.
  await cdp.send('ServiceWorker.deliverPushMessage', message);
  await cdp.send('ServiceWorker.deliverPushMessage', message);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const shown = await registration.getNotifications();
      return shown.map((one) => [one.title, one.body, one.data as unknown]);
    });
  await expect.poll(shown).toEqual([['Bin 3: Hot spot', '6 °C', '/binsensor/3']]);
  const stored = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(all.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/index.html');
  expect(
    stored.filter((path) => !/^\/(index\.html|manifest\.webmanifest|assets\/.*)$/.test(path)),
  ).toEqual([]);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link?.href ?? '')).json() as Promise<unknown>;
  });
  expect(manifest).toMatchObject({
    name: 'Granary',
    display: 'standalone',
    start_url: '/',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
  });

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => counts(page)).toEqual({ asked: 0, isSubscribed: false });
});
