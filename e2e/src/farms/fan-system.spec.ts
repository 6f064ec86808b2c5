import { expect, type Page } from '@playwright/test';
import { insertRows } from '../support/insert-rows.ts';
import { apiFor } from '../support/test.ts';
import { addBins, test } from '../support/test-farm.ts';
import { workerDemo } from '../support/worker-demo.ts';

test.use({ as: 'farmer' });

/** Responds with a command that the product does not send yet; the board that it is for. */
async function mockLatestCommand(page: Page, command: object): Promise<string> {
  const bin = (await (await apiFor('farmer')).bins()).get('Home 4');
  await page.route('**/api/boardCommands/latestOfFarm?*', (route) =>
    route.fulfill({ json: { RESP_MSG: [{ main_board_id: bin?.bin_topic, ...command }] } }),
  );
  return bin?.bin_topic ?? '';
}

async function openDialog(page: Page, binName: string) {
  const bin = (await (await apiFor('farmer')).bins()).get(binName);
  await page.goto(`/binsensorlist/${bin?.farm_id}`);
  await expect(page.getByRole('link', { name: `View Details: ${binName}` })).toBeVisible();
  await page.getByRole('button', { name: 'FAN Controllers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fan System' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('names the bins whose fans are automatic or scheduled', async ({ page }) => {
  const dialog = await openDialog(page, 'Home 4');
  await expect(dialog).toContainText('set all bins to Manual mode to send commands manually');
  await expect(dialog).toContainText('Home 2 (Scheduled)');
  await expect(dialog).toContainText('Home 4 (Automatic)');
  await expect(dialog).toContainText('Granary does not send commands to fans yet');
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  const isWheelPrevented = page.evaluate(
    () =>
      new Promise((resolve) => {
        const onWheel = (event: Event) => setTimeout(() => resolve(event.defaultPrevented));
        window.addEventListener('wheel', onWheel, { once: true });
      }),
  );
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  expect(await isWheelPrevented, 'what lies behind does not scroll by wheel').toBe(true);
});

test('shows that there is no command, and no reminder when no fan is automatic', async ({
  page,
  farm,
}) => {
  await addBins(farm, 1);
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  await page.getByRole('button', { name: 'FAN Controllers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fan System' });
  await expect(dialog).toContainText('No fan command yet');
  await expect(dialog).not.toContainText('Manual mode');
});

test('shows a waiting command with a yellow border', async ({ page }) => {
  const waiting = { command: 'setF00000004', status: 'unpublished', date_time: null };
  const board = await mockLatestCommand(page, waiting);
  const dialog = await openDialog(page, 'Home 4');
  const card = dialog.locator('[data-waiting]').first();
  await expect(card.getByRole('term')).toHaveText(['Command', 'Board ID', 'Release time']);
  await expect(card.getByRole('definition')).toHaveText(['setF00000004', board, 'Waiting...']);
  await expect(card).toHaveCSS('border-top-color', 'rgb(226, 178, 60)');
  await expect(dialog).toContainText('No fan command yet for board');
  await expect(dialog).not.toContainText(`No fan command yet for board ${board}.`);
});

test('shows a released command with a green border, its time and its board', async ({ page }) => {
  const date_time = '2026-03-14T17:05:00.000Z';
  const board = await mockLatestCommand(page, {
    command: 'setF00000004',
    status: 'released',
    date_time,
  });
  const dialog = await openDialog(page, 'Home 4');
  const card = dialog.locator('[data-waiting]').first();
  await expect(card.getByRole('term')).toHaveText(['Command', 'Board ID', 'Release time']);
  await expect(card.getByRole('definition')).toHaveText([
    'setF00000004',
    board,
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

test('shows a stored command as waiting until it is released', async ({ page, farm }) => {
  const [bin] = await addBins(farm, 1);
  const insert = (command: string, status: string, minutes: number, releasedAt: Date | null) =>
    insertRows(
      workerDemo().dataDir,
      `insert into commands (id, main_board_id, bin_id, bin_number, kind, seq, text, instruction,
         control_type, state, queued_at, expires_at, released_at)
       select gen_random_uuid(), main_board_id, id, bin_number, 'fan', 1, $2,
         '{"kind": "fan", "isOn": true, "runForS": null}', 'manual', $3,
         now() - $4 * interval '1 minute', now() + interval '1 hour', $5
       from bins where id = $1`,
      [bin?.id, command, status, minutes, releasedAt],
    );
  await insert('setF00000001', 'released', 5, new Date('2026-03-14T17:05:00Z'));
  await page.goto(`/binsensorlist/${farm.farm_id}`);
  const open = page.getByRole('button', { name: 'FAN Controllers' });
  await open.click();
  const card = page.getByRole('dialog', { name: 'Fan System' }).locator('[data-waiting]').first();
  await expect(card).toContainText('setF00000001');
  await expect(card).toContainText('Mar 14');
  await insert('setF00000002', 'queued', 1, null);
  await page.reload();
  await open.click();
  await expect(card).toContainText('setF00000002');
  await expect(card).toContainText('Waiting...');
});
