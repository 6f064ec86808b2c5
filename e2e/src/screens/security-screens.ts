import { toPagination } from '@granary/contract/pagination';
import { securityEventKind, securityEventReason } from '@granary/contract/security-events/http';
import { expect } from '@playwright/test';
import { main, type Screen, submit } from './screen.ts';

/** Screens about sign-in, sessions and security events. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'the two-factor code',
    as: null,
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      const message = 'A code is needed.';
      const json = { RESP_CODE: 'TWO_FACTOR_REQUIRED', RESP_MSG: message, message };
      await page.route('**/api/user/login', (route) => route.fulfill({ status: 403, json }));
      await page.goto('/login');
      await main(page).locator('[name=email]').fill('farmer@granary.example');
      await main(page).locator('[name=password]').fill('anything');
      await submit(page);
      await expect(main(page).locator('[autocomplete=one-time-code]')).toBeFocused();
      await page.unroute('**/api/user/login');
    },
  },
  {
    name: 'an invitation with empty fields',
    as: null,
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      const person = { email: 'ola@farm.example', first_name: 'Ola', last_name: 'Nordmann' };
      await page.route('**/api/user/readInvitation', (route) =>
        route.fulfill({ json: { RESP_MSG: person } }),
      );
      await page.goto('/invitation#token=none');
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(1);
      await page.unroute('**/api/user/readInvitation');
    },
  },
  {
    name: 'an invitation with an incomplete link',
    as: null,
    open: async ({ page }) => {
      await page.reload();
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main(page).getByRole('textbox')).toHaveCount(0);
    },
  },
  {
    name: 'the password prompt before two-factor setup',
    as: 'farmer',
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      await page.goto('/profile');
      // The two-factor section comes after notifications, text messages and channels.
      await main(page).locator('section').nth(3).getByRole('button').click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toHaveCount(1);
    },
  },
  {
    name: 'the setup key for an authenticator app',
    as: 'farmer',
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      const uri = `otpauth://totp/Granary:farmer%40granary.example?secret=${secret}&issuer=Granary`;
      await page.route('**/api/user/beginTwoFactor', (route) =>
        route.fulfill({ json: { RESP_MSG: { secret, uri } } }),
      );
      await page.getByRole('dialog').locator('input').fill('anything');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').locator('code')).toHaveText(secret);
      await page.unroute('**/api/user/beginTwoFactor');
    },
  },
  {
    name: 'recovery codes',
    as: 'farmer',
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      const codes = Array.from({ length: 10 }, () => 'ABCDE-FGHJK');
      await page.route('**/api/user/enableTwoFactor', (route) =>
        route.fulfill({
          json: { RESP_MSG: { recovery_codes: codes.map((code, i) => `${i}${code.slice(1)}`) } },
        }),
      );
      await page.getByRole('dialog').locator('input').fill('123456');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
      await page.unroute('**/api/user/enableTwoFactor');
    },
  },
  {
    name: 'signing out everywhere',
    as: 'farmer',
    isCheckedInAllLanguages: true,
    open: async ({ page }) => {
      await page.goto('/profile');
      await main(page).locator('section:has(li)').getByRole('button').last().click();
      await expect(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible();
    },
  },
  {
    name: "correcting a customer's details with an empty field",
    as: 'admin',
    open: async ({ page }) => {
      await page.goto('/dashboard');
      await main(page).locator('[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').first().click();
      const dialog = page.getByRole('dialog');
      const first = dialog.getByRole('textbox').first();
      await expect(first).not.toHaveValue('');
      await first.fill('');
      await dialog.locator('button[type=submit]').click();
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(1);
    },
  },
  {
    name: 'the invitation link',
    as: 'admin',
    open: async ({ page }) => {
      const invitation = {
        invitation_token: 'x'.repeat(43),
        expires_at: '2026-03-08T10:00:00.000Z',
      };
      await page.route('**/api/user/invite', (route) =>
        route.fulfill({ json: { RESP_MSG: invitation } }),
      );
      await page.goto('/dashboard');
      await main(page).locator('[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').nth(4).click();
      await page.getByRole('dialog').locator('[data-autofocus]').click();
      await expect(page.getByRole('dialog').locator('code')).toBeVisible();
      await page.unroute('**/api/user/invite');
    },
  },
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
