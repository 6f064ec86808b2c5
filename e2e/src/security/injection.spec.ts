import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { Api } from '../harness/api.ts';
import { ConsoleErrors } from '../harness/console.ts';
import { test } from '../harness/test.ts';
import { ADMIN, BINS_WITH_CABLES, CUSTOMER, type Planted, plant } from './plant.ts';
import { injections } from './strings.ts';

const anything = /ran=|Ada|Notes|Edit System/;

let planted: Planted;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  planted = await plant();
});

test.afterAll(() => planted.granary.stop());

/** A browser in which somebody is signed in; whatever complains there fails the test. */
async function signedIn(browser: Browser, email: string) {
  const { url } = planted.granary;
  const { token } = await Api.with(email, ADMIN.password, url);
  const origins = [{ origin: url, localStorage: [{ name: 'token', value: token }] }];
  const storageState = { cookies: [], origins };
  const context = await browser.newContext({ baseURL: url, storageState });
  const errors = new ConsoleErrors(context);
  errors.watch();
  return { context, errors };
}

/** Opens screens one after the other; nothing of what they show is run. */
async function open(context: BrowserContext, paths: readonly string[], seen = anything) {
  const page = context.pages()[0] ?? (await context.newPage());
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(seen);
    await scrollThrough(page);
    await expectNothingRun(page, path);
  }
  return page;
}

async function expectNothingRun(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(() => 'ran' in window), `${where} runs`).toBe(false);
}

/** Long lists draw what is near the window alone. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { scrollHeight } = document.documentElement;
    for (let top = 0; top < scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  });
}

test('what people write of people and farms is shown to staff and never run', async ({
  browser,
}) => {
  test.slow();
  const { distributorId, customerId, farmIds } = planted;
  const { context, errors } = await signedIn(browser, ADMIN.email);
  const page = await open(context, [
    ...['/dashboard', '/distributors', `/distributors/${distributorId}/users`],
    ...[`/farmlist/${customerId}`, `/editfarm/${farmIds[5]}`, `/addBinSensor/${farmIds[5]}`],
    ...[`/notes/${customerId}`, `/changes?user=${customerId}`, '/cropsettings', '/firmware'],
  ]);
  await page.goto('/changes');
  const next = page.getByRole('link', { name: 'Next' });
  for (let number = 2; await next.isVisible(); number++) {
    await next.click();
    await expect(page.getByText(`Page ${number} of`)).toBeVisible();
    const folds = page.getByRole('button', { name: /^Show all/ });
    await folds.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
    await expectNothingRun(page, page.url());
  }
  await page.goto('/search');
  for (const model of ['Users', 'Farms', 'Bins']) {
    await page.getByText(model, { exact: true }).click();
    await page.getByRole('searchbox').fill('ran');
    await expect(page.getByRole('main').getByText('onerror=ran=11').first()).toBeVisible();
    await scrollThrough(page);
    await expectNothingRun(page, model);
  }
  expect(errors.problems, 'errors on the console').toEqual([]);
  await context.close();
});

test('what people write of bins is shown to staff and never run', async ({ browser }) => {
  test.slow();
  const { farmIds, binIds } = planted;
  const { context, errors } = await signedIn(browser, ADMIN.email);
  const page = await open(context, [`/binsensorlist/${farmIds[0]}`, `/binsensormap/${farmIds[0]}`]);
  await page.goto(`/editfarm/${farmIds[0]}`);
  await page.getByRole('combobox', { name: 'Bin ID for Ambient Sensor Readings' }).click();
  const choices = page.getByRole('option', { name: /\(ID \d+\)$/ });
  await expect(choices).toHaveCount(injections.length);
  await expectNothingRun(page, 'the choice of the ambient sensor');
  const [first, ...others] = binIds
    .slice(0, BINS_WITH_CABLES)
    .map((id) => (part: string) => `/binsensor/${id}${part}`);
  const parts = ['', '?tab=2', '?tab=4', '?tab=5', '/edit', '/hardware', '/cables', '/chart'];
  const pages = [...parts, '/loads'].map((part) => first?.(part) ?? '');
  await open(context, [...pages, ...others.flatMap((of) => [of(''), of('/cables')])], /./);
  expect(errors.problems, 'errors on the console').toEqual([]);
  await context.close();
});

test('what is written of theirs is shown to customers and never run', async ({ browser }) => {
  test.slow();
  const { customerId, farmIds } = planted;
  const { context, errors } = await signedIn(browser, CUSTOMER);
  const own = ['/allbins', '/overview', `/farmlist/${customerId}`, `/binsensorlist/${farmIds[0]}`];
  const page = await open(context, [...own, '/dashboard', '/contacts', '/profile'], /./);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell.getByRole('listitem')).toHaveCount(injections.length);
  for (const one of injections) await expect(bell).toContainText(one);
  await expect(bell.getByRole('link')).toHaveCount(0);
  await expectNothingRun(page, 'the bell');
  expect(errors.problems, 'errors on the console').toEqual([]);
  await context.close();
});

test('no page may run scripts but the files of its own server', async ({ page }) => {
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/(^|;)\s*script-src 'self'(;|$)/);
  expect(policy).toMatch(/(^|;)\s*object-src 'none'(;|$)/);
});
