import { expect } from '@playwright/test';
import { ApiClient } from '../support/api.ts';
import { granaryUrl } from '../support/test.ts';
import { signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

type Profile = Readonly<Record<string, unknown>>;

test('saves the profile and shows errors beside their fields', async ({ page, createUser }) => {
  const { email, name } = await createUser();
  await signIn(page, email, TEST_PASSWORD);
  await page.getByRole('button', { name: `${name} User, account menu` }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly', '');

  const city = page.getByRole('textbox', { name: 'City' });
  await city.fill('');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('ring twice');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  await expect(page.getByText('Use only digits, spaces and + ( ) . -')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toBeFocused();

  await city.fill('Plum Coulee');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('+1 204 555-0199');
  await page.getByRole('textbox', { name: 'First Name' }).fill('Tested');
  await page.getByRole('combobox', { name: 'Timezone' }).selectOption('America/Regina');
  await page.getByLabel('Temperature unit in lists').selectOption('Fahrenheit (°F)');
  await page.getByRole('switch', { name: 'Text messages (SMS)' }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Updated!' });
  await expect(dialog.getByText('Your Information Updated!')).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  const newName = name.replace('Test', 'Tested');
  await expect(page.getByRole('button', { name: `${newName} User, account menu` })).toBeVisible();

  await page.reload();
  await expect(city).toHaveValue('Plum Coulee');
  await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue('America/Regina');
  await expect(page.getByLabel('Temperature unit in lists')).toHaveValue('f');
  await expect(page.getByRole('switch', { name: 'Text messages (SMS)' })).toBeChecked();
});

test('reports a change made in another session and does not overwrite it', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { email } = await createUser();
  const otherSession = await ApiClient.signIn(email, TEST_PASSWORD, granaryUrl());
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  const city = page.getByRole('textbox', { name: 'City' });
  await city.fill('Carman');
  await otherSession.send('POST', 'user/updateUser', { city: 'Miami', phone: '204 555 0111' });

  consoleErrors.allowStatus(409, '/api/user/updateUser');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Phone Number and City.');
  await expect(city).toHaveValue('Carman');
  await expect(page.getByText('Changed to: Miami')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('204 555 0111');
  expect(((await otherSession.get('user/getMyInfo')) as Profile)['city']).toBe('Miami');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Updated!' })).toBeVisible();
  expect((await otherSession.get('user/getMyInfo')) as Profile).toMatchObject({
    city: 'Carman',
    phone: '204 555 0111',
  });
});

test('asks before unsaved changes are lost', async ({ page, createUser }) => {
  const { email } = await createUser();
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  await page.getByRole('textbox', { name: 'City' }).fill('Somewhere else');
  await page.getByRole('banner').getByRole('link', { name: 'Granary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Somewhere else');
  await page.getByRole('banner').getByRole('link', { name: 'Granary' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/allbins');
});

test('saves the language chosen in the top bar to the profile', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { email } = await createUser();
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  await page.getByRole('textbox', { name: 'City' }).fill('Carman');
  const saveResponse = page.waitForResponse('**/api/user/updateUser');
  await page.getByRole('banner').getByRole('combobox').selectOption({ label: 'Deutsch' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect((await saveResponse).status()).toBe(200);
  const api = await ApiClient.signIn(email, TEST_PASSWORD, granaryUrl());
  expect(((await api.get('user/getMyInfo')) as Profile)['language']).toBe('de');
  // The open form uses the new language and keeps the input.
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('dialog', { name: 'Aktualisiert!' })).toBeVisible();
  expect(await api.get('user/getMyInfo')).toMatchObject({ city: 'Carman', language: 'de' });

  // This browser uses another language; saving other fields does not change that.
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const updatedDialog = page.getByRole('dialog', { name: 'Updated!' });
  await page.getByRole('textbox', { name: 'City' }).fill('Roland');
  await save.click();
  await updatedDialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // The language is saved even if its texts do not load.
  consoleErrors.allowLostConnection();
  await page.route('**/assets/it-*.js', (route) => route.abort());
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('it');
  await save.click();
  await updatedDialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('alert')).toContainText('This language could not be loaded');
  expect(await api.get('user/getMyInfo')).toMatchObject({ city: 'Roland', language: 'it' });
  await page.getByRole('banner').getByRole('combobox').selectOption({ label: 'Italiano' });
  const notice = page.getByRole('dialog', { name: /language could not be loaded/ });
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('does not show notification switches to a distributor', async ({ page, createUser }) => {
  const { email } = await createUser({ role: 'distributor' });
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'City' })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});
