import { expect } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { apiFor } from '../support/test.ts';
import { toAlert, toAlertList } from './alert-screens.ts';
import { main, type Screen } from './screen.ts';

/** The bin forms that its owner can use. */
export const binFormScreens: readonly Screen[] = [
  {
    name: 'the settings of a bin',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Home 4'))}?tab=5`);
      await expect(main(page).locator('form')).toHaveCount(6);
      for (const summaryElement of await main(page).locator('summary').all())
        await summaryElement.click();
    },
  },
  {
    name: 'the settings of a bin with an invalid value',
    as: 'farmer',
    open: async ({ page }) => {
      await main(page).locator('#settings-general input').first().fill('');
      await main(page).locator('#settings-general button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(1);
      await main(page).locator('#settings-general button:not([type=submit])').click();
    },
  },
  {
    name: 'the full edit form of a bin',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Home 4'))}/edit`);
      await expect(main(page).locator('form details')).toHaveCount(8);
      for (let sectionIndex = 1; sectionIndex < 8; sectionIndex++) {
        await main(page).locator('form details > summary').nth(sectionIndex).click();
      }
    },
  },
  {
    name: 'the cables of a bin',
    as: 'farmer',
    open: async ({ page, bins }) => {
      const json = toAlertList([toAlert('sensor-no-data', 0)]);
      await page.route('**/api/alerts?*', (route) => route.fulfill({ json }));
      await page.goto(`${binPath(bins.get('Home 4'))}/cables`);
      await expect(main(page).locator('li dl').first()).toBeVisible();
      await expect(main(page).locator('section').first().getByRole('button')).toHaveCount(3);
      await page.unroute('**/api/alerts?*');
    },
  },
];

/** The tabs of a bin except Results and Settings. */
export const binTabScreens: readonly Screen[] = [
  tabScreen('the fan of a bin', 'Home 4', 4),
  {
    name: 'the confirmation before turning a fan on or off',
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Home 4'))}?tab=4`);
      await main(page).getByRole('switch').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'entries that have been open for too long',
    as: 'farmer',
    open: async ({ page, bins }) => {
      const detailsUrl = '**/api/boardCommands/details?*';
      await page.route(detailsUrl, async (route) => {
        const response = await route.fetch();
        const { RESP_MSG } = (await response.json()) as { readonly RESP_MSG: object };
        const since = new Date(Date.now() - 40 * 60_000).toISOString();
        const entry = { since, by: 'Ada Miller', own: true, may_close: true };
        const other = { id: '2', since, by: 'Bob Lee', own: false, may_close: false };
        const entryFields = { entry, entries: [{ id: '1', ...entry }, other] };
        await route.fulfill({ response, json: { RESP_MSG: { ...RESP_MSG, ...entryFields } } });
      });
      await page.goto(`${binPath(bins.get('Home 4'))}?tab=4`);
      await expect(main(page).getByRole('alert')).toHaveCount(2);
      await page.unroute(detailsUrl);
    },
  },
  tabScreen('the schedule of a fan', 'Home 2', 4),
  tabScreen('the measured inventory of a bin', 'Home 5', 3),
  tabScreen('the inventory of a bin from its ledger', 'Coteau 3', 2),
];

function tabScreen(name: string, bin: string, tab: number): Screen {
  return {
    name,
    as: 'farmer',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get(bin))}?tab=${tab}`);
      await expect(main(page).locator('form').first()).toBeVisible();
      await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0);
    },
  };
}

/** The forms of a bin that only staff see in full. */
export const staffBinFormScreens: readonly Screen[] = [
  {
    name: 'the hardware of a bin',
    as: 'admin',
    open: async ({ page, bins }) => {
      await page.goto(`${binPath(bins.get('Home 4'))}/hardware`);
      await expect(main(page).locator('form')).toBeVisible();
    },
  },
  {
    name: 'a new bin with empty fields',
    as: 'distributor',
    open: async ({ page, bins }) => {
      await page.goto(`/addBinSensor/${bins.get('Home 4')?.farm_id}`);
      await main(page).locator('form button[type=submit]').click();
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
  {
    name: 'a new bin and the key of its board',
    as: 'distributor',
    open: async ({ page, bins }) => {
      const data = await (await apiFor('farmer')).get(
        `board/getBinSensor?id=${bins.get('Home 4')?.id}`,
      );
      const key = {
        main_board_id: 'PG-0499',
        key: 'kR3v_Zq8'.repeat(5),
        mqtt_host: 'granary.example',
        mqtt_port: 8883,
        mqtt_tls: true,
        down_topic: 'boards/PG-0499/down',
        up_topics: ['temp', 'fan', 'firmware'].map((kind) => `boards/PG-0499/up/${kind}-data`),
      };
      await page.route('**/api/board/addBinSensor', (route) =>
        route.fulfill({ json: { RESP_MSG: 'Bin Sensor Added!', data, board_has_key: false } }),
      );
      await page.route('**/api/board/mainBoards/**', (route) =>
        route.fulfill({ json: { RESP_MSG: key } }),
      );
      const fields = main(page).locator('form').getByRole('textbox');
      for (const [index, text] of ['South 9', '8000', 'PG-0499', '9', 'S-99'].entries()) {
        await fields.nth(index).fill(text);
      }
      await main(page).locator('form button[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[data-credential=key]')).toBeVisible();
      await page.unroute('**/api/board/addBinSensor');
      await page.unroute('**/api/board/mainBoards/**');
      // The page asks for confirmation before the user leaves, because the key is shown only once.
      page.once('dialog', (browserDialog) => void browserDialog.accept());
    },
  },
];
