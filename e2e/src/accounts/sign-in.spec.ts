import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD, demoUserEmail, demoUserNames } from '../support/demo-users.ts';
import { navigateWithin } from '../support/navigate.ts';
import { apiFor, test } from '../support/test.ts';

async function submitSignInForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('names the missing sign-in fields, and keeps the input after a wrong password', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
  await expect(page.getByText('Please enter your password.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await submitSignInForm(page, 'farmer', DEMO_PASSWORD);
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  consoleErrors.allowStatus(401, '/api/user/login');
  await submitSignInForm(page, demoUserEmail('farmer'), 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText(
    'Email or Password is invalid. Please enter correct email and password',
  );
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(demoUserEmail('farmer'));
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not-the-password');
});

test('opens the bins after sign-in and the sign-in form after sign-out', async ({ page }) => {
  // While idle, the page preloads the first views.
  const firstViewsRequest = page.waitForRequest(/\/assets\/first-views-[^/]+\.js$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await firstViewsRequest;
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/allbins$/);
  await expect(page.getByRole('heading', { level: 1, name: 'All bins' })).toBeVisible();

  await page.getByRole('button', { name: `${demoUserNames.farmer} User, account menu` }).click();
  const profile = page.getByRole('menuitem', { name: 'Profile' });
  await expect(profile).toHaveAttribute('href', '/profile');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto('/allbins');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('remembers a session for 30 days and ends it on the server when the user signs out', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/login');
  await page.getByRole('checkbox', { name: 'Keep me signed in for 30 days' }).check();
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/allbins$/);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const claims = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString();
  const { iat, exp } = JSON.parse(claims) as { readonly iat: number; readonly exp: number };
  expect(exp - iat).toBe(30 * 24 * 3600);
  await page.goto('/logout');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  // A saved token from an ended session opens only the sign-in form.
  consoleErrors.allowStatus(401, '/api/board/getAllBinForAUser');
  consoleErrors.allowStatus(401, '/api/board/getBinsMenu');
  consoleErrors.allowStatus(401, '/api/notifications');
  await page.evaluate((storedToken) => localStorage.setItem('token', storedToken ?? ''), token);
  await page.goto('/allbins');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('keeps the session after a wrong password, and signs out without waiting for the server', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/login');
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/allbins$/);
  consoleErrors.allowStatus(401, '/api/user/login');
  await page.goto('/addUser');
  await submitSignInForm(page, demoUserEmail('distributor'), 'not-the-password');
  await expect(page.getByRole('alert')).toContainText('Email or Password is invalid');
  await page.getByRole('link', { name: 'Back to home page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All bins' })).toBeVisible();

  await page.route('**/api/user/logout', () => {});
  await page.goto('/logout');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('opens a link after signing in', async ({ page }) => {
  const bin = (await (await apiFor('farmer')).listBins()).get('Home 4');
  await page.goto(`/binsensor/${bin?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Home 4' })).toBeVisible();
  await expect(page).toHaveURL(`/binsensor/${bin?.id}`);
});

test('does not follow a link to another site after signing in', async ({ page }) => {
  await page.goto(`/login?to=${encodeURIComponent('//granary.example/allbins')}`);
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'All bins' })).toBeVisible();
});

test('shows a not-found page with a link back for an unknown URL', async ({ page }) => {
  await page.goto('/there/is/nothing');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Sorry, page not found' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
});

test.describe('a user who stays signed in', () => {
  test.use({ as: 'farmer' });

  test('sees the bins after a reload, until another tab ends the session', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'All bins' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'All bins' })).toBeVisible();
    const otherTab = await context.newPage();
    await otherTab.goto('/login');
    await otherTab.evaluate(() => localStorage.clear());
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test("does not show one user's data to the next user who signs in", async ({ page, context }) => {
  const bins = { farmer: /^Home 4/, neighbor: /^North/ };
  const expectOnlyOwnBins = async (view: Page, user: 'farmer' | 'neighbor') => {
    const otherUser = user === 'farmer' ? 'neighbor' : 'farmer';
    await expect(view.getByRole('button', { name: demoUserNames[user] })).toBeVisible();
    await expect(view.getByRole('link', { name: bins[user] }).first()).toBeVisible();
    await expect(view.getByText(demoUserNames[otherUser])).toHaveCount(0);
    await expect(view.getByRole('link', { name: bins[otherUser] })).toHaveCount(0);
  };
  await page.goto('/login');
  await submitSignInForm(page, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expectOnlyOwnBins(page, 'farmer');
  const token = await page.evaluate(() => localStorage.getItem('token'));

  // A staff page redirects to the sign-in form without a reload.
  await navigateWithin(page, '/search');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await submitSignInForm(page, demoUserEmail('neighbor'), DEMO_PASSWORD);
  await expectOnlyOwnBins(page, 'neighbor');
  const oldSession = { headers: { authorization: `Bearer ${token}` } };
  expect((await page.request.get('/api/user/getMyInfo', oldSession)).status()).toBe(401);

  // Input in one tab is not saved for a user who signs in on another tab.
  await page.goto('/profile');
  await page.getByRole('textbox', { name: 'First name' }).fill('Not Anneke');
  const otherTab = await context.newPage();
  await otherTab.goto('/login');
  await submitSignInForm(otherTab, demoUserEmail('farmer'), DEMO_PASSWORD);
  await expectOnlyOwnBins(otherTab, 'farmer');
  await expectOnlyOwnBins(page, 'farmer');
  await expect(page).toHaveURL(/\/allbins$/);
});
