import { expect, type Page } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { publishReading } from '../support/publish-frames.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

const UPDATED = 'Sensors have been successfully updated.';

const sensor = (page: Page, cable: number, row: number) =>
  page.getByRole('gridcell', { name: `Cable ${cable}, row ${row} from the top,` });

const mutedSensors = (page: Page) => page.getByRole('gridcell', { name: /, muted,/ });
const disabledSensors = (page: Page) => page.getByRole('gridcell', { name: /, disabled$/ });

/** Long-presses a sensor, by touch or with the mouse, until its menu opens. */
async function longPress(page: Page, cable: number, row: number): Promise<void> {
  const cell = sensor(page, cable, row);
  // Waits until the sensor is stable and not covered.
  await cell.click({ trial: true });
  const box = await cell.boundingBox();
  if (box === null) throw new Error('The sensor is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const dialog = page.getByRole('dialog');
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd') =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [{ x, y }] : [],
      });
    await touch('touchStart');
    await expect(dialog).toBeVisible();
    await touch('touchEnd');
  } else {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect(dialog).toBeVisible();
    await page.mouse.up();
  }
}

/** Sets all sensors of the open bin to a status through the menu. */
async function setAllSensors(page: Page, menuItem: string, buttonName: string): Promise<void> {
  await page.getByRole('button', { name: 'All sensors' }).click();
  await page.getByRole('menuitem', { name: menuItem }).click();
  await page.getByRole('dialog').getByRole('button', { name: buttonName, exact: true }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
}

test('shows 24 sensors per cable in pages of 16', async ({ page, api }) => {
  await page.goto(binPath((await api.listBins()).get('Coteau 1')));
  const up = page.getByRole('button', { name: 'Show the rows above' });
  const down = page.getByRole('button', { name: 'Show the rows below' });
  await expect(page.getByText('1 to 16 of 24')).toBeVisible();
  await expect(up).toBeDisabled();
  await expect(sensor(page, 5, 16)).toBeVisible();
  await expect(sensor(page, 5, 17)).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '25');

  await down.click();
  await expect(page.getByText('17 to 24 of 24')).toBeVisible();
  await expect(down).toBeDisabled();
  await expect(page.getByRole('gridcell')).toHaveCount(5 * 8);
  await expect(sensor(page, 5, 24)).toBeVisible();
  await up.click();
  await expect(sensor(page, 1, 1)).toBeVisible();

  // The sensor below the sixteenth is on the next page.
  await sensor(page, 2, 16).click();
  await page.getByRole('button', { name: 'Sensor below' }).click();
  await expect(page.getByRole('dialog', { name: 'Cable 2, row 17 from the top' })).toBeVisible();
  await expect(page.getByText('17 to 24 of 24')).toBeVisible();
});

test('shows sensor details, moves to neighboring sensors and opens their menu', async ({
  page,
  api,
}) => {
  await page.goto(binPath((await api.listBins()).get('Home 4')));
  await sensor(page, 3, 11).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toHaveAccessibleName('Cable 3, row 11 from the top');
  await expect(panel).toContainText('Under grain · row 11 of 16 from the top');
  await expect(panel).toContainText(/At or above the .+ limit/);
  await expect(panel).toContainText(/The other cables read .+ to .+ in this row\./);
  await expect(sensor(page, 3, 11)).toHaveAttribute('aria-selected', 'true');
  await panel.getByRole('button', { name: 'Sensor above' }).click();
  await expect(panel).toHaveAccessibleName('Cable 3, row 10 from the top');
  await panel.getByRole('button', { name: 'Cable to the right' }).click();
  await expect(panel).toHaveAccessibleName('Cable 4, row 10 from the top');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);

  await sensor(page, 5, 16).click();
  await expect(panel).toContainText('No temperature.');
  await panel.getByRole('button', { name: 'Close' }).click();
  await sensor(page, 4, 6).click();
  await expect(panel).toContainText(
    'Muted: shown and averaged, but raises no alerts and does not control the fan.',
  );
  await panel.getByRole('button', { name: 'Close' }).click();
  await sensor(page, 1, 14).click();
  await expect(panel).toContainText('Disabled: left out of everything.');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);

  await sensor(page, 1, 2).click({ button: 'right' });
  await expect(page.getByRole('dialog', { name: '2 sensors: this and all above' })).toBeVisible();
});

