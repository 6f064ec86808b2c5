import { expect } from '@playwright/test';
import { apiFor } from '../support/test.ts';
import { test } from '../support/test-user.ts';

test.use({ as: 'admin' });

test('saves notes and does not overwrite changes by another user', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { id, name } = await createUser();
  const admin = await apiFor('admin');
  await page.goto(`/notes/${id}`);
  const box = page.getByRole('textbox', { name: `Notes on ${name}` });
  await expect(box).toHaveAttribute('rows', '25');
  await box.fill('Gate code 4711. Call first.');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  const savedMessage = page.getByText('Notes updated successfully!');
  await expect(savedMessage).toBeVisible();
  await expect(savedMessage).toHaveCount(0);
  expect(await admin.get(`user/notes/${id}`)).toMatchObject({
    admin_notes: 'Gate code 4711. Call first.',
  });

  await admin.send('POST', `user/notes/${id}`, { admin_notes: 'Gate code 4712.' });
  consoleErrors.allowStatus(409, `/api/user/notes/${id}`);
  await box.fill('Gate code 4711. Dog is friendly.');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Someone else changed these notes while you were editing.',
  );
  await expect(page.getByText('Gate code 4712.')).toBeVisible();
  await expect(box).toHaveValue('Gate code 4711. Dog is friendly.');
  expect(await admin.get(`user/notes/${id}`)).toMatchObject({ admin_notes: 'Gate code 4712.' });

  await page.getByRole('button', { name: 'Use their version' }).click();
  const discardDialog = page.getByRole('dialog', { name: 'Discard your text?' });
  await discardDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(box).toHaveValue('Gate code 4711. Dog is friendly.');
  // The notes are saved even if they cannot be reloaded.
  await page.route(`**/api/user/notes/${id}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(savedMessage).toBeVisible();
  await page.unroute(`**/api/user/notes/${id}`);
  await page.reload();
  await expect(box).toHaveValue('Gate code 4711. Dog is friendly.');
});

test('shows an error when notes cannot be loaded or saved', async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const { id, name } = await createUser();
  consoleErrors.allowStatus(400, `/api/user/notes/${id}`);
  const failingMethods = new Set(['GET', 'POST']);
  const errorBody = { RESP_CODE: 'BAD_REQUEST', RESP_MSG: 'Refused.', message: 'Refused.' };
  await page.route(`**/api/user/notes/${id}`, (route) =>
    failingMethods.has(route.request().method())
      ? route.fulfill({ status: 400, json: errorBody })
      : route.continue(),
  );
  await page.goto(`/notes/${id}`);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch notes.');
  failingMethods.delete('GET');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: `Notes on ${name}` }).fill('Lost?');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to update notes.');
  await expect(page.getByRole('textbox', { name: `Notes on ${name}` })).toHaveValue('Lost?');
});
