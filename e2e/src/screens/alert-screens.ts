import { toPagination } from '@granary/contract/pagination';
import { alertRules } from '@granary/domain/alerts/alert';
import { serverRules } from '@granary/domain/server-health/check-server';
import { expect } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { main, type Screen } from './screen.ts';

/** Screens about alerts. */
export const alertScreens: readonly Screen[] = [
  {
    name: 'alerts, none',
    as: 'distributor',
    open: async ({ page }) => {
      const json = toAlertList([]);
      await page.route('**/api/alerts?*', (route) => route.fulfill({ json }));
      await page.goto('/alerts');
      await expect(main(page).getByRole('paragraph')).toHaveCount(2);
      await page.unroute('**/api/alerts?*');
    },
  },
  {
    name: 'one alert for each rule',
    as: 'distributor',
    open: async ({ page }) => {
      const json = toAlertList(alertRules.map(toAlert), { total: 100, uncheckedBins: 12 });
      await page.route('**/api/alerts?*', (route) => route.fulfill({ json }));
      await page.goto('/alerts?state=all');
      await expect(main(page).getByRole('article')).toHaveCount(alertRules.length);
      await page.unroute('**/api/alerts?*');
    },
  },
  {
    name: 'alerts about the server',
    as: 'admin',
    open: async ({ page }) => {
      const alerts = serverRules.map(toServerAlert);
      const json = { RESP_MSG: { alerts, measurements } };
      await page.route('**/api/serverHealth', (route) => route.fulfill({ json }));
      await page.goto('/alerts');
      await expect(main(page).getByRole('list').first().getByRole('listitem')).toHaveCount(
        serverRules.length,
      );
      await page.unroute('**/api/serverHealth');
    },
  },
  {
    name: 'a bin that must not be entered',
    as: 'distributor',
    open: async ({ page, bins }) => {
      const json = toAlertList(['entry-co2', 'entry-unload'].map(toAlert));
      await page.route('**/api/alerts?*', (route) => route.fulfill({ json }));
      await page.goto(binPath(bins.get('Home 4')));
      await expect(main(page).getByRole('alert')).toHaveCount(1);
      await page.unroute('**/api/alerts?*');
    },
  },
  {
    name: 'alert limits for multiple bins',
    as: 'distributor',
    open: async ({ page }) => {
      await page.goto('/alerts/limits');
      const limit = main(page).getByLabel('CO₂', { exact: true });
      await limit.selectOption('on');
      await main(page).getByRole('button').click();
      await expect(main(page).getByRole('textbox').first()).toBeFocused();
    },
  },
  {
    name: 'the preview of bins that new alert limits would change',
    as: 'distributor',
    open: async ({ page }) => {
      await page.goto('/alerts/limits');
      await main(page).getByLabel('CO₂', { exact: true }).selectOption('on');
      await main(page).getByRole('textbox').first().fill('4321');
      await main(page).getByRole('button').click();
      await expect(main(page).getByRole('checkbox').first()).toBeChecked();
      await main(page).getByRole('button').last().click();
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
    },
  },
  {
    name: 'acknowledging an alert',
    as: 'distributor',
    open: async ({ page }) => {
      await page.goto('/alerts');
      // The second button of an alert adds a note.
      await main(page).getByRole('article').first().getByRole('button').nth(1).click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    },
  },
];

const measurements = {
  disk_free_percent: 8,
  clock_offset_seconds: 45,
  last_arrival: '2026-03-01T10:00:00.000Z',
  failing_channels: [{ channel: 'sms', failing_since: '2026-03-01T10:00:00.000Z' }],
};

/** A server alert in the API's format. */
function toServerAlert(rule: string, index: number) {
  return {
    id: `${index + 1}`,
    rule,
    channel: rule === 'channel-failing' ? 'sms' : null,
    severity: index === 1 ? 'critical' : 'warning',
    since: '2026-03-01T10:00:00.000Z',
    closed_at: index === 0 ? '2026-03-02T10:00:00.000Z' : null,
    value: 45,
    limit: 30,
    acknowledged_at: index === 2 ? '2026-03-01T11:00:00.000Z' : null,
    acknowledged_by: index === 2 ? 'Ines Wiebe' : null,
  };
}

/** A list of alerts in the API's format; `uncheckedBins` is the number of bins not checked yet. */
export function toAlertList(
  data: readonly object[],
  {
    total = data.length,
    uncheckedBins = 0,
  }: { readonly total?: number; readonly uncheckedBins?: number } = {},
) {
  const pagination = toPagination(1, 50, total, false);
  return {
    RESP_MSG: 'OK',
    data,
    pagination,
    unchecked_bins: uncheckedBins,
    bins_without_alert: 0,
  };
}

/** An alert as it is on the wire. */
export function toAlert(rule: string, index: number) {
  return {
    id: `${index + 1}`,
    rule,
    severity: ['critical', 'warning', 'watch'][index % 3],
    since: '2026-03-01T10:00:00.000Z',
    closed_at: index === 3 ? '2026-03-02T10:00:00.000Z' : null,
    value: 31.4,
    limit: 25,
    sensors: [1, 2, 3].map((cable) => ({
      cable,
      cable_name: '',
      position: 2,
      depth: 8,
      compared_with_all_depths: false,
      value: 31.4,
    })),
    acknowledged_at: index === 1 ? '2026-03-01T11:00:00.000Z' : null,
    acknowledged_by: index === 1 ? 'Ines Wiebe' : null,
    note: index === 1 ? '…' : '',
    bin_id: '3',
    bin_name: 'Home 4',
    main_board_id: 'DEMO-0001',
    temp_unit: 'c',
    time_zone: 'America/Winnipeg',
    farm_id: '1',
    farm_name: 'Home Yard',
    user_id: '3',
    user_name: 'Anneke Dueck',
    contact_no: '+1 204 555 0100',
    email: 'anneke@farm.example',
    person: null,
    events: [],
  };
}
