import { toPagination } from '@granary/contract/pagination';
import { expect } from '@playwright/test';
import { apiFor } from '../support/test.ts';
import { test } from '../support/test-user.ts';

test.use({ as: 'admin' });

test('lists who changed what about a customer, newest first', async ({ page, createUser }) => {
  const { id, name } = await createUser();
  const admin = await apiFor('admin');
  const [distributor] = (await admin.get('user/getDistributorList')) as { id: string }[];
  const assignment = { user_id: id, distributor_id: distributor?.id };
  await admin.send('POST', 'user/assignDistributor', assignment);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Changes: ${name}` })).toBeVisible();
  const entries = page.getByRole('main').getByRole('list').first().locator('> li');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(`Changed · account ${name}`);
  await expect(entries.first()).toContainText('Ines Wiebe · from 127.0.0.1');
  await expect(entries.first()).toContainText('Distributor: Marcel Fontaine');
  await expect(entries.last()).toContainText(`Added · account ${name}`);
  await entries
    .last()
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect(entries.last()).toContainText('City: Altona');
});

test('pages through the changes', async ({ page }) => {
  const entry = (id: number) => ({
    id: String(id),
    date_time: '2026-03-01T10:00:00.000Z',
    actor_id: null,
    actor_name: '',
    address: '',
    act: 'changed',
    subject: 'farm',
    subject_id: '1',
    subject_name: `Farm ${id}`,
    changes: [],
  });
  await page.route('**/api/audit?*', (route) => {
    const pageNumber = Number(new URL(route.request().url()).searchParams.get('page'));
    const length = pageNumber === 1 ? 50 : 2;
    const data = Array.from({ length }, (_, index) => entry((pageNumber - 1) * 50 + index + 1));
    const json = { RESP_MSG: 'OK', data, pagination: toPagination(pageNumber, 50, 52, false) };
    return route.fulfill({ json });
  });
  await page.goto('/changes');
  await expect(page.getByText('Farm 50', { exact: false })).toBeVisible();
  await expect(page.getByRole('status').getByText('52 changes')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/changes?page=2');
  await expect(page.getByText('Farm 52')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText('Farm 1', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0);
});
