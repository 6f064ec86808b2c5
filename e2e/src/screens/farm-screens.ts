import { expect } from '@playwright/test';
import { cell, failRequest, main, type Screen } from './screen.ts';

/** Farm pages and their dialogs. */
export const farmScreens: readonly Screen[] = [
  {
    name: "a farm's bins",
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`/binsensorlist/${bins.get('Coteau 1')?.farm_id}`);
      await expect(main(page).getByRole('row').nth(5)).toBeVisible();
      await page.keyboard.press('End');
      await expect(page.locator('.leaflet-container').getByRole('link')).toHaveCount(5);
    },
  },
  {
    name: 'fans of a farm',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`/binsensorlist/${bins.get('Home 4')?.farm_id}`);
      await expect(main(page).getByRole('row').nth(7)).toBeVisible();
      await main(page).locator('button:has(svg.tabler-icon-propeller)').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a queued fan command and a released one',
    as: 'farmer',
    open: async ({ page, bins }) => {
      const createCommand = (bin: string) => ({
        command: 'setF00000004',
        main_board_id: bins.get(bin)?.bin_topic,
        bin_id: bins.get(bin)?.id,
        bin_name: bin,
        fan_status_after_releasing_command: 'on',
      });
      const queuedCommand = { ...createCommand('Home 1'), status: 'unpublished', date_time: null };
      const date_time = '2026-03-14T17:05:00.000Z';
      const releasedCommand = { ...createCommand('Home 7'), status: 'released', date_time };
      await page.route('**/api/boardCommands/latestOfFarm?*', (route) =>
        route.fulfill({ json: { RESP_MSG: [queuedCommand, releasedCommand] } }),
      );
      await page.goto(`/binsensorlist/${bins.get('Home 4')?.farm_id}`);
      await main(page).locator('button:has(svg.tabler-icon-propeller)').click();
      await expect(page.getByRole('dialog').locator('[data-waiting]')).toHaveCount(2);
      await page.unroute('**/api/boardCommands/latestOfFarm?*');
    },
  },
  {
    name: 'people who get alerts about a farm',
    as: 'farmer',
    open: async ({ page, bins }) => {
      const contacts = ['waiting', 'confirmed', 'opted-out'].map((state, index) => ({
        contact_id: `${index + 1}`,
        name: 'Maria Wiebe',
        channel: index === 1 ? 'sms' : 'mail',
        address: index === 1 ? '+12045550100' : `maria-${index}@farm.example`,
        min_severity: index === 1 ? 'critical' : 'warning',
        language: 'en',
        state,
        failing_since: null,
        refused_at: index === 1 ? '2026-03-01T10:00:00.000Z' : null,
      }));
      const json = { RESP_MSG: { available_channels: ['mail', 'sms'], contacts } };
      await page.route('**/api/farm/contacts?*', (route) => route.fulfill({ json }));
      await page.goto(`/editfarm/${bins.get('Home 4')?.farm_id}`);
      await expect(page.locator('section').getByRole('listitem').getByRole('button')).toHaveCount(
        5,
      );
      await page.unroute('**/api/farm/contacts?*');
    },
  },
  {
    name: 'editing a farm',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`/editfarm/${bins.get('Home 4')?.farm_id}`);
      await expect(page.locator('.leaflet-container').getByRole('button')).toHaveCount(1);
    },
  },
  {
    name: 'editing a farm with invalid fields',
    as: 'farmer',
    open: async ({ page }) => {
      const inputs = main(page).getByRole('textbox');
      await inputs.first().fill('');
      await inputs.last().fill('x');
      await main(page).locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'leaving without saving',
    as: 'farmer',
    open: async ({ page }) => {
      await main(page).getByRole('navigation').getByRole('link').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: "a farm's map",
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.getByRole('dialog').getByRole('button').last().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goto(`/binsensormap/${bins.get('Home 4')?.farm_id}`);
      await expect(page.locator('.leaflet-container').getByRole('link')).toHaveCount(7);
    },
  },
  {
    name: "a farm's report",
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`/farmreport/${bins.get('Home 4')?.farm_id}`);
      await expect(main(page).getByRole('table')).toHaveCount(3);
    },
  },
  {
    name: 'the sample bin',
    as: 'farmer',
    open: async ({ page }) => {
      await page.goto('/bin-visualizer');
      await cell(page, 3, 4).click();
      await expect(main(page).getByRole('term')).toHaveCount(4);
    },
  },
];

/** Farm screens that only staff see. */
export const staffFarmScreens: readonly Screen[] = [
  {
    name: 'deleting a farm',
    as: 'distributor',
    open: async ({ page }) => {
      await main(page).getByRole('listitem').getByRole('button').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'adding a farm',
    as: 'distributor',
    open: async ({ page, bins }) => {
      await page.goto(`/addFarm/${bins.get('Home 4')?.user_id}`);
      await expect(page.locator('.leaflet-container')).toBeVisible();
    },
  },
  {
    name: 'adding a farm with invalid fields',
    as: 'distributor',
    open: async ({ page }) => {
      await main(page).getByRole('textbox').last().fill('x');
      await main(page).locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(3);
      await main(page).getByRole('textbox').last().fill('');
    },
  },
  {
    name: "a farm's bins with movable markers",
    as: 'distributor',
    open: async ({ page, bins }) => {
      await page.goto(`/binsensorlist/${bins.get('Home 4')?.farm_id}`);
      await expect(main(page).getByRole('row').nth(7)).toBeVisible();
      await page.keyboard.press('End');
      const map = page.locator('.leaflet-container');
      await expect(map.getByRole('link')).toHaveCount(7);
      await main(page).locator('button[aria-pressed]').click();
      await expect(map.getByRole('button')).toHaveCount(7);
    },
  },
  {
    name: 'a bin that could not be moved',
    as: 'distributor',
    open: async ({ page }) => {
      await failRequest(page, '**/api/board/*/position');
      const map = page.locator('.leaflet-container');
      await map.getByRole('button', { name: 'Home 4' }).press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('alert')).toBeVisible();
      await page.unroute('**/api/board/*/position');
    },
  },
  {
    name: 'the menu of a bin',
    as: 'distributor',
    open: async ({ page }) => {
      await main(page).getByRole('row').nth(1).locator('[aria-haspopup=menu]').click();
      await expect(page.getByRole('menuitem')).toHaveCount(2);
    },
  },
  {
    name: 'deleting a bin',
    as: 'distributor',
    open: async ({ page }) => {
      await page.getByRole('menuitem').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
