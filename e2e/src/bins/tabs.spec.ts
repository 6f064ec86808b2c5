import { expect, type Page } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { publishFanState } from '../support/publish-frames.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

async function openTab(page: Page, tab: string, number: number): Promise<void> {
  await page.getByRole('link', { name: tab, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`tab=${number}$`));
}

test("shows a bin's inventory, fan and settings in tabs", async ({ page, api, mqttPort }) => {
  const binWithFan = 'Home 3';
  await publishFanState(mqttPort, binWithFan, 'on');
  const bin = (await api.listBins()).get(binWithFan);
  await page.goto(binPath(bin));
  await openTab(page, 'Inventory', 3);
  await expect(page.getByRole('region', { name: 'Bin fill' })).toContainText('%');
  await openTab(page, 'Fan', 4);
  await expect(page.getByRole('region', { name: 'Fan status' })).toContainText(/Fan o(n|ff)/);
  const history = page.getByRole('region', { name: 'Fan history' });
  await expect(history.getByRole('listitem').first()).toContainText('On');
  await expect(history).toContainText(/All time: ran .+Energy: .+ kWh · Cost: \d/);
  await page.goto(`${binPath(bin)}/fan`);
  await expect(page).toHaveURL(/tab=4$/);
  await expect(history.getByRole('listitem').first()).toContainText('On');
  await openTab(page, 'Settings', 5);
  await expect(page.getByRole('form', { name: 'General Settings' })).toBeVisible();
});

test('shows an error when the loads or the fan history cannot be loaded', async ({
  page,
  api,
  consoleErrors,
}) => {
  const calls = ['board/getBinLoads', 'boardCommands/fanHistory'];
  for (const call of calls) {
    consoleErrors.allowStatus(400, `/api/${call}`);
    await page.route(`**/api/${call}*`, (route) =>
      route.fulfill({ status: 400, json: { RESP_CODE: 'BAD_REQUEST', RESP_MSG: '', message: '' } }),
    );
  }
  const path = binPath((await api.listBins()).get('Coteau 3'));
  await page.goto(`${path}?tab=2`);
  await expect(page.getByRole('alert')).toContainText('Error in fetching the loads');
  await page.goto(`${path}?tab=4`);
  await expect(page.getByText('Failed to load fan status')).toBeVisible();
  await expect(
    page.getByText('No fan history data available. Loading failed: Internal Error.'),
  ).toBeVisible();
  await expect(page.getByText('Failed to load fan status')).toHaveCount(0);
});

test('shows that a bin has no fan history', async ({ page, api }) => {
  await page.goto(`${binPath((await api.listBins()).get('Coteau 5'))}?tab=4`);
  await expect(page.getByText('No fan is attached')).toBeVisible();
  await expect(page.getByText('No fan history data available for this bin')).toBeVisible();
});

test('turns the fan of a realtime board on for two hours and off, and shows each step', async ({
  page,
  api,
}) => {
  await page.goto(`${binPath((await api.listBins()).get('Home 1'))}?tab=4`);
  const control = page.getByRole('region', { name: 'Turn the fan on or off' });
  const fan = control.getByRole('switch', { name: 'Fan at Home 1' });
  await fan.click();
  const turnOn = page.getByRole('dialog', { name: 'Turn on the fan at Home 1?' });
  await expect(turnOn).toContainText('Is anyone in or near the bin?');
  await expect(turnOn.getByLabel('Run time').locator('option:checked')).toHaveText('6 hours');
  await turnOn.getByLabel('Run time').selectOption('2 hours');
  await turnOn.getByRole('button', { name: 'Turn on' }).click();
  await expect(fan).toBeChecked();
  await expect(control).toContainText('On for 2 hr – ');
  await expect(control).toContainText(/Confirmed .*:/);
  await expect(control).toContainText('On since');
  await expect(control).toContainText('Air is moving', { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Fan status' })).toContainText('Running for');
  await fan.click();
  const turnOff = page.getByRole('dialog', { name: 'Turn off the fan at Home 1?' });
  await expect(turnOff).toContainText('does not lock it out');
  await turnOff.getByRole('button', { name: 'Turn off' }).click();
  await expect(fan).not.toBeChecked();
  await expect(control).toContainText('Off since');
});

test('resets the fan switch when the command is rejected', async ({ page, api, consoleErrors }) => {
  const call = '/api/boardCommands/addCommandForSingleBin';
  consoleErrors.allowStatus(409, call);
  const errorBody = { RESP_CODE: 'CONFLICT', RESP_MSG: 'Locked out.', message: 'Locked out.' };
  await page.route(`**${call}`, (route) => route.fulfill({ status: 409, json: errorBody }));
  await page.goto(`${binPath((await api.listBins()).get('Coteau 3'))}?tab=4`);
  const fan = page.getByRole('switch', { name: 'Fan at Coteau 3' });
  const wasOn = await fan.isChecked();
  await fan.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Turn o/ })
    .click();
  await expect(page.getByRole('alert')).toContainText('Failed to update fan status: Locked out.');
  await expect(fan).toBeChecked({ checked: wasOn });
});
