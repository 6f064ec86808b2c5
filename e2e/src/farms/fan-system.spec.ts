import { expect, type Page } from '@playwright/test';
import { executeSql } from '../support/database.ts';
import { apiFor } from '../support/test.ts';
import { addBins, test } from '../support/test-farm.ts';
import { getWorkerDemo } from '../support/worker-demo.ts';

test.use({ as: 'farmer' });

/** Mocks the latest command; returns the ID of its board. */
async function mockLatestCommand(page: Page, command: object): Promise<string> {
  const bin = (await (await apiFor('farmer')).listBins()).get('Home 4');
  await page.route('**/api/boardCommands/latestOfFarm?*', (route) =>
    route.fulfill({
      json: {
        RESP_MSG: [
          {
            main_board_id: bin?.bin_topic,
            bin_id: bin?.id,
            bin_name: 'Home 4',
            fan_status_after_releasing_command: 'on',
            ...command,
          },
        ],
      },
    }),
  );
  return bin?.bin_topic ?? '';
}

async function openDialog(page: Page, binName: string) {
  const bin = (await (await apiFor('farmer')).listBins()).get(binName);
  await page.goto(`/binsensorlist/${bin?.farm_id}`);
  await expect(page.getByRole('link', { name: `View Details: ${binName}` })).toBeVisible();
  await page.getByRole('button', { name: 'FAN Controllers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fan System' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('lists the bins whose fans are automatic or scheduled', async ({ page }) => {
  const dialog = await openDialog(page, 'Home 4');
  await expect(dialog).toContainText('set all bins to Manual mode to send commands manually');
  await expect(dialog).toContainText('Home 2 (Scheduled)');
  await expect(dialog).toContainText('Home 4 (Automatic)');
});

test('shows that there is no command yet, and no manual-mode reminder if no fan is automatic', async ({
  page,
  farm,
}) => {
  await addBins(farm, 1);
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await page.getByRole('button', { name: 'FAN Controllers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fan System' });
  await expect(dialog).toContainText('No fan command yet');
  await expect(dialog).not.toContainText('Manual mode');
  const isWheelPrevented = page.evaluate(
    () =>
      new Promise((resolve) => {
        const onWheel = (event: Event) => setTimeout(() => resolve(event.defaultPrevented));
        window.addEventListener('wheel', onWheel, { once: true });
      }),
  );
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  expect(await isWheelPrevented, 'the mouse wheel does not scroll the page behind the dialog').toBe(
    true,
  );
});

test('shows a waiting command with a yellow border, and a released one with a green border', async ({
  page,
}) => {
  const waitingCommand = { command: 'setF00000004', status: 'unpublished', date_time: null };
  const board = await mockLatestCommand(page, waitingCommand);
  const dialog = await openDialog(page, 'Home 4');
  const card = dialog.locator('[data-waiting]').first();
  await expect(card.getByRole('term')).toHaveText(['Command', 'Board ID', 'Bin', 'Release time']);
  await expect(card.getByRole('definition')).toHaveText([
    'setF00000004 (On)',
    board,
    'Home 4',
    'Waiting...',
  ]);
  await expect(card).toHaveCSS('border-top-color', 'rgb(226, 178, 60)');
  await expect(dialog).toContainText('No fan command yet for board');
  await expect(dialog).not.toContainText(`No fan command yet for board ${board}.`);

  const date_time = '2026-03-14T17:05:00.000Z';
  await mockLatestCommand(page, { command: 'setF00000004', status: 'released', date_time });
  await openDialog(page, 'Home 4');
  await expect(card.getByRole('term')).toHaveText(['Command', 'Board ID', 'Bin', 'Release time']);
  await expect(card.getByRole('definition')).toHaveText([
    'setF00000004 (On)',
    board,
    'Home 4',
    /Mar 14.*12:05:00/,
  ]);
  await expect(card).toHaveCSS('border-top-color', 'rgb(13, 106, 86)');
});

test('shows an error when the command cannot be loaded, and retries', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allowStatus(500, '/api/boardCommands/latestOfFarm');
  await page.route('**/api/boardCommands/latestOfFarm?*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  const dialog = await openDialog(page, 'Home 4');
  await expect(dialog.getByRole('alert').first()).toContainText('Internal Error.');
  await page.unroute('**/api/boardCommands/latestOfFarm?*');
  await dialog.getByRole('button', { name: 'Try again' }).first().click();
  await expect(dialog.getByText('No fan command yet').first()).toBeVisible();
});

test('sends a command to the fan of one bin, which waits for its board', async ({ page, farm }) => {
  const [bin] = await addBins(farm, 1);
  const fanSettings = { fan_attached: true };
  await (await apiFor('admin')).send('PUT', `board/${bin?.id}/fan-settings`, fanSettings);
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await page.getByRole('button', { name: 'FAN Controllers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fan System' });
  await dialog.getByRole('button', { name: `Turn on: ${bin?.bin_name}` }).click();
  const confirmDialog = page.getByRole('dialog', { name: `Turn on the fan at ${bin?.bin_name}?` });
  await confirmDialog.getByRole('button', { name: 'Turn on' }).click();
  const card = dialog.locator('[data-waiting]').first();
  await expect(card.getByRole('definition')).toHaveText([
    'setF00000001 (On)',
    bin?.bin_topic ?? '',
    bin?.bin_name ?? '',
    'Waiting...',
  ]);
  await dialog.getByRole('button', { name: `Turn off: ${bin?.bin_name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(card).toContainText('setF00000001 (Off)');
  await executeSql(
    getWorkerDemo().dataDir,
    `update commands set state = 'released', released_at = $2 where bin_id = $1 and state = 'queued'`,
    [bin?.id, new Date('2026-03-14T17:05:00Z')],
  );
  await expect(card).toContainText('Mar 14', { timeout: 15_000 });
});
