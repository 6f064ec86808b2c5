import { expect } from '@playwright/test';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { navigateWithin } from '../support/navigate.ts';
import { apiFor } from '../support/test.ts';
import { findUserId, test } from '../support/test-user.ts';

test.use({ as: 'admin' });

test("shows and deletes a distributor's users, then the distributor", async ({
  page,
  createUser,
  consoleErrors,
}) => {
  const admin = await apiFor('admin');
  const distributor = await createUser({ role: 'distributor' });
  const customer = await createUser({ distributor_id: distributor.id });
  await page.goto('/distributors');
  const card = page.getByRole('listitem').filter({ hasText: distributor.email });
  await expect(card).toContainText('1 customer');

  // A distributor with customers cannot be deleted.
  const name = `Delete Distributor: ${distributor.name}`;
  await card.getByRole('button', { name }).click();
  const deleteDialog = page.getByRole('dialog', { name: `Delete ${distributor.name}` });
  await expect(deleteDialog).toContainText('Distributor has customers. Move or delete them first.');
  await deleteDialog.getByRole('button', { name: 'Close' }).click();

  await card.getByRole('link', { name: `View Users: ${distributor.name}` }).click();
  await expect(page).toHaveURL(`/distributors/${distributor.id}/users`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`${distributor.name}'s Users 1`);
  const table = page.getByRole('table', { name: `${distributor.name}'s Users` });
  await expect(table.getByRole('rowheader')).toContainText(customer.name);

  // A user with farms cannot be deleted, and a wrong password deletes no one.
  const farm = { farm_name: 'Active farm', user_id: customer.id };
  const { farm_id } = (await admin.send('POST', 'farm/addFarm', farm)) as { farm_id: string };
  const deleteButton = table.getByRole('button', { name: `Delete User: ${customer.name}` });
  await deleteButton.click();
  const userDialog = page.getByRole('dialog', { name: `Delete ${customer.name}` });
  await expect(userDialog.getByRole('alert')).toContainText('Delete all farms first.');
  await userDialog.getByRole('button', { name: 'Close' }).click();
  await admin.send('DELETE', 'farm/deleteFarm', { id: farm_id });
  await deleteButton.click();
  const passwordDialog = page.getByRole('dialog', { name: 'Verify your password' });
  consoleErrors.allowStatus(422, '/api/user/verifyPassword');
  await passwordDialog.getByRole('textbox', { name: 'Your password' }).fill('not the password');
  await passwordDialog.getByRole('button', { name: 'Delete' }).click();
  await expect(passwordDialog.getByText('Incorrect password.')).toBeVisible();
  expect(await findUserId(customer.email)).toBe(customer.id);
  await passwordDialog.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await passwordDialog.getByRole('button', { name: 'Delete' }).click();
  const doneDialog = page.getByRole('dialog', { name: 'User Deleted!' });
  await doneDialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No users yet')).toBeVisible();

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(card).toContainText('0 customers');
  await card.getByRole('button', { name }).click();
  await passwordDialog.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await passwordDialog.getByRole('button', { name: 'Delete' }).click();
  await doneDialog.getByRole('button', { name: 'OK' }).click();
  await expect(card).toHaveCount(0);
  expect(await findUserId(distributor.email)).toBeUndefined();
});

test('shows the name of the distributor above the users after a direct visit', async ({
  page,
  createUser,
}) => {
  const { id, name } = await createUser({ role: 'distributor' });
  await page.goto(`/distributors/${id}/users`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name}'s Users`);
});

test.describe('a distributor', () => {
  test.use({ as: 'distributor' });

  test('sees that only admins can view distributors', async ({ page }) => {
    await page.goto('/distributors');
    await expect(page.getByText('Only admins can see distributors.')).toBeVisible();
    await page.goto('/distributors/2/users');
    await expect(page.getByText('Only admins can see distributors.')).toBeVisible();
  });

  test('sees a not-found message for IDs that do not exist', async ({ page, consoleErrors }) => {
    const pages = [
      ['/farmlist/999999', 'System List'],
      ['/binsensorlist/999999', 'Farm'],
      ['/binsensormap/999999', 'Map'],
      ['/editfarm/999999', 'Edit System'],
      ['/notes/999999', 'Notes'],
      ['/changes?user=999999', 'Changes'],
    ] as const;
    const calls = ['getFarm', 'getAllBins', 'getAllFarms', 'getFarmStates'];
    for (const call of [...calls.map((name) => `farm/${name}`), 'user/getUser']) {
      consoleErrors.allowStatus(404, `/api/${call}`);
    }
    consoleErrors.allowStatus(404, '/api/user/notes/999999');
    await page.goto('/contacts');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Contacts');
    for (const [path, title] of pages) {
      await navigateWithin(page, path);
      await expect(heading).toHaveText(title);
      await expect(page.getByRole('alert')).toContainText('This page does not exist.');
      await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
  });
});
