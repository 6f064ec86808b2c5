import { expect, type Page } from '@playwright/test';
import type { ApiBin } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { binPath } from '../support/paths.ts';
import { apiFor } from '../support/test.ts';
import { type ApiFarm, addBins, test } from '../support/test-farm.ts';

test.use({ as: 'farmer' });

/** Opens the Fan tab of a new bin whose fan runs on a schedule. */
async function openSchedule(page: Page, farm: ApiFarm) {
  const [bin] = (await addBins(farm, 1)) as readonly [ApiBin];
  const settings = { fan_attached: true, fan_automation: 'scheduled' };
  await (await apiFor('farmer')).send('PUT', `board/${bin.id}/fan-settings`, settings);
  await page.goto(`${binPath(bin)}?tab=4`);
  const panel = page.getByRole('region', { name: 'Schedule' });
  await expect(page.getByText(`Times are in ${farm.timezone}`)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Schedule Fan Controller' });
  return {
    panel,
    dialog,
    findDay: (name: string) => panel.getByRole('listitem').filter({ hasText: name }).first(),
    addButton: dialog.getByRole('button', { name: 'Add Time Slot' }),
    fillTimes: async (onTime: string, offTime: string) => {
      await dialog.getByLabel('Fan on').fill(onTime);
      await dialog.getByLabel('Fan off').fill(offTime);
    },
  };
}

test('validates, adds, copies and deletes a slot', async ({ page, farm, consoleErrors }) => {
  // The bin has not reported yet.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const { panel, dialog, findDay, addButton, fillTimes } = await openSchedule(page, farm);
  await expect(panel).toContainText('No time slots yet');
  await panel.getByRole('button', { name: 'Add Time Slot', exact: true }).click();
  await addButton.click();
  await expect(dialog).toContainText('Please select a day');
  await dialog.getByLabel('Day').selectOption('Tuesday');
  await addButton.click();
  await expect(dialog).toContainText('Both on and off times are required');
  await fillTimes('22:00', '06:00');
  await addButton.click();
  await expect(dialog).toContainText(
    'Fan off time must be after fan on time (same day scheduling only)',
  );
  await expectAccessible(page, 'the time slot dialog');
  await fillTimes('06:00', '08:30');
  await page.keyboard.press('Enter');
  // The message soon disappears.
  const addedMessage = page.getByText('Time slot added');
  await expect(addedMessage).toBeVisible();
  await expect(addedMessage).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(findDay('Tuesday')).toContainText('6:00 AM to 8:30 AM');
  await expect(panel).toContainText(/Next start: Tue, .*6:00 AM, for 2 hr 30 min/);

  await findDay('Tuesday').getByRole('button', { name: 'Add Time Slot: Tuesday' }).click();
  await fillTimes('08:00', '23:59');
  await addButton.click();
  await expect(dialog).toContainText('Time slot overlaps with existing schedule for this day');
  await page.keyboard.press('Escape');

  await panel.getByRole('button', { name: 'Copy Tuesday to other days' }).click();
  const copyDialog = page.getByRole('dialog', { name: 'Copy Tuesday to other days' });
  await copyDialog.getByLabel('Sunday').check();
  await copyDialog.getByRole('button', { name: 'Copy' }).click();
  await expect(findDay('Sunday')).toContainText('6:00 AM to 8:30 AM');
  await expectAccessible(page, 'the schedule of a fan');

  await panel.getByRole('button', { name: 'Delete Tuesday, 6:00 AM to 8:30 AM' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Time slot deleted')).toBeVisible();
  await expect(findDay('Tuesday')).toContainText('No time slots');
  await page.reload();
  await expect(findDay('Sunday')).toContainText('6:00 AM to 8:30 AM');
  await expect(findDay('Tuesday')).toContainText('No time slots');
});

test('shows what went wrong, and keeps what was typed', async ({ page, farm, consoleErrors }) => {
  // The bin has not reported yet.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const { dialog, findDay, addButton, fillTimes } = await openSchedule(page, farm);
  const callPath = 'boardCommands/addCommandScheduled';
  const mockFailure = (status: number, path: string) =>
    page.route(`**/api/${callPath}`, (route) =>
      route.fulfill({
        status,
        json: {
          RESP_CODE: 'INVALID_INPUT',
          RESP_MSG: '',
          message: '',
          errors: [{ path, message: '' }],
        },
      }),
    );
  consoleErrors.allowStatus(400, `/api/${callPath}`);
  consoleErrors.allowStatus(422, `/api/${callPath}`);
  await findDay('Monday').getByRole('button', { name: 'Add Time Slot: Monday' }).click();
  await fillTimes('06:00', '08:00');
  await mockFailure(400, 'schedule');
  await addButton.click();
  await expect(dialog).toContainText('Failed to update schedule. Please try again.');
  await page.unroute(`**/api/${callPath}`);
  await mockFailure(422, 'bin_topic');
  await addButton.click();
  await expect(dialog).toContainText('Missing bin data. Please refresh the page.');
  await page.unroute(`**/api/${callPath}`);
  const token = await page.evaluate(() => {
    const stored = localStorage.getItem('token') ?? '';
    localStorage.removeItem('token');
    return stored;
  });
  await addButton.click();
  await expect(dialog).toContainText('JWT token not found in localStorage.');
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
  await addButton.click();
  await expect(findDay('Monday')).toContainText('6:00 AM to 8:00 AM');

  await findDay('Monday')
    .getByRole('button', { name: 'Delete Monday, 6:00 AM to 8:00 AM' })
    .click();
  await mockFailure(400, 'schedule');
  const deleteDialog = page.getByRole('dialog');
  await deleteDialog.getByRole('button', { name: 'Delete' }).click();
  await expect(deleteDialog).toContainText('Failed to delete time slot. Please try again.');
});
