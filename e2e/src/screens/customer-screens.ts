import { expect } from '@playwright/test';
import { navigateWithin } from '../support/navigate.ts';
import { failRequest, main, type Screen } from './screen.ts';

/** Customer screens for staff, and map screens for admins. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'customers',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/dashboard');
      await expect(main(page).getByRole('row').nth(2)).toBeVisible();
    },
  },
  {
    name: 'a customer search without results',
    as: 'admin',
    open: async ({ page }) => {
      await main(page).getByRole('searchbox').fill('nobody');
      await expect(main(page).getByRole('row')).toHaveCount(0);
    },
  },
  {
    name: "a customer's farms",
    as: 'distributor',
    open: async ({ page, bins }) => {
      await page.goto(`/farmlist/${bins.get('Home 4')?.user_id}`);
      await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(2);
    },
  },
  {
    name: 'maps from a custom server',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/maps');
      for (const group of [0, 1]) {
        await main(page).getByRole('radiogroup').nth(group).locator('[value=own]').check();
      }
      await main(page).locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
      // The page asks for confirmation before it discards unsaved changes.
      page.once('dialog', (browserDialog) => void browserDialog.accept());
    },
  },
];

/** Screens that look different for distributors. */
export const distributorScreens: readonly Screen[] = [
  {
    name: "a distributor's customers",
    as: 'distributor',
    open: async ({ page }) => {
      await page.goto('/dashboard');
      await expect(main(page).getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'a customer filter without matches',
    as: 'distributor',
    open: async ({ page }) => {
      await main(page).locator('fieldset').getByRole('button').nth(1).click();
      await main(page).getByRole('searchbox').fill('nobody');
      await expect(main(page).getByRole('row')).toHaveCount(0);
    },
  },
  {
    name: 'customers whose bin states could not be loaded',
    as: 'distributor',
    open: async ({ page }) => {
      const calls = ['getCustomerStates', 'getWorstCustomers'].map(
        (name) => `**/api/user/${name}*`,
      );
      for (const call of calls) await failRequest(page, call);
      await page.goto('/dashboard');
      await expect(main(page).getByRole('alert')).toBeVisible();
      await expect(main(page).getByRole('row').nth(1)).toBeVisible();
      for (const call of calls) await page.unroute(call);
    },
  },
  {
    name: 'the distributors page, for admins only',
    as: 'distributor',
    open: async ({ page }) => {
      await navigateWithin(page, '/distributors');
      await expect(main(page).getByRole('listitem')).toHaveCount(0);
      await expect(main(page).getByRole('paragraph').first()).toBeVisible();
    },
  },
];
