import { expect } from '@playwright/test';
import { ApiClient } from '../support/api.ts';
import { DEMO_PASSWORD, demoUserEmail } from '../support/demo-users.ts';
import { apiFor, granaryUrl } from '../support/test.ts';
import { findUserId, signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

test("rejects a crafted request to elevate the caller's own role", async ({ createUser }) => {
  const { id, email } = await createUser();
  const api = await ApiClient.signIn(email, TEST_PASSWORD, granaryUrl());
  const readOnlyFields = { role: 'admin', distributor_id: '1', id: '1', user_id: '1' };
  for (const [field, value] of Object.entries(readOnlyFields)) {
    const request = api.send('POST', 'user/updateUser', { city: 'Morden', [field]: value });
    await expect(request).rejects.toThrow('422');
  }
  expect(await api.get('user/getMyInfo')).toMatchObject({ id, role: 'user', city: 'Altona' });
  await expect(api.get('user/getUsersList')).rejects.toThrow('403');
});

test("rejects a distributor's crafted request to add distributors", async ({ newEmail }) => {
  const distributor = await apiFor('distributor');
  const names = { first_name: 'Second', last_name: 'Dealer', password: TEST_PASSWORD };
  const body = { email: newEmail, ...names, role: 'distributor' };
  await expect(distributor.send('POST', 'user/addUser', body)).rejects.toThrow('403');
  await expect(
    distributor.send('POST', 'user/addUser', { ...body, role: 'admin' }),
  ).rejects.toThrow('422');
  expect(await findUserId(newEmail)).toBeUndefined();
});

test.describe('a farmer', () => {
  test.use({ as: 'farmer' });

  // `router.test.ts` tries every staff page.
  test('is redirected from a staff page to the sign-in page', async ({ page }) => {
    await page.goto('/rawData');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test('shows each role the menu items it may open', async ({ page, createUser, isMobile }) => {
  test.skip(isMobile, 'The menu is the same, behind a button.');
  const distributor = await createUser({ role: 'distributor' });
  const customer = await createUser({ distributor_id: distributor.id });
  const menuItems = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await signIn(page, customer.email, TEST_PASSWORD);
  await expect(menuItems).toHaveText(['All Bins', 'Overview', 'Alerts', 'Dashboards', 'Contacts']);
  const account = page.getByRole('banner').getByRole('button', { name: customer.name });
  await expect(account).toContainText('User');
  const topBar = page.getByRole('banner');
  await expect(topBar.getByRole('link', { name: 'Granary' })).toHaveAttribute('href', '/');
  await expect(topBar.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
  await expect(topBar.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await expect(topBar.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await expect(page.getByText('No bin data available.')).toBeVisible();
  await expect(page.locator('footer')).toHaveText('Granary');
  await menuItems.last().click();
  await expect(page.getByRole('heading', { level: 2, name: distributor.name })).toBeVisible();
  await expect(page.getByRole('link', { name: distributor.email })).toBeVisible();
  await page.goto('/logout');
  await signIn(page, distributor.email, TEST_PASSWORD);
  await expect(menuItems).toHaveText([
    'Dashboards',
    'Alerts',
    'Add User',
    'Search',
    'Raw Data History',
    'Crop Settings',
    'Firmware',
    'Changes',
  ]);
  const distributorAccount = page
    .getByRole('banner')
    .getByRole('button', { name: distributor.name });
  await expect(distributorAccount).toContainText('Distributor');
  await page.goto('/logout');
  await signIn(page, demoUserEmail('admin'), DEMO_PASSWORD);
  await expect(menuItems).toHaveText([
    'Dashboards',
    'Alerts and Server',
    'Add User',
    'Raw Data History',
    'Distributors',
    'Search',
    'Crop Settings',
    'Firmware',
    'Maps',
    'Changes',
    'Security',
  ]);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/allbins');
  await expect(page.getByText('Choose a customer to see their farms and bins.')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: 'Users' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
});
