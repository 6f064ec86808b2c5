import { expect } from '@playwright/test';
import { addBins, findFarmerId, listFarms, test } from '../support/test-farm.ts';

test.use({ as: 'distributor' });

test('shows how many bins will be deleted with a farm before it is deleted', async ({
  page,
  api,
  farm,
}) => {
  await addBins(farm, 3);
  await page.goto(`/farmlist/${farm.user_id}`);
  const button = page.getByRole('button', { name: `Delete System: ${farm.farm_name}` });
  await button.click();
  const confirmDialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(confirmDialog).toContainText(
    /You won't be able to revert this!.*Your administrator can restore it within 30 days\./,
  );
  await expect(confirmDialog).toContainText('and its 3 bins will be deleted');
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmDialog).toHaveCount(0);
  await expect(button).toBeFocused();

  // Someone else adds a bin.
  await addBins(farm, 1);
  await button.click();
  await expect(confirmDialog).toContainText('and its 4 bins will be deleted');
  await confirmDialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  const doneDialog = page.getByRole('dialog', { name: 'Farm Deleted!' });
  await doneDialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { level: 2, name: farm.farm_name })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect((await listFarms(api, await findFarmerId())).map(({ farm_id }) => farm_id)).not.toContain(
    farm.farm_id,
  );
});

test('shows why a farm cannot be deleted', async ({ page, farm, consoleErrors }) => {
  consoleErrors.allowStatus(500, '/api/farm/deleteFarm');
  await page.route('**/api/farm/deleteFarm', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/farmlist/${farm.user_id}`);
  await page.getByRole('button', { name: `Delete System: ${farm.farm_name}` }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await confirmDialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(confirmDialog.getByRole('alert')).toContainText('Internal Error.');
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 2, name: farm.farm_name })).toBeVisible();
});

for (const as of ['distributor', 'admin'] as const) {
  test.describe(`the ${as}`, () => {
    test.use({ as });

    test('deletes a bin and reloads the list', async ({ page, farm }) => {
      const [bin, other] = await addBins(farm, 2);
      await page.goto(`/binsensorlist/${farm.farm_id}`);
      const more = page.getByRole('button', { name: `More actions for ${bin?.bin_name}` });
      const confirmDialog = page.getByRole('dialog', { name: 'Are you sure?' });
      await more.click();
      await page.getByRole('menuitem', { name: 'Delete Bin' }).click();
      await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(more).toBeFocused();
      await more.click();
      await page.getByRole('menuitem', { name: 'Delete Bin' }).click();
      // The command is for admins only.
      const hint =
        as === 'admin'
          ? `To restore it within 30 days, run this on the server: npm run admin -- restore-bin ${bin?.id}`
          : 'Your administrator can restore it within 30 days.';
      await expect(confirmDialog).toContainText(`You won't be able to revert this!`);
      await expect(confirmDialog).toContainText(hint);
      await confirmDialog.getByRole('button', { name: 'Yes, delete it!' }).click();
      const doneDialog = page.getByRole('dialog', { name: 'Deleted!' });
      await expect(doneDialog).toContainText('Bin Sensor Deleted!');
      await expect(doneDialog).toContainText(hint);
      await doneDialog.getByRole('button', { name: 'OK' }).click();
      await expect(page.getByRole('link', { name: `View Details: ${bin?.bin_name}` })).toHaveCount(
        0,
      );
      await expect(
        page.getByRole('link', { name: `View Details: ${other?.bin_name}` }),
      ).toBeVisible();
      await expect(page.getByText('1 bin', { exact: false }).first()).toBeVisible();
    });
  });
}

test.describe('the admin', () => {
  test.use({ as: 'admin' });

  test('deletes a farm', async ({ page, farm }) => {
    await page.goto(`/farmlist/${farm.user_id}`);
    await page.getByRole('button', { name: `Delete System: ${farm.farm_name}` }).click();
    const confirmDialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await confirmDialog.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByRole('dialog', { name: 'Farm Deleted!' })).toBeVisible();
  });
});
