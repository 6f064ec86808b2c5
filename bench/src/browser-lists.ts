import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { measureVisits, press, tap, waitUntilIdle } from './browser-vitals.ts';
import { launchChromium } from './chromium.ts';
import { measureIfPossible, NOT_POSSIBLE, type Product } from './product.ts';
import { type Figure, formatAmount, infoFigure, median } from './report.ts';
import { requestCompressed } from './request.ts';
import { ADMIN, type Granary, type Postgres } from './server.ts';

/** Each with four bins. */
const BOARDS = 50;
const CUSTOMERS = 5_000;
const RUNS = 3;

/** Measures long lists: a farm with many bins and its map, and the customers of a large distributor. */
export async function benchLists(postgres: Postgres, product: Product): Promise<Figure[]> {
  const granary = await product.startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const farm = await makeFarm(granary, postgres, product);
    const distributor = await makeDistributor(granary, postgres, product);
    return [
      ...(await measureList(product, granary, `farm/getAllBins?farm_id=${farm.id}`, farm.token)),
      ...(await measureList(product, granary, 'board/getAllBinForAUser', distributor)),
      ...(await measureListVisits(browser, granary, product, farm, distributor)),
    ];
  } finally {
    await browser.close();
    await granary.stop();
  }
}

/**
 * Measures a list as summaries and with all values: bytes over the wire, the response time, and the longest
 * that another call takes while the list loads.
 */
async function measureList(
  product: Product,
  { url }: Granary,
  path: string,
  token: string,
): Promise<Figure[]> {
  const request = async (address: string) => {
    const times: number[] = [];
    const waits: number[] = [];
    let [bytes, count] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      const requested = requestCompressed(address, token);
      waits.push(await measureLongestCall(requested, `${url}/healthz`));
      const response = await requested;
      times.push(performance.now() - start);
      bytes = response.length;
      count = (JSON.parse(gunzipSync(response).toString()) as { RESP_MSG: unknown[] }).RESP_MSG
        .length;
    }
    return { ms: median(times), wait: median(waits), bytes, count };
  };
  const complete = await request(`${url}/api/${path}`);
  const separator = path.includes('?') ? '&' : '?';
  const summary = await measureIfPossible(product, () =>
    request(`${url}/api/${path}${separator}fields=summary`),
  );
  const name = `list of ${formatAmount(complete.count)} bins`;
  const describe = ({ bytes, ms, wait }: typeof complete) =>
    `${formatAmount(bytes / 1_000, 1)} kB in ${ms.toFixed(0)} ms, others wait ${wait.toFixed(0)} ms`;
  return [
    infoFigure(`${name}, complete`, describe(complete)),
    {
      name: `${name}, summaries`,
      value: summary === null ? NOT_POSSIBLE : describe(summary),
      budget: 'a third of the bytes or less',
      pass: summary !== null && summary.bytes <= complete.bytes / 3,
    },
  ];
}

