import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { ApiClient } from '../support/api.ts';
import { ConsoleErrors } from '../support/console-errors.ts';
import { SCRIPTLESS_PATH } from '../support/shared-context.ts';
import { test } from '../support/test.ts';
import {
  ADMIN,
  CUSTOMER,
  DISTRIBUTOR,
  INJECTION_BOARD_ID,
  type InjectedData,
  injectScripts,
} from './inject-scripts.ts';
import { allInjections, injectionNames, injections } from './injection-strings.ts';

/** The session storage key that makes the page replace strings; see `replaceInjections`. */
const REPLACE_KEY = 'replaces-injections';

let injectedData: InjectedData;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(60_000);
  injectedData = await injectScripts();
  context = await browser.newContext({
    baseURL: injectedData.granary.url,
    reducedMotion: 'reduce',
  });
  // An injected string that runs as a script logs an error, which fails the test.
  await context.addInitScript(() => {
    const descriptor = {
      set: (injectionNumber: unknown) => console.error(`string ${String(injectionNumber)} was run`),
    };
    Object.defineProperty(window, 'ran', descriptor);
  });
  await context.addInitScript(replaceInjectionsIfEnabled, {
    key: REPLACE_KEY,
    text: allInjections,
  });
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await injectedData.granary.stop();
});

/** Signs a user in on the page. Returns the console errors from then on. */
async function signIn(email: string): Promise<ConsoleErrors> {
  const { token } = await ApiClient.signIn(email, ADMIN.password, injectedData.granary.url);
  await page.goto(SCRIPTLESS_PATH);
  await page.evaluate((newToken) => {
    sessionStorage.clear();
    localStorage.clear();
    localStorage.setItem('token', newToken);
  }, token);
  const errors = new ConsoleErrors(context);
  errors.watch();
  return errors;
}

async function expectNoErrors(errors: ConsoleErrors): Promise<void> {
  // Leaves the app, so that the next test does not get its errors.
  await page.goto(SCRIPTLESS_PATH);
  errors.unwatch();
  expect(errors.problems, 'errors on the console').toEqual([]);
}

const main = (page: Page) => page.getByRole('main');

/** Waits until a page has rendered all its data. */
async function waitUntilRendered(page: Page): Promise<void> {
  await expect(main(page)).toContainText('ran=');
  await expect(page.locator('footer')).toBeVisible();
  // Long lists render only their visible rows.
  await page.evaluate(async () => {
    const { scrollHeight } = document.documentElement;
    for (let top = 0; top < scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
}

/** Opens pages one after another. */
async function openPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await waitUntilRendered(page);
  }
}

/**
 * From the next page load on, replaces each text that contains an injection string with all of them, so that
 * one visit covers them all. Lists are cut to two entries.
 */
async function enableInjectionReplacement(): Promise<void> {
  await page.evaluate((key) => sessionStorage.setItem(key, 'yes'), REPLACE_KEY);
}

/**
 * Replaces strings in responses once `replaceInjections` has been called. It runs in the page, because
 * Chromium does not use its cache while Playwright replaces responses.
 */
function replaceInjectionsIfEnabled({
  key,
  text,
}: {
  readonly key: string;
  readonly text: string;
}): void {
  if (location.protocol === 'about:' || sessionStorage.getItem(key) === null) return;
  const isEntity = (value: unknown) => typeof value === 'object' && value !== null && 'id' in value;
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    const isRead = (request[1]?.method ?? 'GET') === 'GET';
    if (!isRead || !new URL(response.url).pathname.startsWith('/api/')) return response;
    const body: unknown = JSON.parse(await response.text(), (_, value: unknown) => {
      if (typeof value === 'string' && value.includes('ran=')) return text;
      return Array.isArray(value) && isEntity(value[0]) ? value.slice(0, 2) : value;
    });
    return Response.json(body, response);
  };
}

/** A name with the string that `openDialog` looks for. */
const SEVENTH_NAME = injectionNames.find((name) => name.includes('ran=7')) ?? '';

