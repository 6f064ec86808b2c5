import type { Browser, Page } from '@playwright/test';
import { answered, measureVisits, press, tap } from './browser-vitals.ts';
import { launchChromium } from './chromium.ts';
import { fillNewest, moveBins } from './fill.ts';
import { makeOwner } from './owner.ts';
import { amount, type Figure } from './report.ts';
import { ADMIN, type Granary, makeBoards, type Postgres, startGranary } from './server.ts';

/** Four bins stand on each. */
const BOARDS = 50;
const CUSTOMERS = 5_000;

/** What is long: a farm of many bins with its map, and the customers of a large distributor. */
export async function benchLists(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const farm = await makeFarm(granary, postgres);
    const distributor = await makeDistributor(granary, postgres);
    return await visitBoth(browser, granary, farm, distributor);
  } finally {
    await browser.close();
    await granary.stop();
  }
}

async function visitBoth(
  browser: Browser,
  granary: Granary,
  farm: { readonly id: number; readonly token: string },
  distributor: string,
): Promise<Figure[]> {
  return [
    ...(await measureVisits(browser, granary, {
      where: `farm of ${amount(BOARDS * 4)} bins`,
      path: `/binsensorlist/${farm.id}`,
      token: farm.token,
      sign: 'main [role=table], main li, main article',
      use: useFarm,
    })),
    ...(await measureVisits(browser, granary, {
      where: `${amount(CUSTOMERS)} customers`,
      path: '/dashboard',
      token: distributor,
      sign: 'main [role=table]',
      use: useCustomers,
    })),
  ];
}

/** A farm with a place, in which every bin reported; signs its owner in. */
async function makeFarm(granary: Granary, postgres: Postgres) {
  const { token, binIds } = await makeOwner(postgres, granary, BOARDS);
  const { rows } = await postgres.pool.query<{ farm_id: number }>(
    `update bins set lat = 49.18 + (id % 20) * 0.0002, lng = -97.94 + (id / 20 % 20) * 0.0003
     where id = any($1::int[]) returning farm_id`,
    [binIds],
  );
  const id = rows[0]?.farm_id ?? 0;
  await postgres.pool.query('update farms set lat = 49.18, lng = -97.94 where id = $1', [id]);
  return { id, token };
}

/** Signs a distributor of many customers in, each with a farm of two bins that reported. */
async function makeDistributor({ url, dataDir }: Granary, { pool }: Postgres): Promise<string> {
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
  const { binIds } = await makeBoards(pool, dataDir, CUSTOMERS / 2, 4);
  await moveBins(
    pool,
    binIds,
    rows.map(({ id }) => id),
  );
  await fillNewest(pool, binIds);
  await pool.query('vacuum analyze');
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ADMIN.password }),
  });
  return ((await answer.json()) as { RESP_MSG: string }).RESP_MSG;
}

/** Asks for the fans, and goes down to the map and what it offers. */
async function useFarm(page: Page): Promise<void> {
  await tap(page.getByRole('button', { name: 'FAN Controllers' }));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await tap(dialog.getByRole('button', { name: 'Close' }).first());
  await dialog.waitFor({ state: 'detached' });
  // Where the list ends is known for good once one is there.
  const sign = page.locator('.leaflet-marker-pane [data-placed=true]').first();
  for (let tries = 0; tries < 5 && !(await sign.isVisible()); tries++) await press(page, 'End');
  await tap(page.getByRole('button', { name: 'Show all bins' }));
  await page.locator('[data-far=true]').waitFor();
}

/** Types a name letter by letter, and opens what can be done with whom it leads to. */
async function useCustomers(page: Page): Promise<void> {
  await tap(page.getByRole('searchbox'));
  await page.keyboard.type('last4999', { delay: 120 });
  await answered(page);
  await page.getByText('Last4999').first().waitFor();
  await press(page, 'Backspace');
  await tap(page.locator('main [role=row] [aria-haspopup=menu]').first());
  await page.getByRole('menuitem').first().waitFor();
}
