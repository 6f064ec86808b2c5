import { expect, type Page } from '@playwright/test';
import { navigateWithin } from '../support/navigate.ts';
import { binPath } from '../support/paths.ts';
import { ownAccountScreens, staffAccountScreens } from './account-screens.ts';
import { alertScreens } from './alert-screens.ts';
import { binFormScreens, binTabScreens, staffBinFormScreens } from './bin-form-screens.ts';
import { distributorScreens, staffScreens } from './customer-screens.ts';
import { farmScreens, staffFarmScreens } from './farm-screens.ts';
import { publicAccountScreens } from './public-screens.ts';
import { cell, failRequest, main, type Screen, type ScreenContext } from './screen.ts';
import { securityScreens } from './security-screens.ts';

const grid = (page: Page) => page.getByRole('grid');

async function openBin({ page, bins }: ScreenContext, name: string): Promise<void> {
  await page.goto(binPath(bins.get(name)));
  await expect(grid(page)).toBeVisible();
}

/** Opens a bin from another one without reloading the page. */
async function navigateToBin({ page, bins }: ScreenContext, name: string): Promise<void> {
  await navigateWithin(page, binPath(bins.get(name)));
  await expect(main(page).getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(grid(page)).toBeVisible();
}

async function openAllBins({ page }: ScreenContext): Promise<void> {
  await page.goto('/allbins');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Opens the menu on screens where it is hidden. */
async function openMenu(page: Page): Promise<void> {
  const menuButton = page.locator('button[aria-controls=menu]:visible').first();
  if ((await menuButton.getAttribute('aria-expanded')) === 'false') await menuButton.click();
}

/** Pages that do not require sign-in. */
const publicScreens: readonly Screen[] = [
  {
    name: 'sign-in',
    as: null,
    open: async ({ page }) => {
      await page.goto('/login');
      await expect(main(page).getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'sign-in with empty fields',
    as: null,
    open: async ({ page }) => {
      await main(page).locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'first admin',
    as: null,
    open: async ({ page }) => {
      await page.goto('/setup#token=none');
      await expect(main(page).getByRole('textbox')).toHaveCount(4);
      await main(page).locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'first admin with an incomplete link',
    as: null,
    open: async ({ page }) => {
      await page.goto('/setup');
      await page.reload();
      await expect(main(page)).toBeVisible();
    },
  },
  {
    name: 'page not found',
    as: null,
    open: async ({ page }) => {
      await page.goto('/no-such-page');
      await expect(main(page).getByRole('link')).toBeVisible();
    },
  },
];

interface ListedBin {
  readonly findings: { readonly kind: string }[];
}

const listScreens: readonly Screen[] = [
  { name: 'all bins', as: 'farmer', open: openAllBins },
  {
    name: 'all bins with every finding',
    as: 'farmer',
    open: async ({ page }) => {
      // There must be enough findings to collapse the list, regardless of what boards send now.
      await page.route('**/api/board/getAllBinForAUser*', async (route) => {
        const response = await route.fetch();
        const { RESP_MSG } = (await response.json()) as { RESP_MSG: ListedBin[] };
        for (const { findings } of RESP_MSG) findings.push({ kind: 'board-error' });
        await route.fulfill({ response, json: { RESP_MSG } });
      });
      await page.goto('/allbins');
      const attention = main(page).getByRole('region').first();
      await attention.getByRole('button').click();
      await expect(attention.getByRole('listitem').nth(6)).toBeVisible();
      // The list loads again when the live connection starts to watch the bins.
      await page.unrouteAll({ behavior: 'wait' });
    },
  },
  {
    name: 'bins with their sensors',
    as: 'farmer',
    open: async ({ page }) => {
      // Two bins show everything that twelve would.
      await navigateWithin(page, '/allbins?crop=Hard+Red+Spring+Wheat');
      await expect(page.getByRole('article')).toHaveCount(2);
      await main(page).getByRole('switch').click({ force: true });
      await expect(page.getByRole('article').first().getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'the bin menu',
    as: 'farmer',
    open: async ({ page }) => {
      await main(page).getByRole('switch').click({ force: true });
      await openMenu(page);
      await expect(page.getByRole('navigation').getByRole('link').nth(14)).toBeVisible();
    },
  },
  {
    name: 'the bin menu after a failed load',
    as: 'farmer',
    open: async ({ page }) => {
      await failRequest(page, '**/api/board/getBinsMenu');
      await page.goto('/contacts');
      await openMenu(page);
      const retryButton = page.locator('#menu [aria-expanded=true] + div').getByRole('button');
      await expect(retryButton).toBeVisible();
      await page.unroute('**/api/board/getBinsMenu');
    },
  },
  {
    name: 'the account menu',
    as: 'farmer',
    open: async (context) => {
      await openAllBins(context);
      await context.page.getByRole('banner').locator('[aria-haspopup=menu]').click();
      await expect(context.page.getByRole('menuitemradio')).toHaveCount(3);
    },
  },
  {
    name: 'the bins with one crop',
    as: 'farmer',
    open: async ({ page }) => {
      await page.goto('/allbins?crop=Hard+Red+Spring+Wheat');
      await expect(page.getByRole('article')).toHaveCount(2);
    },
  },
  {
    name: 'overview',
    as: 'farmer',
    open: async ({ page }) => {
      await page.goto('/overview');
      await expect(main(page).getByRole('row').nth(6)).toBeVisible();
    },
  },
  {
    name: 'farms',
    as: 'farmer',
    open: async ({ page }) => {
      await page.goto('/dashboard');
      await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(2);
    },
  },
];

const binScreens: readonly Screen[] = [
  { name: 'a bin', as: 'farmer', open: (context) => openBin(context, 'Home 4') },
  {
    name: 'a sensor',
    as: 'farmer',
    open: async ({ page }) => {
      await cell(page, 3, 11).click();
      await expect(page.getByRole('dialog').getByRole('radiogroup')).toBeVisible();
    },
  },
  {
    name: 'a sensor and all sensors above it',
    as: 'farmer',
    open: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await cell(page, 3, 11).click({ button: 'right' });
      await expect(page.getByRole('dialog').getByRole('radiogroup')).toBeVisible();
    },
  },
  {
    name: 'the menu of all sensors',
    as: 'farmer',
    open: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await main(page).locator('[aria-haspopup=menu]').last().click();
      await expect(page.getByRole('menuitem')).toHaveCount(3);
    },
  },
  {
    name: 'date and time',
    as: 'farmer',
    open: async (context) => {
      await openBin(context, 'Home 4');
      const { page } = context;
      await main(page).locator('[aria-haspopup=dialog]').first().click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'an earlier record',
    as: 'farmer',
    open: async (context) => {
      await openBin(context, 'Home 6');
      await main(context.page).locator('[aria-haspopup=dialog]').first().waitFor();
      const previousButton = main(context.page).getByRole('region').getByRole('button').first();
      await previousButton.click();
      await expect(context.page).toHaveURL(/\?at=\d+$/);
    },
  },
  {
    name: 'a bin with 24 sensors per cable',
    as: 'farmer',
    open: async (context) => {
      await openBin(context, 'Coteau 1');
      await expect(cell(context.page, 5, 16)).toBeVisible();
    },
  },
  {
    name: 'a bin with eight cables',
    as: 'farmer',
    open: (context) => navigateToBin(context, 'Coteau 2'),
  },
  {
    name: 'two crops, in Fahrenheit',
    as: 'farmer',
    open: (context) => navigateToBin(context, 'Coteau 4'),
  },
  {
    name: 'humidity, level unknown',
    as: 'farmer',
    open: (context) => navigateToBin(context, 'Coteau 5'),
  },
  { name: 'an empty bin', as: 'farmer', open: (context) => navigateToBin(context, 'Home 1') },
  {
    name: 'a bin that never reported',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(binPath(bins.get('Home 7')));
      await expect(main(page).getByRole('paragraph').nth(1)).toBeVisible();
    },
  },
  {
    name: 'the chart of a year',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Home 4'))}/chart?days=365`);
      await expect(page.locator('canvas')).toHaveCount(2);
    },
  },
  {
    name: 'the chart of a year as a table',
    as: 'farmer',
    open: async ({ page }) => {
      // The first button with text adds a sensor.
      await main(page).getByRole('button').filter({ hasText: /\S/ }).nth(1).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'an export without a start date',
    as: 'farmer',
    open: async ({ page }) => {
      await main(page).locator('[aria-haspopup=menu]').click();
      await page.getByRole('menuitem').last().click();
      await page.getByRole('dialog').locator('input').first().fill('');
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toHaveCount(1);
    },
  },
  {
    name: 'loads and unloads',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Coteau 3'))}/loads`);
      await expect(main(page).getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'a load',
    as: 'farmer',
    open: async ({ page }) => {
      await main(page).getByRole('tabpanel').getByRole('button').first().click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toHaveCount(1);
    },
  },
  {
    name: 'a load larger than the bin',
    as: 'farmer',
    open: async ({ page }) => {
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[inputmode=decimal]').first().fill('99999');
      await expect(dialog.getByRole('status').getByRole('paragraph').first()).toBeVisible();
      // The page asks for confirmation before it discards unsaved input.
      page.once('dialog', (browserDialog) => void browserDialog.accept());
    },
  },
  {
    name: 'an invalid bin address',
    as: 'farmer',
    open: async ({ page }) => {
      await page.goto('/binsensor/first');
      await expect(main(page).getByRole('alert')).toBeVisible();
    },
  },
];

/** Every screen with its dialogs; some continue from the one before. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...publicAccountScreens,
  ...listScreens,
  ...farmScreens,
  ...binScreens,
  ...binFormScreens,
  ...binTabScreens,
  ...ownAccountScreens,
  ...distributorScreens,
  ...staffScreens,
  ...staffFarmScreens,
  ...staffBinFormScreens,
  ...staffAccountScreens,
  ...securityScreens,
  ...alertScreens,
];
