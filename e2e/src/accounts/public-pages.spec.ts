import { expect } from '@playwright/test';
import { navigateWithin } from '../support/navigate.ts';
import { test } from '../support/test.ts';

const PAGES = [
  '/register',
  '/pages-login',
  '/pages-register',
  '/page-recoverpw-2',
  '/lock-screen',
  '/confirm-mail',
  '/email-verification',
  '/two-step-verification',
];

test('shows the template pages with a sign-in link and no form', async ({ page }) => {
  await page.goto('/login');
  for (const path of PAGES) {
    await navigateWithin(page, path);
    await expect(page, path).toHaveURL(path);
    const link = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    await expect(link, path).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox'), path).toHaveCount(0);
    const code = page.getByRole('main').getByText('4-digit code');
    await expect(code, path).toHaveCount(path === '/two-step-verification' ? 1 : 0);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' }), path).toBeVisible();
  }
});

test('explains that the dealer creates the account', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'New user?' }).click();
  await expect(page).toHaveURL('/register');
  await expect(
    page.getByText('Ask your dealer to create your account, then sign in.'),
  ).toBeVisible();
});

test('shows the name and logo until the app has loaded', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const readPlaceholder = () =>
    page.evaluate(() => {
      const root = document.getElementById('root');
      if (root === null) return [];
      const { content, backgroundImage } = getComputedStyle(root, '::before');
      return [content, backgroundImage];
    });
  await expect.poll(readPlaceholder).toEqual(['"Granary"', expect.stringContaining('/favicon-')]);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect((await readPlaceholder())[0]).toBe('none');
});
