import { expect, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { ApiClient } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/keyboard.ts';
import { granaryUrl } from '../support/test.ts';
import { signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

const NEW_PASSWORD = 'ninety geese at dawn';

// Users do this on their phones; the tour opens the screens at both widths.
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

/** Tabs to a field and types into it. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test.describe('staff', () => {
  test.use({ as: 'admin' });

  test('invites a person, who sets their password with the link', async ({
    page,
    browser,
    newEmail,
  }) => {
    await page.goto('/addUser');
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail);
    await page.getByRole('textbox', { name: 'First Name' }).fill('Ola');
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Nordmann');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const dialog = page.getByRole('dialog');
    const link = await dialog.locator('code').innerText();
    await expectAccessible(page, 'the invitation link');

    const storageState = { cookies: [], origins: [] };
    const visitor = await browser.newPage({ baseURL: granaryUrl(), storageState });
    await visitor.goto(link);
    await expect(visitor.getByText('Hello Ola Nordmann.')).toBeVisible();
    // The token is removed from the URL.
    await expect(visitor).toHaveURL('/invitation');
    await expectAccessible(visitor, 'an invitation');
    const password = visitor.getByRole('textbox', { name: 'Password', exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await typeInto(visitor, password, NEW_PASSWORD);
    const confirmation = visitor.getByRole('textbox', { name: 'Confirm new password' });
    await typeInto(visitor, confirmation, NEW_PASSWORD);
    await visitor.keyboard.press('Enter');
    await expect(visitor).toHaveURL('/allbins');
    await visitor.goto('/logout');
    await visitor.goto(link);
    await expect(
      visitor.getByText('This invitation has expired or has already been used.'),
    ).toBeVisible();
    await visitor.close();

    await page.goto('/securityEvents');
    const kind = page.getByRole('combobox', { name: 'What happened' });
    await kind.selectOption('Invitation accepted');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const events = page.getByRole('main').getByRole('list').last().getByRole('listitem');
    await expect(events.filter({ hasText: 'Account: Ola Nordmann' })).not.toHaveCount(0);
    await expect(events.filter({ hasNotText: 'Invitation accepted' })).toHaveCount(0);
  });
});

/** Signs in with the password and then a second-factor code. */
async function signInWithCode(page: Page, email: string, code: string): Promise<void> {
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/allbins');
}

test('signs in with an authenticator app, or with a recovery code instead', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  consoleErrors.allowStatus(403, '/api/user/login');
  const { email } = await createUser();
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  const card = page.locator('section', { hasText: 'Two-factor sign-in' });
  await tabTo(page, card.getByRole('button', { name: 'Turn on' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await page.keyboard.type(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page, 'the key of an authenticator app');
  const secret = Secret.fromBase32(await dialog.locator('code').innerText());
  const app = new TOTP({ secret });
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.keyboard.type(app.generate());
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await expectAccessible(page, 'recovery codes');
  await expect(dialog.getByRole('button', { name: "I've saved them" })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two-factor sign-in is on. 10 recovery codes left.')).toBeVisible();

  // The code for the current time step has been used; the code for the next one is already accepted.
  await signInWithCode(page, email, app.generate({ timestamp: Date.now() + 30_000 }));
  await signInWithCode(page, email, recoveryCode.toLowerCase());
  await page.goto('/profile');
  await expect(page.getByText('Two-factor sign-in is on. 9 recovery codes left.')).toBeVisible();
});

test('lists sessions, changes the password and signs out everywhere', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { email } = await createUser();
  await ApiClient.signIn(email, TEST_PASSWORD, granaryUrl());
  await signIn(page, email, TEST_PASSWORD);
  await page.goto('/profile');
  const sessions = page.getByRole('listitem').filter({ hasText: 'since' });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'Chrome, ' })).toContainText('this browser');
  await expectAccessible(page, 'the profile with sessions');

  consoleErrors.allowStatus(422, '/api/user/changePassword');
  const currentPassword = page.getByRole('textbox', { name: 'Current password' });
  await typeInto(page, currentPassword, 'not the right one');
  const fields = ['New password', 'Confirm new password'];
  for (const name of fields) {
    await typeInto(page, page.getByRole('textbox', { name, exact: true }), NEW_PASSWORD);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await expect(currentPassword).toBeFocused();
  await currentPassword.fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your other sessions have ended.')).toBeVisible();
  await expect(sessions).toHaveCount(1);

  await tabTo(page, page.getByRole('button', { name: 'Sign out everywhere' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, NEW_PASSWORD);
});
