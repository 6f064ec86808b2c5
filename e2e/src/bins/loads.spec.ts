import { expect } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A bin whose fill is calculated from its ledger. */
const MANUAL_BIN = 'Coteau 3';

test('adds, corrects, deletes and restores a load', async ({ page, api }) => {
  await page.goto(binPath((await api.listBins()).get(MANUAL_BIN)));
  await page.getByRole('link', { name: 'Inventory' }).click();
  const fill = page.getByRole('region', { name: 'Bin fill' });
  await expect(fill).toContainText('%');
  const before = await fill.innerText();

  await page.getByRole('banner').getByRole('link', { name: 'Granary' }).click();
  await expect(page).toHaveURL('/allbins');
  await page.goBack();
  await page.getByRole('tab', { name: 'Bin Sensor UnLoads' }).click();
  await page.getByRole('button', { name: 'Add unload' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const volume = dialog.getByRole('textbox', { name: /^Volume/ });
  await expect(volume).toBeFocused();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await volume.fill('999999');
  const warning = dialog.getByText('More than is in the bin');
  await expect(warning).toBeVisible();
  await volume.fill('123');
  await expect(warning).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Moisture, %' }).fill('101');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a number from 0 to 100.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Moisture, %' }).fill('13.4');
  // Input typed while the entry is being saved becomes a correction of the saved entry.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/board/addBinLoad', async (route) => {
    await released;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('textbox', { name: 'Protein, %' }).fill('11.5');
  release();
  await expect(dialog.getByText('Your latest edits are not saved yet.')).toBeVisible();
  await expect(dialog).toHaveAccessibleName('Edit unload');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: '13.4' });
  await expect(row).toContainText('123');
  await expect(row).toContainText('11.5');
  await expect(fill).not.toHaveText(before, { useInnerText: true });

  await row.getByRole('button', { name: /^Edit:/ }).click();
  await dialog.getByRole('textbox', { name: /^Volume/ }).fill('124');
  // The page asks before unsaved input is lost.
  await page.keyboard.press('Escape');
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const cancelLeaving = async () => {
    await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(leaveDialog).toHaveCount(0);
  };
  await cancelLeaving();
  await page.goForward();
  await cancelLeaving();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('124');
  const corrected = page.getByText('The entry has been corrected');
  await expect(corrected).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('123');
  await expect(corrected).toHaveCount(0);

  const deleteEntry = async () => {
    // The table moves when the notice above it appears or disappears, so a click may miss the button.
    await expect(async () => {
      await row.getByRole('button', { name: /^Delete:/ }).click();
      await expect(dialog.getByText('You can restore it on this page within 30 days.')).toBeVisible(
        { timeout: 2_000 },
      );
    }).toPass({ timeout: 20_000 });
    await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(row).toHaveCount(0);
  };
  await deleteEntry();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('123');
  await deleteEntry();
  await page.reload();
  await page.getByRole('tab', { name: 'Bin Sensor UnLoads' }).click();
  await page.getByText(/^Deleted entr/).click();
  await page.getByRole('button', { name: /^Restore: Unload of 123 / }).click();
  await expect(row).toContainText('123');
  await deleteEntry();
  await expect(fill).toHaveText(before, { useInnerText: true });
});

test('warns above the ledger when more was hauled out than was in the bin', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get(MANUAL_BIN);
  const unload = { type: 'unload', date_time: '2026-01-02T10:00:00Z', moisture: null };
  const { id, version } = (await api.send('POST', 'board/addBinLoad', {
    ...unload,
    bin_sensor_id: bin?.id,
    volume: 500_000.125,
    protein: null,
  })) as { readonly id: string; readonly version: number };
  await page.goto(`${binPath(bin)}/loads`);
  const warning = page.getByText('More was hauled out than was in the bin');
  await expect(warning).toBeVisible();
  await expect(page.getByText(/^The difference is [\d,]+ bushels\./)).toBeVisible();
  await page.getByRole('tab', { name: 'Bin Sensor UnLoads' }).click();
  await expect(page.getByRole('cell', { name: '500,000.125' })).toBeVisible();
  await api.send('DELETE', `board/binLoads/${id}`, { version });
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Bin Sensor UnLoads' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(warning).toHaveCount(0);
});