/** Opens a dialog by clicking the buttons, checks that it shows the injected strings, and closes it. */
async function openDialog(page: Page, ...buttons: readonly Locator[]): Promise<void> {
  for (const button of buttons) await button.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('ran=7');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** Searches each kind of record for the strings. */
async function search(page: Page, models: readonly string[]): Promise<void> {
  await page.goto('/search');
  for (const model of models) {
    await page.getByText(model, { exact: true }).click();
    await page.getByRole('searchbox').fill('ran');
    await expect(main(page).getByText('onerror=ran=11').first()).toBeVisible();
    await waitUntilRendered(page);
  }
}

/** Moves a bin on a farm's map, and back. */
async function moveOnMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enable Markers' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  const movedMessage = main(page).getByText(/has been moved\.$/);
  // Placing a bin for the first time cannot be undone.
  for (const canUndo of [false, true]) {
    await page
      .getByRole('button', { name: /^Move / })
      .first()
      .press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(movedMessage).toContainText('ran=7');
    await expect(undo).toBeVisible({ visible: canUndo });
  }
  await undo.click();
  await expect(main(page).getByText(/is back at its previous position\.$/)).toContainText('ran=7');
}

test('stores text from users unchanged', async () => {
  const { distributorId, customerId, farmId, granary } = injectedData;
  const admin = await ApiClient.signIn(ADMIN.email, ADMIN.password, granary.url);
  for (const [path, field] of [
    ...['first_name', 'last_name', 'city', 'state', 'country'].flatMap((name) => [
      [`user/getUsersByDistributor/${distributorId}`, name] as const,
      ['user/getDistributorList', name] as const,
    ]),
    ...['farm_name', 'city', 'state', 'country'].map(
      (name) => [`farm/getAllFarms?user_id=${customerId}`, name] as const,
    ),
    ...['bin_name', 'crop_name'].map(
      (name) => [`farm/getAllBins?farm_id=${farmId}`, name] as const,
    ),
    ['crop/getCrops', 'crop_name'] as const,
    ['firmware/getFirmwares', 'name'] as const,
  ]) {
    const entities = (await admin.get(path)) as Readonly<Record<string, unknown>>[];
    const storedValues = entities.map((entity) => entity[field]);
    expect(storedValues, `${path}: ${field}`).toEqual(expect.arrayContaining([...injectionNames]));
  }
  const bins = await Promise.all(
    injectedData.binIds.map((id) => admin.get(`board/getBinSensor?id=${id}`)),
  );
  const cables = (bins as { cable_names: Readonly<Record<string, unknown>>[] }[]).flatMap(
    (bin) => bin.cable_names,
  );
  for (const field of ['cable_name', 'crop_name']) {
    const storedValues = cables.map((cable) => cable[field]);
    expect(storedValues, `cables: ${field}`).toEqual(expect.arrayContaining([...injectionNames]));
  }
  const notes = await admin.get(`user/notes/${customerId}`);
  expect(notes).toMatchObject({ admin_notes: allInjections });
});

test('shows text about people and farms to staff and never runs it', async () => {
  test.slow();
  const { distributorId, customerId, farmId } = injectedData;
  const errors = await signIn(ADMIN.email);
  await openPages(page, ['/firmware', '/dashboard']);
  // The worst finding, with the name of its bin, is at the top.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(main(page).locator('a[href^="/binsensor/"]')).toContainText('ran=');
  await openPages(page, ['/changes']);
  const next = page.getByRole('link', { name: 'Next' });
  for (let number = 2; await next.isVisible(); number++) {
    await next.click();
    await expect(page.getByText(`Page ${number} of`)).toBeVisible();
    const expandButtons = page.getByRole('button', { name: /^Show all/ });
    await expandButtons.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  }
  await search(page, ['Users', 'Farms', 'Bins']);
  await enableInjectionReplacement();
  const item = main(page).getByRole('listitem').first();
  const more = main(page)
    .getByRole('button', { name: /^More actions for/ })
    .first();
  const menuItem = (name: string) => page.getByRole('menuitem', { name });
  await openPages(page, ['/dashboard']);
  await openDialog(page, more, menuItem('Change distributor'));
  await openDialog(page, more, menuItem('Delete Customer'));
  await openPages(page, ['/distributors']);
  await openDialog(page, item.getByRole('button', { name: /^Delete Distributor/ }));
  await openPages(page, [`/distributors/${distributorId}/users`]);
  await openDialog(page, page.getByRole('button', { name: /^Delete User/ }).first());
  await openPages(page, [`/farmlist/${customerId}`]);
  await openDialog(page, page.getByRole('button', { name: /^Delete System/ }).first());
  await openPages(page, [`/addFarm/${customerId}`]);
  await page.getByRole('textbox', { name: 'Farm name' }).fill(SEVENTH_NAME);
  await openDialog(page, page.getByRole('button', { name: 'Add farm' }));
  await openPages(page, [
    `/editfarm/${farmId}`,
    `/addBinSensor/${farmId}`,
    `/notes/${customerId}`,
    `/changes?user=${customerId}`,
    '/cropsettings',
  ]);
  await expectNoErrors(errors);
});

