import { toPagination } from '@granary/contract/pagination';
import { securityEventKind, securityEventReason } from '@granary/contract/security-events/http';
import { expect } from '@playwright/test';
import { main, type Screen } from './screen.ts';

/** Screens about sign-in, sessions and security events. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'security events',
    as: 'admin',
    open: async ({ page }) => {
      const event = (kind: string, index: number) => ({
        id: `${index + 1}`,
        kind,
        reason: securityEventReason.options[index] ?? null,
        first_date_time: '2026-03-01T10:00:00.000Z',
        date_time: '2026-03-01T10:00:30.000Z',
        count: index + 1,
        address: '2001:db8:1234:5678:9abc:def0:1234:5678',
        user_id: '3',
        user_name: 'Anneke Dueck',
        actor_id: '1',
        actor_name: 'Ines Wiebe',
        main_board_id: index % 2 === 0 ? null : 'PG-0417',
      });
      const json = {
        RESP_MSG: 'OK',
        data: securityEventKind.options.map(event),
        pagination: toPagination(1, 50, 10_000, true),
      };
      await page.route('**/api/securityEvents?*', (route) => route.fulfill({ json }));
      await page.goto('/securityEvents?kind=sign-in-failed');
      await expect(main(page).locator('time')).toHaveCount(json.data.length);
      await page.unroute('**/api/securityEvents?*');
    },
  },
];
