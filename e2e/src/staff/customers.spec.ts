import { expect, type Page } from '@playwright/test';
import { ApiClient } from '../support/api.ts';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { tabTo } from '../support/keyboard.ts';
import { apiFor, granaryUrl } from '../support/test.ts';
import { findUserId, signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('row').filter({ hasText: name });

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Fills in the fields that every new account needs. */
async function fillRequiredFields(page: Page, email: string, firstName: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD);
  await page.getByRole('textbox', { name: 'First Name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Gill');
}

test.describe('a distributor', () => {
  test.use({ as: 'distributor' });

  test('adds a customer who can then sign in', async ({ page, newEmail, browser, baseURL }) => {
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Add User' }).click();
    await expect(page).toHaveTitle('Add Customer · Granary');
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('user');
    await expect(page.getByRole('combobox', { name: 'Distributor' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Please fill this in.')).toHaveCount(3);
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();

    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD);
    await page.getByRole('textbox', { name: 'First Name' }).fill('Greta');
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Thiessen');
    const phone = page.getByRole('textbox', { name: 'Phone Number' });
    await expect(phone).toHaveAttribute('inputmode', 'tel');
    await phone.fill('204 555 0123');
    for (const name of ['City', 'State', 'Country']) {
      await page.getByRole('textbox', { name }).fill(`The ${name}`);
    }
    await page.getByRole('button', { name: 'Create Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Added!' });
    await expect(dialog.getByText('User Added!')).toBeVisible();
    // The next step is a farm for the new customer.
    await dialog.getByRole('link', { name: 'Add a farm for Greta Thiessen' }).click();
    await expect(page).toHaveURL(`/addFarm/${await findUserId(newEmail)}`);
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');

    await page.goto('/dashboard');
    await row(page, 'Greta Thiessen').getByRole('link').first().click();
    await expect(page).toHaveURL(`/farmlist/${await findUserId(newEmail)}`);
    const customerPage = await browser.newPage({ baseURL: baseURL ?? '' });
    await signIn(customerPage, newEmail, TEST_PASSWORD);
    await expect(customerPage).toHaveURL(/\/allbins$/);
    await customerPage.close();
  });

  test("sees the server's error beside its field", async ({ page, consoleErrors }) => {
    consoleErrors.allowStatus(409, '/api/user/addUser');
    consoleErrors.allowStatus(422, '/api/user/addUser');
    await page.goto('/addUser');
    await page.getByRole('textbox', { name: 'Email' }).fill('farmer@granary.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('password123');
    await page.getByRole('textbox', { name: 'First Name' }).fill('Anneke');
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Again');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('This email address is already in use.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Anneke');
  });

  test("deletes a customer without farms after entering the distributor's password", async ({
    page,
    createUser,
    consoleErrors,
  }) => {
    const distributor = await apiFor('distributor');
    const { id } = (await distributor.get('user/getMyInfo')) as { id: string };
    const { id: user_id, name, email } = await createUser({ distributor_id: id });
    const farm = { farm_name: 'Active farm', user_id };
    const { farm_id } = (await distributor.send('POST', 'farm/addFarm', farm)) as {
      farm_id: string;
    };
    await page.goto('/dashboard');
    await expect(row(page, name)).toBeVisible();
    const customerList = (await distributor.get('user/getUsersList')) as unknown[];
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(`Customers ${customerList.length}`);

    await chooseAction(page, name, 'Delete Customer');
    const deleteDialog = page.getByRole('dialog', { name: `Delete ${name}` });
    await expect(deleteDialog.getByRole('alert')).toContainText(
      'User has active farms. Delete all farms first.',
    );
    await deleteDialog.getByRole('button', { name: 'Close' }).click();

    await distributor.send('DELETE', 'farm/deleteFarm', { id: farm_id });
    await chooseAction(page, name, 'Delete Customer');
    const passwordDialog = page.getByRole('dialog', { name: 'Verify your password' });
    await expect(passwordDialog).toContainText('Your administrator can restore it within 30 days.');
    consoleErrors.allowStatus(422, '/api/user/verifyPassword');
    await passwordDialog.getByRole('textbox', { name: 'Your password' }).fill('not the password');
    await passwordDialog.getByRole('button', { name: 'Delete' }).click();
    await expect(passwordDialog.getByText('Incorrect password.')).toBeVisible();
    expect(await findUserId(email)).toBe(user_id);

    await passwordDialog.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
    await passwordDialog.getByRole('button', { name: 'Delete' }).click();
    const doneDialog = page.getByRole('dialog', { name: 'User Deleted!' });
    await doneDialog.getByRole('button', { name: 'OK' }).click();
    await expect(row(page, name)).toHaveCount(0);
    await expect(heading).toHaveText(`Customers ${customerList.length - 1}`);
    expect(await findUserId(email)).toBeUndefined();
  });
});

test.describe("the findings about customers' bins", () => {
  test.use({ as: 'distributor' });

  test('are listed worst first, with a link to the bin', async ({ page, createUser }) => {
    const distributor = await apiFor('distributor');
    const { id } = (await distributor.get('user/getMyInfo')) as { id: string };
    const { name } = await createUser({ distributor_id: id });
    await page.goto('/dashboard');
    const rows = page.getByRole('main').getByRole('row');
    const worst = rows.filter({ hasText: 'Anneke Dueck' });
    await expect(worst).toHaveAttribute('aria-rowindex', '2');
    await expect(worst.getByText('Cable 3, row 11 from the top')).toBeVisible();
    await expect(row(page, name).getByText('No bins yet')).toBeVisible();
    await page.getByRole('button', { name: 'Critical 1' }).click();
    await expect(row(page, name)).toHaveCount(0);
    await worst.getByRole('link', { name: 'Home 4: Hot spot' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Home 4');
  });

  test('do not hide the customer list when they fail to load', async ({ page, consoleErrors }) => {
    let shouldFail = true;
    for (const call of ['getCustomerStates', 'getWorstCustomers']) {
      consoleErrors.allowStatus(500, `/api/user/${call}`);
      await page.route(`**/api/user/${call}*`, (route) =>
        shouldFail ? route.fulfill({ status: 500, json: { RESP_MSG: 'Down.' } }) : route.continue(),
      );
    }
    await page.goto('/dashboard');
    await expect(page.getByText('The status of the bins could not be loaded.')).toBeVisible();
    // The row links to the farms, phone and email, but not to a bin.
    await expect(row(page, 'Anneke Dueck').getByRole('link')).toHaveCount(3);
    shouldFail = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Anneke Dueck').getByText('Hot spot')).toBeVisible();
  });
});

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('deletes a customer with the keyboard', async ({ page, createUser }) => {
    const { name, email } = await createUser();
    await page.goto('/dashboard');
    await page.getByRole('searchbox', { name: 'Search customers' }).focus();
    await page.keyboard.type(name);
    const more = page.getByRole('button', { name: `More actions for ${name}` });
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(2);
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const menuItem = page.getByRole('menuitem', { name: 'Delete Customer' });
    await expect(menuItem).toBeVisible();
    await tabTo(page, menuItem, 'ArrowDown');
    await page.keyboard.press('Enter');
    const passwordDialog = page.getByRole('dialog', { name: 'Verify your password' });
    await tabTo(page, passwordDialog.getByRole('textbox', { name: 'Your password' }));
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    const doneDialog = page.getByRole('dialog', { name: 'User Deleted!' });
    await tabTo(page, doneDialog.getByRole('button', { name: 'OK' }));
    await page.keyboard.press('Enter');
    await expect(doneDialog).toHaveCount(0);
    expect(await findUserId(email)).toBeUndefined();
  });

  test('adds a distributor, who is listed with a link to their users', async ({
    page,
    newEmail,
  }) => {
    await page.goto('/addUser');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Distributor');
    await expect(page.getByRole('combobox', { name: 'Distributor' })).toHaveCount(0);
    await fillRequiredFields(page, newEmail, 'Noor');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('User Added!')).toBeVisible();
    await page.goto('/distributors');
    const card = page.getByRole('listitem').filter({ hasText: newEmail });
    await expect(card).toContainText('0 customers');
    await card.getByRole('link', { name: 'View Users: Noor Gill' }).click();
    await expect(page).toHaveURL(`/distributors/${await findUserId(newEmail)}/users`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText("Noor Gill's Users");
  });

  test('adds a customer for a distributor', async ({ page, createUser, newEmail }) => {
    const { id, name } = await createUser({ role: 'distributor' });
    await page.goto('/addUser');
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.selectOption('Distributor');
    await expect(page.getByRole('combobox', { name: 'Distributor' })).toHaveCount(0);
    await role.selectOption('User');
    await page.getByRole('combobox', { name: 'Distributor' }).selectOption(name);
    await fillRequiredFields(page, newEmail, 'Harpreet');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('User Added!')).toBeVisible();
    const admin = await apiFor('admin');
    const addedCustomer = await admin.get(`user/getUser?user_id=${await findUserId(newEmail)}`);
    expect(addedCustomer).toMatchObject({ role: 'user', distributor_id: id });
  });

  test('is warned that the customer changed the same details while the dialog was open, and can overwrite them', async ({
    page,
    createUser,
    consoleErrors,
  }) => {
    const { id, email, name } = await createUser();
    const customer = await ApiClient.signIn(email, TEST_PASSWORD, granaryUrl());
    await page.goto('/dashboard');
    await chooseAction(page, name, 'Edit details');
    const dialog = page.getByRole('dialog', { name: `Edit details for ${name}` });
    const phone = dialog.getByRole('textbox', { name: 'Phone Number' });
    await expect(dialog.getByRole('textbox', { name: 'First Name' })).toBeFocused();
    await phone.fill('204 555 0177');
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await customer.send('POST', 'user/updateUser', { phone: '1', last_name: 'Penner' });
    consoleErrors.allowStatus(409, `/api/user/customerDetails/${id}`);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Last Name and Phone Number');
    await expect(dialog.getByText('Changed to: 1')).toBeVisible();
    await expect(phone).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The details have been saved.')).toBeVisible();
    expect(await customer.get('user/getMyInfo')).toMatchObject({
      last_name: 'Penner',
      phone: '204 555 0177',
      language: 'de',
    });
  });

  test('moves a customer to another distributor or removes the distributor, unless another admin moved the customer first', async ({
    page,
    createUser,
    consoleErrors,
  }) => {
    const distributor = await createUser({ role: 'distributor' });
    const customer = await createUser();
    const admin = await apiFor('admin');
    const readCustomer = () => admin.get(`user/getUser?user_id=${customer.id}`);
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog', { name: `Change distributor for ${customer.name}` });
    for (const [option, distributor_id] of [
      [distributor.name, distributor.id],
      ['None', null],
    ] as const) {
      await chooseAction(page, customer.name, 'Change distributor');
      await dialog.getByRole('combobox', { name: 'Distributor' }).selectOption(option);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(
        dialog.getByText(`${customer.name}'s distributor has been changed.`),
      ).toBeVisible();
      expect(await readCustomer()).toMatchObject({ distributor_id });
      await dialog.getByRole('button', { name: 'OK' }).click();
    }

    await chooseAction(page, customer.name, 'Change distributor');
    const field = dialog.getByRole('combobox', { name: 'Distributor' });
    await field.selectOption(distributor.name);
    // The dialog does not list this distributor yet.
    const other = await createUser({ role: 'distributor' });
    const assignment = { user_id: customer.id, distributor_id: other.id };
    await admin.send('POST', 'user/assignDistributor', assignment);
    consoleErrors.allowStatus(409, '/api/user/assignDistributor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      `Someone else changed ${customer.name}'s distributor.`,
    );
    await expect(field).toHaveValue(other.id);
    expect(await admin.get(`user/getUser?user_id=${customer.id}`)).toMatchObject({
      distributor_id: other.id,
    });
    // A distributor with customers cannot be deleted.
    await admin.send('POST', 'user/assignDistributor', { ...assignment, distributor_id: null });
  });

  test('renders only the visible rows of a list of 5,000 customers', async ({ page }) => {
    const allCustomers = Array.from({ length: 5_000 }, (_, index) => {
      const id = String(index + 1_000);
      const names = {
        first_name: 'Customer',
        last_name: String(index),
        email: `c${index}@x.example`,
      };
      const place = { city: 'Elm Creek', state: 'Manitoba', country: 'Canada' };
      return { id, _id: id, ...names, phone: '', ...place, farm_count: 1, bin_count: 2 };
    });
    const states = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };
    const counts = { customer_count: 5_000, states, bin_count: 10_000 };
    const worstCustomers = { customers: allCustomers.slice(4_000, 4_020), farms: [], ...counts };
    await page.route('**/api/user/getWorstCustomers?*', (route) =>
      route.fulfill({ json: { RESP_MSG: worstCustomers } }),
    );
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/user/getUsersList', async (route) => {
      await released;
      await route.fulfill({ json: { RESP_MSG: allCustomers } });
    });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers 5,000');
    const items = page.getByRole('main').getByRole('row');
    await expect(items.filter({ hasText: 'Customer 4000' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('table')).toHaveAttribute(
      'aria-rowcount',
      '5001',
    );
    const search = page.getByRole('searchbox', { name: 'Search customers' });
    await search.fill('1234');
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
    release();
    await expect(items).toHaveCount(2);
    await search.clear();
    await expect(items.filter({ hasText: 'Customer 10' })).toBeVisible();
    expect(await items.count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByText('Customer 4999')).toBeVisible();
    await search.fill('4321');
    await expect(items).toHaveCount(2);
  });
});
