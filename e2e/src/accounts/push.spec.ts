import { type CDPSession, chromium, expect, type Page, type Worker } from '@playwright/test';
import { type MessageServices, startMessageServices } from '../support/message-services.ts';
import { publishFrame } from '../support/publish-frames.ts';
import { test as base } from '../support/test.ts';
import { signIn } from '../support/test-user.ts';

const test = base.extend<{ readonly services: MessageServices }>({
  services: async ({ locale: _ }, use) => {
    const services = await startMessageServices();
    await use(services);
    await services.stop();
  },
  baseURL: ({ services }, use) => use(services.url),
  language: 'en',
  /** Uses full Chromium, because its headless shell does not allow notifications. */
  context: async ({ baseURL, storageState, launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      executablePath: '/usr/bin/chromium',
    });
    await use(
      await browser.newContext({
        ...(baseURL !== undefined && { baseURL }),
        locale: 'en-US',
        ...(storageState !== undefined && { storageState }),
        permissions: ['notifications'],
        serviceWorkers: 'allow',
      }),
    );
    await browser.close();
  },
});

/** Gives the browser a push service, because it has none in tests. Counts the requests for permission. */
async function addPushService(
  page: Page,
  subscriptionJson: MessageServices['subscription'],
): Promise<void> {
  await page.addInitScript((json) => {
    // A subscription persists when the page is reloaded.
    const key = 'subscribed';
    const state = {
      permissionRequests: 0,
      get isSubscribed() {
        return sessionStorage.getItem(key) !== null;
      },
    };
    Object.assign(window, { readCounts: () => ({ ...state }) });
    const requestPermission = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      state.permissionRequests++;
      return requestPermission();
    };
    const subscription = {
      toJSON: () => json,
      unsubscribe: async () => {
        sessionStorage.removeItem(key);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (state.isSubscribed ? subscription : null),
      subscribe: async () => {
        sessionStorage.setItem(key, 'true');
        return subscription;
      },
    });
  }, subscriptionJson);
}

const readPushState = (page: Page) =>
  page.evaluate(() => (window as unknown as { readCounts: () => unknown }).readCounts());

/** Collects the IDs of the browser's service worker registrations, newest last. */
async function watchRegistrations(cdp: CDPSession): Promise<readonly string[]> {
  const ids: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  );
  await cdp.send('ServiceWorker.enable');
  return ids;
}

const listShownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map((notification) => [
      notification.title,
      notification.body,
      notification.data as unknown,
    ]);
  });

/**
 * Has the service worker handle a click on its notification. DevTools cannot click one, so a script creates
 * the event. The browser rejects `waitUntil` and `focus` for such a synthetic event, so the test replaces
 * both.
 */
async function clickNotification(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const work: Promise<unknown>[] = [];
    const event = new scope.NotificationEvent('notificationclick', { notification });
    Object.assign(event, { waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    Object.assign(scope.WindowClient.prototype, { focus: async () => {} });
    dispatchEvent(event);
    await Promise.all(work);
  });
}

/** Members of the service worker global scope that a page does not have. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { readonly notification: Notification | undefined },
  ) => Event;
  readonly WindowClient: { readonly prototype: object };
}

/** Lists the paths of the app's files in the browser's caches. */
const listCachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const openCaches = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(openCaches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

const readManifest = (page: Page) =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link?.href ?? '')).json() as Promise<unknown>;
  });

test('a high-temperature alert reaches each recipient in their language, by push, email and text message', async ({
  page,
  context,
  services,
}) => {
  const { board, binId, owner, subscription, getReceivedMessages } = services;
  await addPushService(page, subscription);
  const cdp = await context.newCDPSession(page);
  const registrations = await watchRegistrations(cdp);
  await signIn(page, owner.email, owner.password);
  await page.goto('/profile');
  const card = page.locator('section', { hasText: 'Notifications on this device' });
  await expect(card.getByText('Get alerts on this device')).toBeVisible();
  expect(await readPushState(page)).toEqual({ permissionRequests: 0, isSubscribed: false });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByText('Alerts appear on this device')).toBeVisible();
  expect(await readPushState(page)).toEqual({ permissionRequests: 1, isSubscribed: true });

  const date_time = new Date().toISOString();
  await publishFrame(board, 'temp-data', { bin_number: 1, date_time, temp_reading: [[31, 12]] });
  await expect
    .poll(async () => {
      const { pushes, mails, texts } = await getReceivedMessages();
      return [pushes.length, mails.length, texts.length];
    })
    .toEqual([1, 1, 1]);
  const { pushes, mails, texts } = await getReceivedMessages();
  const [title, body] = ['Nord 1: Hohe Temperatur', 'Hohe Temperatur: 31 °C, Grenzwert 30 °C'];
  expect(pushes).toMatchObject([
    {
      notification: { title },
      data: { body: expect.stringContaining(body), click_action: `/binsensor/${binId}` },
    },
  ]);
  expect(mails).toMatchObject([
    { to: 'maria@messages.example', data: expect.stringContaining('Temperatura alta: 31') },
  ]);
  expect(mails[0]?.data).toContain('l=C3=ADmite 30');
  expect(texts).toMatchObject([
    { to: '+393331234567', text: expect.stringContaining('soglia 30 °C') },
  ]);

  const message = {
    origin: services.url,
    registrationId: registrations.at(-1) ?? '',
    data: JSON.stringify(pushes[0]),
  };
  // A repeated message replaces the first.
  await cdp.send('ServiceWorker.deliverPushMessage', message);
  await cdp.send('ServiceWorker.deliverPushMessage', message);
  const shown = [title, expect.stringContaining(body), `/binsensor/${binId}`];
  await expect.poll(() => listShownNotifications(page)).toEqual([shown]);
  const cachedPaths = await listCachedPaths(page);
  expect(cachedPaths).toContain('/index.html');
  expect(
    cachedPaths.filter((path) => !/^\/(index\.html|manifest\.webmanifest|assets\/.*)$/.test(path)),
  ).toEqual([]);
  expect(await readManifest(page)).toMatchObject({
    name: 'Granary',
    display: 'standalone',
    start_url: '/',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
  });

  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('The service worker is not running.');
  await clickNotification(worker);
  await expect(page).toHaveURL(`/binsensor/${binId}`);
  expect(await listShownNotifications(page)).toEqual([]);
  await page.getByRole('button', { name: /^Acknowledge: High temperature/ }).click();
  await expect(page.getByRole('main')).toContainText('Acknowledged by');

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await expect
    .poll(() => readPushState(page))
    .toEqual({ permissionRequests: 0, isSubscribed: false });
});