test('mutes a sensor and resets it to default', async ({ page, api }) => {
  const bin = (await api.listBins()).get('Coteau 3');
  await api.resetSensors(bin?.id ?? '');
  await page.goto(binPath(bin));
  await sensor(page, 2, 7).click();
  const status = page.getByRole('radiogroup', { name: 'Sensor status' });
  await expect(status.getByRole('radio', { name: 'Default' })).toBeChecked();
  await status.getByText('Mute').click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(mutedSensors(page)).toHaveAccessibleName(/^Cable 2, row 7 from the top,/);
  await page.reload();
  await expect(mutedSensors(page)).toHaveCount(1);

  await sensor(page, 2, 7).click();
  await expect(status.getByRole('radio', { name: 'Mute' })).toBeChecked();
  await status.getByText('Default').click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(mutedSensors(page)).toHaveCount(0);
});

test('asks for confirmation after a long press before changing a sensor and all sensors above it', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get('Home 3');
  await api.resetSensors(bin?.id ?? '');
  await page.goto(binPath(bin));
  await expect(sensor(page, 3, 11)).toBeVisible();
  await longPress(page, 3, 11);
  const dialog = page.getByRole('dialog', { name: '11 sensors: this and all above' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await longPress(page, 3, 11);
  await dialog.getByText('Disable').click();
  await expect(dialog).toContainText('Disabled: gray and left out of everything.');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(disabledSensors(page)).toHaveCount(11);
  await expect(sensor(page, 3, 12)).not.toHaveAccessibleName(/disabled/);

  await setAllSensors(page, 'Set all to default…', 'Set to default');
  await expect(disabledSensors(page)).toHaveCount(0);
});

test('counts the sensors above by their rows in the picture, even on a flipped cable', async ({
  page,
  api,
}) => {
  await page.goto(binPath((await api.listBins()).get('Coteau 3')));
  // Sensor 1 is the lowest here, so the third row of twelve has sensor 10.
  await sensor(page, 4, 3).click();
  await expect(page.getByRole('dialog')).toContainText('row 3 of 12 from the top');
  await page.getByRole('button', { name: 'Set this and all above…' }).click();
  await expect(page.getByRole('dialog', { name: '3 sensors: this and all above' })).toBeVisible();
});

test('shows banners for problems with a bin and its board', async ({ page, api, mqttPort }) => {
  const bins = await api.listBins();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(binPath(bins.get('Home 6')));
  // On a phone, a banner is one line that expands.
  await page.locator('summary').filter({ hasText: 'No data' }).tap();
  await expect(page.getByText(/^Last reading .+; usually reports every /)).toBeVisible();
  // The page loads its bin once.
  expect(requests.filter((path) => path === '/api/board/getBinSensor')).toHaveLength(1);

  const binWithoutSize = 'Coteau 5';
  await page.goto(binPath(bins.get(binWithoutSize)));
  const sizeMissing = page.locator('summary').filter({ hasText: 'Bin size is not set' });
  await expect(sizeMissing).toBeVisible();
  // The picture starts in the top third of the screen.
  const drawing = page.locator('svg[role=presentation]').filter({ has: page.getByRole('grid') });
  const box = await drawing.boundingBox();
  expect(box?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
  await sizeMissing.tap();
  await expect(page.getByText(/^Attention! Bin size is not set\./)).toBeVisible();
  const reconfigure = page.getByText('Please re-configure the cables using a handheld reader.');
  await expect(page.getByRole('grid')).toBeVisible();
  await publishReading(mqttPort, binWithoutSize, { otherFields: { any_error: 1 } });
  await expect(reconfigure).toBeVisible();
  await publishReading(mqttPort, binWithoutSize, {
    otherFields: { any_error: 0, cable_ids: [141, 142, 143, 9] },
  });
  await expect(
    page.getByText("The board reports cable IDs that differ from the bin's settings."),
  ).toBeVisible();
  await expect(reconfigure).toHaveCount(0);

  const lowBatteryBin = 'Home 2';
  await page.goto(binPath(bins.get(lowBatteryBin)));
  await expect(page.getByRole('grid')).toBeVisible();
  await publishReading(mqttPort, lowBatteryBin, { otherFields: { battery: 12 } });
  await expect(page.locator('summary').filter({ hasText: 'Battery low' })).toBeVisible();
});

test('shows that a bin has never reported', async ({ page, api, consoleErrors }) => {
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  await page.goto(binPath((await api.listBins()).get('Home 7')));
  await expect(page.getByText('No reading yet')).toBeVisible();
});
