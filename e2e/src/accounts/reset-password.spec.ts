import { expect } from '@playwright/test';
import { readMailedCode, signIn, TEST_PASSWORD, test } from '../support/test-user.ts';

test('resets a forgotten password with the emailed code', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { email } = await createUser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot your password? · Granary');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL('/forgot-pwd-token');
  await expect(page.getByText(`Enter the code for ${email}.`)).toBeVisible();

  const boxes = page.getByRole('group', { name: 'Code' }).getByRole('textbox');
  await expect(boxes).toHaveCount(6);
  const password = page.getByRole('textbox', { name: 'New password', exact: true });
  const confirmation = page.getByRole('textbox', { name: 'Confirm new password' });
  const submit = page.getByRole('button', { name: 'Set password' });

  await boxes.first().pressSequentially('WRON');
  await password.fill('a new one for the yard');
  await confirmation.fill('another one for the yard');
  await submit.click();
  await expect(page.getByText('Invalid Token!')).toBeVisible();
  await expect(page.getByText('Password did not match!')).toBeVisible();
  await expect(boxes.first()).toBeFocused();

  // The server rejects a wrong code, and the form keeps the input.
  consoleErrors.allowStatus(422, '/api/user/resetPassword');
  await confirmation.fill('a new one for the yard');
  await boxes.nth(4).pressSequentially('GG');
  await expect(page.getByText('Password did not match!')).toHaveCount(0);
  await submit.click();
  await expect(page.getByText('Invalid Token!')).toBeVisible();
  await expect(password).toHaveValue('a new one for the yard');

  // A code pasted into one box fills all boxes, even with the whitespace that mail programs copy with it.
  const code = await readMailedCode(email);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, ` ${code}\n`);
  for (const [index, letter] of [...code].entries()) {
    await expect(boxes.nth(index)).toHaveValue(letter);
  }
  await submit.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your password has been changed. Please sign in.')).toBeVisible();

  await signIn(page, email, 'a new one for the yard');
  consoleErrors.allowStatus(401, '/api/user/login');
  await page.goto('/logout');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Email or Password is invalid.');
});

test('moves back through the code boxes when deleting', async ({ page }) => {
  await page.goto('/forgot-pwd-token');
  const boxes = page.getByRole('group', { name: 'Code' }).getByRole('textbox');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code');
  await boxes.first().pressSequentially('ABC');
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(2)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(2)).toHaveValue('');
  await expect(boxes.nth(1)).toBeFocused();
});

test('reports an email address without an account', async ({ page, consoleErrors }) => {
  consoleErrors.allowStatus(404, '/api/user/sendResetCode');
  await page.goto('/pages-forgot-pwd');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@granary.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText("User Does't exist");
});

test('explains what to do after too many requests or when email cannot be sent', async ({
  page,
  consoleErrors,
}) => {
  const path = '/api/user/sendResetCode';
  const errorBody = (RESP_CODE: string, message: string) => ({
    RESP_CODE,
    RESP_MSG: message,
    message,
  });
  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('farmer@granary.example');
  const submit = page.getByRole('button', { name: 'Send code' });

  consoleErrors.allowStatus(429, path);
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '1500' },
      json: errorBody('TOO_MANY_REQUESTS', 'Too many attempts.'),
    }),
  );
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('Too many codes requested.');
  await expect(page.getByRole('alert')).toContainText('Please try again in 25 min.');

  consoleErrors.allowStatus(503, path);
  await page.unroute(`**${path}`);
  const mailError = 'The email could not be sent. Please try again later.';
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 503, json: errorBody('UNAVAILABLE', mailError) }),
  );
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('Internal Error.');
  await expect(page.getByRole('alert')).toContainText(mailError);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('farmer@granary.example');
});