/** Measures the longest of successive calls until `done` settles, ms. */
async function measureLongestCall(done: Promise<unknown>, url: string): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  void done.then(end, end);
  let longest = 0;
  while (!isDone) {
    const start = performance.now();
    await (await fetch(url)).text();
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

async function measureListVisits(
  browser: Browser,
  granary: Granary,
  product: Product,
  farm: { readonly id: number; readonly token: string },
  distributor: string,
): Promise<Figure[]> {
  return [
    ...(await measureVisits(browser, granary, product, {
      pageName: `farm of ${formatAmount(BOARDS * 4)} bins`,
      path: `/binsensorlist/${farm.id}`,
      token: farm.token,
      readySelector: 'main [role=table], main li, main article',
      interact: interactWithFarm,
      question: 'the values of a sensor',
      findAnswer: async (page) => {
        await tap(page.locator('main a[href^="/binsensor/"]').first());
        await tap(page.locator('[data-cell="3-11"]'));
        await page.getByRole('dialog').waitFor();
      },
    })),
    ...(await measureVisits(browser, granary, product, {
      pageName: `${formatAmount(CUSTOMERS)} customers`,
      path: '/dashboard',
      token: distributor,
      readySelector: 'main [role=table]',
      interact: interactWithCustomers,
      question: 'the bin with the worst finding',
      findAnswer: async (page) => {
        await tap(page.locator('main a[href^="/binsensor/"]').first());
        await page.locator('[data-cell]').first().waitFor();
      },
    })),
  ];
}

/** Creates a farm that has a location and bins with readings, and signs its owner in. */
async function makeFarm(granary: Granary, postgres: Postgres, product: Product) {
  const { token, binIds } = await product.makeOwner(postgres, granary, BOARDS);
  const { rows } = await postgres.pool.query<{ farm_id: number }>(
    `update bins set lat = 49.18 + (id % 20) * 0.0002, lng = -97.94 + (id / 20 % 20) * 0.0003
     where id = any($1::int[]) returning farm_id`,
    [binIds],
  );
  const id = rows[0]?.farm_id ?? 0;
  await postgres.pool.query('update farms set lat = 49.18, lng = -97.94 where id = $1', [id]);
  return { id, token };
}

/** Creates a distributor with many customers, each with a farm of two bins, and signs the distributor in. */
async function makeDistributor(
  { url, dataDir }: Granary,
  { pool }: Postgres,
  product: Product,
): Promise<string> {
  const email = 'large@bench.example';
  const { rows } = await pool.query<{ id: number }>(
    `with dealer as (
       insert into users (email, password_hash, role, first_name)
       select $2, password_hash, 'distributor', 'Large' from users where email = $1 returning id
     ), customer as (
       insert into users (email, password_hash, role, distributor_id, first_name, last_name, city)
       select 'of-large-' || n || '@bench.example', '-', 'user', dealer.id,
         'First' || n, 'Last' || n, 'Winkler'
       from dealer, generate_series(1, $3::int) n returning id
     )
     insert into farms (owner_id, name, timezone) select id, 'Yard', 'UTC' from customer
     returning id`,
    [ADMIN.email, email, CUSTOMERS],
  );
  const { binIds } = await product.makeBoards(pool, dataDir, CUSTOMERS / 2, 4);
  await product.moveBinsToFarms(
    pool,
    binIds,
    rows.map(({ id }) => id),
  );
  await product.fillLatest(pool, binIds);
  await product.fillStates?.(pool, binIds);
  await pool.query('vacuum analyze');
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ADMIN.password }),
  });
  return ((await response.json()) as { RESP_MSG: string }).RESP_MSG;
}

/** Opens the fan controllers, then scrolls to the map and shows all bins. */
async function interactWithFarm(page: Page): Promise<void> {
  await tap(page.getByRole('button', { name: 'FAN Controllers' }));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await tap(dialog.getByRole('button', { name: 'Close' }).first());
  await dialog.waitFor({ state: 'detached' });
  // The list's height is final when the first marker is placed.
  const marker = page.locator('.leaflet-marker-pane [data-placed=true]').first();
  for (let tries = 0; tries < 5 && !(await marker.isVisible()); tries++) await press(page, 'End');
  await tap(page.getByRole('button', { name: 'Show all bins' }));
  await page.locator('[data-zoomed-out=true]').waitFor();
}

/** Types a name, deletes its last character, and opens the menu of the first customer listed. */
async function interactWithCustomers(page: Page): Promise<void> {
  await tap(page.getByRole('searchbox'));
  await page.keyboard.type('last4999', { delay: 120 });
  await waitUntilIdle(page);
  await page.getByText('Last4999').first().waitFor();
  await press(page, 'Backspace');
  await tap(page.locator('main [role=row] [aria-haspopup=menu]').first());
  await page.getByRole('menuitem').first().waitFor();
}
