import { type BrowserContext, expect, type Page } from '@playwright/test';
import { Api } from '../harness/api.ts';
import { ConsoleErrors } from '../harness/console.ts';
import { type Granary, startGranary } from '../harness/granary.ts';
import { test } from '../harness/test.ts';
import { injections } from './strings.ts';

const ADMIN = { email: 'admin@strings.example', password: 'forty bushels a minute' };
const CUSTOMER = 'customer-0@strings.example';

interface Planted {
  readonly granary: Granary;
  readonly distributorId: string;
  readonly customerId: string;
  readonly farmIds: readonly string[];
}

/** A Granary of its own, in which every text that people can write holds each of the strings once. */
async function plant(): Promise<Planted> {
  const granary = await startGranary('start');
  const setup_token = /#token=(\S+)/.exec(granary.output())?.[1];
  const first = { setup_token, ...ADMIN, first_name: 'Ada', last_name: 'Lovelace' };
  await fetch(`${granary.url}/api/user/setUpAdmin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(first),
  });
  const admin = await Api.with(ADMIN.email, ADMIN.password, granary.url);
  const add = async (name: string, text: string, parts: object = {}) => {
    const { password } = ADMIN;
    const names = { first_name: text, last_name: text, city: text, state: text, country: text };
    const body = { email: `${name}@strings.example`, password, ...names, ...parts };
    return ((await admin.send('POST', 'user/addUser', body)) as { id: string }).id;
  };
  const [text = ''] = injections;
  const distributorId = await add('distributor', text, { role: 'distributor' });
  const parts = { distributor_id: distributorId };
  const customers: string[] = [];
  for (const [index, one] of injections.entries()) {
    customers.push(await add(`customer-${index}`, one, parts));
  }
  const [customerId = ''] = customers;
  const farmIds: string[] = [];
  for (const [index, one] of injections.entries()) {
    const place = { city: one, state: one, country: one, lat: 49, lng: -98 };
    const farm = { farm_name: one, user_id: customerId, ...place };
    const { farm_id } = (await admin.send('POST', 'farm/addFarm', farm)) as { farm_id: string };
    farmIds.push(farm_id);
    await admin.send('POST', `user/notes/${customers[index]}`, { admin_notes: one });
    const crop = { crop_name: one, chart_data: ',0,10\n50,11,10\n60,13,12' };
    await admin.send('POST', 'crop/addCrop', crop);
    await admin.upload('firmware/addFirmware', { name: one, version: '1' }, `${one}.txt`);
  }
  return { granary, distributorId, customerId, farmIds };
}

/** Opens screens one after the other; nothing of what they show is run. */
async function open(context: BrowserContext, paths: readonly string[], seen: RegExp) {
  const errors = new ConsoleErrors(context);
  errors.watch();
  const page = await context.newPage();
  page.on('dialog', (dialog) => expect.soft(dialog.message(), 'a dialog').toBe(''));
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(seen);
    await scrollThrough(page);
    expect.soft(await page.evaluate(() => 'ran' in window), `${path} runs`).toBe(false);
  }
  expect(errors.problems, 'errors on the console').toEqual([]);
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

test('what people write is shown and never run', async ({ browser }) => {
  test.slow();
  const planted = await plant();
  const { granary, distributorId, customerId, farmIds } = planted;
  const as = async (email: string) => {
    const { token } = await Api.with(email, ADMIN.password, granary.url);
    const localStorage = [{ name: 'token', value: token }];
    const origins = [{ origin: granary.url, localStorage }];
    return browser.newContext({ baseURL: granary.url, storageState: { cookies: [], origins } });
  };
  try {
    const staff = [
      ...['/dashboard', '/distributors', `/distributors/${distributorId}/users`, '/changes'],
      ...[`/farmlist/${customerId}`, `/binsensorlist/${farmIds[0]}`, `/editfarm/${farmIds[5]}`],
      ...[`/notes/${customerId}`, `/changes?user=${customerId}`, '/cropsettings', '/firmware'],
    ];
    const admin = await as(ADMIN.email);
    await open(admin, staff, /ran=|Ada|Notes|Edit System/);
    const [page] = admin.pages();
    if (page === undefined) throw new Error('No page is open.');
    await page.goto('/search');
    for (const model of ['Users', 'Farms']) {
      await page.getByText(model, { exact: true }).click();
      await page.getByRole('searchbox').fill('ran');
      await expect(page.getByRole('main').getByText('onerror=ran=11').first()).toBeVisible();
      expect(await page.evaluate(() => 'ran' in window), `${model} run`).toBe(false);
    }
    await admin.close();
    const customer = await as(CUSTOMER);
    await open(customer, ['/dashboard', '/contacts', '/profile', `/farmlist/${customerId}`], /./);
    await customer.close();
  } finally {
    await granary.stop();
  }
});

test('no page may run scripts but the files of its own server', async ({ page }) => {
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/(^|;)\s*script-src 'self'(;|$)/);
  expect(policy).toMatch(/(^|;)\s*object-src 'none'(;|$)/);
});