test("never runs text about cables on a bin's page", async () => {
  test.slow();
  const errors = await signIn(ADMIN.email);
  // Only one of these bins has reported.
  errors.allowStatus(404, '/api/board/getSensorReading');
  await openPages(
    page,
    injectedData.binIds.map((id) => `/binsensor/${id}`),
  );
  await expectNoErrors(errors);
});

test('shows text about bins to staff and never runs it', async () => {
  test.slow();
  const { farmId, binIds } = injectedData;
  const errors = await signIn(ADMIN.email);
  await openPages(page, [`/binsensorlist/${farmId}`]);
  await enableInjectionReplacement();
  await page.goto(`/editfarm/${farmId}`);
  await page.getByRole('combobox', { name: 'Bin ID for Ambient Sensor Readings' }).click();
  await expect(page.getByRole('option', { name: /\(ID \d+\)$/ })).toHaveCount(2);
  await openPages(page, [`/binsensormap/${farmId}`]);
  await moveOnMap(page);
  await openPages(page, [`/binsensorlist/${farmId}`]);
  await openDialog(page, page.getByRole('button', { name: 'FAN Controllers' }));
  const more = page.getByRole('button', { name: /^More actions for/ }).first();
  await openDialog(page, more, page.getByRole('menuitem', { name: 'Delete Bin' }));
  const subpaths = ['', '?tab=2', '?tab=4', '?tab=5', '/edit', '/hardware', '/cables', '/chart'];
  await openPages(
    page,
    [...subpaths, '/loads'].map((part) => `/binsensor/${binIds[0]}${part}`),
  );
  await expectNoErrors(errors);
});

test('shows text from boards and never runs it', async () => {
  test.slow();
  const errors = await signIn(ADMIN.email);
  await page.goto(`/rawData?id=${INJECTION_BOARD_ID}`);
  const rows = page.getByRole('table', { name: 'Raw data' }).locator('tbody');
  // The newest frame has all the strings.
  await openDialog(page, rows.getByRole('button').first());
  const foundInjections = new Set<string>();
  const next = page.getByRole('link', { name: 'Next' });
  for (let number = 1; ; number++) {
    if (number > 1) await expect(page.getByText(`Page ${number} of`)).toBeVisible();
    const text = await rows.innerText();
    for (const injection of injections)
      if (text.includes(injection)) foundInjections.add(injection);
    // One frame has the strings in its topic, and others quote them in the reason for rejection.
    const topicRow = rows.getByRole('row').filter({ hasText: 'unknown kind of frame' });
    if (await topicRow.isVisible()) {
      await openDialog(page, topicRow.getByRole('button').first());
    }
    if (!(await next.isVisible())) break;
    await next.click();
  }
  expect(foundInjections.size).toBe(injections.length);
  await expectNoErrors(errors);
});

test('shows text about customers to distributors and never runs it', async () => {
  const { customerId } = injectedData;
  const errors = await signIn(DISTRIBUTOR);
  await search(page, ['Users', 'Farms', 'Bins']);
  await enableInjectionReplacement();
  await openPages(page, ['/dashboard', `/farmlist/${customerId}`, `/changes?user=${customerId}`]);
  await expectNoErrors(errors);
});

test('shows text about their own farms to customers and never runs it', async () => {
  test.slow();
  const errors = await signIn(CUSTOMER);
  await openPages(page, ['/dashboard']);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell.getByRole('listitem')).toHaveCount(injections.length);
  for (const injection of injections) await expect(bell).toContainText(injection);
  await expect(bell.getByRole('link')).toHaveCount(0);
  await enableInjectionReplacement();
  await openPages(page, ['/allbins', '/overview', '/contacts']);
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(allInjections);
  await expectNoErrors(errors);
});

test('lets pages run only scripts from the server', async ({ page }) => {
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/(^|;)\s*script-src 'self'(;|$)/);
  expect(policy).toMatch(/(^|;)\s*object-src 'none'(;|$)/);
});
