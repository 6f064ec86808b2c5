import { toPagination } from '@granary/contract/pagination';
import { expect, type Page } from '@playwright/test';
import { main, type Screen, type ScreenContext, submit } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

/** Opens a dialog from the top bar: 0 is the bell, 1 the settings. */
async function openFromTopBar(page: Page, index: number): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup=dialog]').nth(index).click();
  await expect(dialog(page)).toBeVisible();
}

/** Screens about the user's own account. */
export const ownAccountScreens: readonly Screen[] = [
  {
    name: 'profile and password change with invalid fields',
    as: 'farmer',
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      await page.goto('/profile');
      await main(page).getByRole('textbox').nth(1).fill('');
      await main(page).getByRole('textbox').nth(3).fill('x');
      await main(page).locator('form').first().locator('button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
      const password = main(page).locator('form:has([autocomplete=current-password])');
      await password.locator('button[type=submit]').click();
      await expect(password.locator('[aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'contacts',
    as: 'farmer',
    open: async ({ page }) => {
      // The profile page asks for confirmation before it discards unsaved changes.
      page.once('dialog', (browserDialog) => void browserDialog.accept());
      await page.goto('/contacts');
      await expect(main(page).getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
  {
    name: 'notifications, none',
    as: 'farmer',
    open: ({ page }) => openFromTopBar(page, 0),
  },
  {
    name: 'notifications, many',
    as: 'farmer',
    open: async ({ page }) => {
      const notificationItems = Array.from({ length: 12 }, (_, index) => ({
        id: `${index + 1}`,
        notification: { title: `Hot spot in bin ${index + 1}` },
        data: {
          body: 'Cable 3, row 11 from the top is at 31.4 °C.',
          click_action: '/allbins',
          date_time: new Date(Date.now() - index * 7_200_000).toISOString(),
        },
        read: index > 10,
      }));
      await page.route('**/api/notifications', (route) =>
        route.fulfill({ json: { RESP_MSG: notificationItems } }),
      );
      await page.goto('/contacts');
      await openFromTopBar(page, 0);
      await expect(dialog(page).getByRole('listitem')).toHaveCount(12);
      await page.unroute('**/api/notifications');
    },
  },
  {
    name: 'layout settings',
    as: 'farmer',
    open: async ({ page }) => {
      await closeDialog(page);
      await openFromTopBar(page, 1);
      await expect(dialog(page).getByRole('radiogroup')).toHaveCount(5);
    },
  },
  ...(
    [
      { layout: 'horizontal', topbarTheme: 'dark' },
      { topbarTheme: 'colored', sidebarTheme: 'colored', sidebarType: 'compact' },
      { topbarTheme: 'dark', sidebarTheme: 'dark', sidebarType: 'icon', width: 'boxed' },
      { width: 'scrollable' },
    ] as const
  ).map((settings, index) => ({
    name: `layout variant ${index + 1}`,
    as: 'farmer' as const,
    open: async ({ page }: ScreenContext) => {
      await page.evaluate(
        (text) => localStorage.setItem('interface', text),
        JSON.stringify(settings),
      );
      await page.goto('/contacts');
      await expect(main(page).getByRole('heading', { level: 2 })).toBeVisible();
      await page.evaluate(() => localStorage.removeItem('interface'));
    },
  })),
];

/** Staff screens: accounts, notes, search, changes, raw data, crops and firmware. */
export const staffAccountScreens: readonly Screen[] = [
  {
    name: "a customer's menu",
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/dashboard');
      await main(page).locator('[aria-haspopup=menu]').first().click();
      await expect(page.getByRole('menuitem')).toHaveCount(8);
    },
  },
  {
    name: 'moving a customer',
    as: 'admin',
    open: async ({ page }) => {
      await page.getByRole('menuitem').nth(-2).click();
      await expect(dialog(page).getByRole('combobox')).toBeVisible();
    },
  },
  {
    name: 'deleting a customer with farms',
    as: 'admin',
    open: async ({ page }) => {
      await closeDialog(page);
      await main(page).locator('[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').last().click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'deleting a customer without entering the password',
    as: 'admin',
    open: async ({ page }) => {
      await closeDialog(page);
      await page.route('**/api/farm/getAllFarms?*', (route) =>
        route.fulfill({ json: { RESP_MSG: [] } }),
      );
      await main(page).locator('[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').last().click();
      await dialog(page).locator('button[type=submit]').click();
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(1);
      await page.unroute('**/api/farm/getAllFarms?*');
    },
  },
  {
    name: 'adding a customer with empty fields',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/addUser');
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
  {
    name: 'distributors',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/distributors');
      await expect(main(page).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: "a distributor's users",
    as: 'admin',
    open: async ({ page }) => {
      await main(page).getByRole('listitem').first().getByRole('link').last().click();
      await expect(main(page).getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'notes',
    as: 'distributor',
    open: async ({ page, bins }) => {
      await page.goto(`/notes/${bins.get('Home 4')?.user_id}`);
      await expect(main(page).getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'search without text',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/search');
      await expect(main(page).getByRole('searchbox')).toBeVisible();
    },
  },
  {
    name: 'search results',
    as: 'admin',
    open: async ({ page }) => {
      await main(page).getByRole('searchbox').fill('home');
      await expect(main(page).getByRole('listitem')).toHaveCount(7);
    },
  },
  {
    name: 'changes, none',
    as: 'admin',
    open: async ({ page }) => {
      const json = { RESP_MSG: 'OK', data: [], pagination: toPagination(1, 50, 0, false) };
      await page.route('**/api/audit?*', (route) => route.fulfill({ json }));
      await page.goto('/changes');
      await expect(main(page).getByRole('paragraph')).toHaveCount(2);
      await page.unroute('**/api/audit?*');
    },
  },
  {
    name: 'changes',
    as: 'admin',
    open: async ({ page }) => {
      const change = (act: string, index: number) => ({
        id: `${index + 1}`,
        date_time: '2026-03-01T10:00:00.000Z',
        actor_id: '1',
        actor_name: 'Ines Wiebe',
        address: '192.0.2.1',
        act,
        subject: 'user',
        subject_id: '3',
        subject_name: 'Anneke Dueck',
        changes: [
          'bin_id_for_channel_8_readings',
          'radar_height_command_release',
          'sensorStatus 3:7',
          'unload 12: date_time',
          'enable_push_notifications',
          'lat',
          'notes',
          'timezone',
        ].map((field) => ({
          field,
          before: index === 0 ? null : '2026-02-28T10:00:00.000Z',
          after: index === 1 ? null : '2026-02-28T11:00:00.000Z',
        })),
      });
      const acts = ['added', 'deleted', 'changed', 'restored', 'password-reset'];
      const json = {
        RESP_MSG: 'OK',
        data: acts.map(change),
        pagination: toPagination(2, 50, 10_000, true),
      };
      await page.route('**/api/audit?*', (route) => route.fulfill({ json }));
      await page.goto('/changes?page=2');
      await expect(main(page).locator('time')).toHaveCount(5);
      const expandButtons = main(page).locator('li > button');
      await expandButtons.evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click();
      });
      await expect(expandButtons).toHaveCount(0);
      await page.unroute('**/api/audit?*');
    },
  },
  {
    name: 'raw data without a filter',
    as: 'distributor',
    open: async ({ page }) => {
      await page.goto('/rawData');
      await submit(page);
      await expect(main(page).getByRole('alert')).toBeVisible();
      await expect(main(page).getByRole('row')).toHaveCount(11);
    },
  },
  {
    name: 'a rejected raw frame',
    as: 'admin',
    open: async ({ page }) => {
      const frame = {
        _id: '1',
        id: 'PG-0417|3',
        topic: 'boards/PG-0417/up/temp-data',
        type: 'temp-data',
        dateTime: '2026-03-01T10:00:00.000Z',
        commandDirection: 'received',
        bytes: 40_000,
        data: '{"v":1,'.repeat(500),
        data_is_text: true,
        reason: '40000 bytes; too long',
        cause: null,
      };
      await page.route('**/api/rawData/all', (route) =>
        route.fulfill({ json: { RESP_MSG: [frame] } }),
      );
      await page.goto('/rawData');
      await main(page).getByRole('row').nth(1).getByRole('button').first().click();
      await expect(dialog(page)).toBeVisible();
      await page.unroute('**/api/rawData/all');
    },
  },
  {
    name: 'crops',
    as: 'admin',
    open: async ({ page }) => {
      const chart_data = [
        ['', 0, 20],
        [40, 9, 8],
      ];
      const crop = { id: '1', crop_name: 'Hemp', date_time: '2026-03-01T10:00:00.000Z' };
      const addedCrop = { ...crop, chart_data, built_in: false, moisture_source: 'table-1' };
      const builtInCrop = {
        ...addedCrop,
        id: null,
        date_time: null,
        chart_data: null,
        crop_name: 'Peas',
      };
      const cropWithoutSource = { ...builtInCrop, crop_name: 'Pea', moisture_source: null };
      const json = { RESP_MSG: [addedCrop, builtInCrop, cropWithoutSource] };
      await page.route('**/api/crop/getCrops', (route) => route.fulfill({ json }));
      await page.goto('/cropsettings');
      await expect(main(page).getByRole('row')).toHaveCount(4);
      await page.unroute('**/api/crop/getCrops');
    },
  },
  {
    name: "a crop's chart data",
    as: 'admin',
    open: async ({ page }) => {
      await main(page).getByRole('row', { name: 'Hemp' }).getByRole('button').first().click();
      await expect(dialog(page).getByRole('row')).toHaveCount(2);
    },
  },
  {
    name: 'adding a crop with a file of the wrong type',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/addCrop');
      const inputFile = { name: 'Crop 1.xlsx', mimeType: 'text/csv', buffer: Buffer.from('') };
      await page.locator('input[type=file]').setInputFiles(inputFile);
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'a preview of chart data',
    as: 'admin',
    open: async ({ page }) => {
      const buffer = Buffer.from(',0,20\n40,9,8\n80,16,15\n');
      const inputFile = { name: 'Crop 1.csv', mimeType: 'text/csv', buffer };
      await page.locator('input[type=file]').setInputFiles(inputFile);
      await main(page).locator('form button[type=submit] + button').click();
      await expect(dialog(page).getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'firmware and the versions on boards',
    as: 'admin',
    open: async ({ page }) => {
      const file = { id: '1', name: 'Realtime', version: '3.01', type: 'realtime', bytes: 4_096 };
      const checksum = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      const addedFirmware = { ...file, checksum, date_time: '2026-03-01T10:00:00.000Z' };
      const bin = {
        bin_sensor_id: '1',
        bin_name: 'Home 1',
        bin_number: 1,
        farm_name: 'Home',
        main_board_id: 'PG-0417',
        firmware_name: 'sleep',
        firmware_version: '1.99',
        date_time: addedFirmware.date_time,
        bin_firmware_name: 'realtime',
        differs: true,
        bin_firmware_version: '2.03',
      };
      const offlineBin = { ...bin, bin_sensor_id: '2', date_time: null, differs: false };
      const pagination = {
        currentPage: 1,
        totalPages: 2,
        totalCount: 60,
        total: 60,
        total_is_least: false,
        limit: 50,
        hasNextPage: true,
        hasPrevPage: false,
      };
      await page.route('**/api/firmware/getFirmwares', (route) =>
        route.fulfill({ json: { RESP_MSG: [addedFirmware] } }),
      );
      await page.route('**/api/firmware/getBinFirmwares?*', (route) =>
        route.fulfill({ json: { RESP_MSG: 'OK', data: [bin, offlineBin], pagination } }),
      );
      await page.goto('/firmware');
      await expect(main(page).getByRole('row')).toHaveCount(5);
      await page.unroute('**/api/firmware/getFirmwares');
      await page.unroute('**/api/firmware/getBinFirmwares?*');
    },
  },
  {
    name: 'uploading firmware with empty fields',
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/firmware/upload');
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
];
