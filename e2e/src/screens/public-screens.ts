import { expect } from '@playwright/test';
import { navigateWithin } from '../support/navigate.ts';
import { main, type Screen, type ScreenContext, submit } from './screen.ts';

/** Public pages except the sign-in page. */
export const publicAccountScreens: readonly Screen[] = [
  {
    name: 'forgot password with an empty field',
    as: null,
    open: async ({ page }) => {
      await page.goto('/forgot-password');
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(1);
    },
  },
  {
    name: 'reset password with empty fields',
    as: null,
    open: async ({ page }) => {
      await page.goto('/forgot-pwd-token');
      await expect(main(page).getByRole('group').getByRole('textbox')).toHaveCount(6);
      await submit(page);
      await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(9);
    },
  },
  {
    name: 'the stop-alerts page',
    as: null,
    open: async ({ page }) => {
      await page.goto('/stop-alerts#token=1.x');
      await expect(main(page).getByRole('button')).toHaveCount(1);
    },
  },
  // `pages-register` is omitted because it shows the `register` page at a different URL.
  ...[
    'register',
    'page-recoverpw-2',
    'two-step-verification',
    'pages-login',
    'lock-screen',
    'confirm-mail',
    'email-verification',
  ].map((path) => ({
    name: `the page ${path}`,
    as: null,
    open: async ({ page }: ScreenContext) => {
      const title = main(page).getByRole('heading', { level: 1 });
      const before = await title.innerText();
      await navigateWithin(page, `/${path}`);
      await expect(title).not.toHaveText(before);
    },
  })),
];
