import { expect, type Page } from '@playwright/test';
import { NetworkConditions } from '../support/network-conditions.ts';
import {
  publishFanState,
  publishReading,
  temperaturesWithTopSensor,
} from '../support/publish-frames.ts';
import { test as base, granaryUrl } from '../support/test.ts';

const test = base.extend<{ network: NetworkConditions }>({
  network: async ({ as: _ }, use) => {
    const network = await NetworkConditions.startProxy(granaryUrl());
    await use(network);
    await network.disconnect();
  },
});
test.use({ as: 'farmer' });

/** A bin whose board sleeps: a reading sent by a test remains the latest for minutes. */
const SLEEPING_BIN = 'Home 2';

const topSensor = (page: Page) =>
  page.getByRole('gridcell', { name: /^Cable 1, row 1 from the top, / });

/** Matches the top sensor's temperature; a no-break space precedes the unit. */
const toTemperaturePattern = (celsius: number) => new RegExp(`, ${celsius}\\s°C,`);

/** Finds a temperature, °C, that the bin does not show yet. */
async function findUnusedTemperature(page: Page): Promise<number> {
  const text = (await topSensor(page).textContent()) ?? '';
  return [21.4, 22.6].find((celsius) => !text.includes(String(celsius))) ?? 0;
}

/** Marks the page and returns a check that it was not reloaded. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.body.setAttribute('data-marked', 'yes'));
  return () => expect(page.locator('body')).toHaveAttribute('data-marked', 'yes');
}

test('requests a reading from the board, and updates the values of an open bin', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get('Home 4');
  await page.goto(`/binsensor/${bin?.id}`);
  const grid = page.getByRole('grid', { name: 'Sensors in Home 4' });
  await expect(grid).toBeVisible();
  const expectSamePage = await markPage(page);
  const readValues = () =>
    grid.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.textContent).join());
  const oldValues = await readValues();
  await page.getByRole('button', { name: 'Request a reading' }).click();
  await expect(page.getByText('Request Sent Successfully')).toBeVisible();
  await expect.poll(readValues, { timeout: 30_000 }).not.toBe(oldValues);
  await expectSamePage();
});

test('updates the values in the list of all bins', async ({ page }) => {
  await page.goto('/allbins?farm=1');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  const expectSamePage = await markPage(page);
  // Reads the values without the age in the footer, which changes even without a new reading.
  const readValues = () =>
    cards.evaluateAll((all) =>
      all.map((card) => [...card.querySelectorAll('dd')].slice(0, 2).map((dd) => dd.innerText)),
    );
  const oldValues = JSON.stringify(await readValues());
  await expect
    .poll(async () => JSON.stringify(await readValues()), { timeout: 30_000 })
    .not.toBe(oldValues);
  await expectSamePage();
});

test('shows in the overview within a second that someone is in or near a bin', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get('Coteau 5');
  await page.goto('/overview');
  await expect(page.getByText(/^Live, /)).toBeVisible();
  const notice = page.getByText('Someone is in or near Coteau 5');
  const withinOneSecond = { timeout: 1_000 };
  await api.send('POST', 'boardCommands/entry', { bin_id: bin?.id });
  await expect(notice).toBeVisible(withinOneSecond);
  await api.send('POST', 'boardCommands/entry/close', { bin_id: bin?.id });
  await expect(notice).toBeHidden(withinOneSecond);
});

test('shows a frame from another MQTT client in the open bin', async ({ page, api, mqttPort }) => {
  const bin = (await api.listBins()).get(SLEEPING_BIN);
  await page.goto(`/binsensor/${bin?.id}`);
  await expect(page.getByText(/^Live, /)).toBeVisible();
  const celsius = await findUnusedTemperature(page);
  const expectSamePage = await markPage(page);
  await publishReading(mqttPort, SLEEPING_BIN, {
    temperatures: temperaturesWithTopSensor(SLEEPING_BIN, celsius),
  });
  await expect(topSensor(page)).toHaveAccessibleName(toTemperaturePattern(celsius));
  await expect(page.getByText('Latest · now')).toBeVisible();
  await expectSamePage();
});

test('shows a frame from another MQTT client in the open list', async ({ page, mqttPort }) => {
  await page.goto('/allbins?crop=Red+Lentils');
  const card = page.getByRole('article', { name: SLEEPING_BIN });
  await expect(card).toBeVisible();
  const expectSamePage = await markPage(page);
  const celsius = (await card.innerText()).includes('25.7') ? 26.9 : 25.7;
  await publishReading(mqttPort, SLEEPING_BIN, {
    temperatures: temperaturesWithTopSensor(SLEEPING_BIN, celsius),
  });
  await expect(card).toContainText(`${celsius}°C`);
  await expect(card).toContainText('Hottest: Cable 1, row 1 from the top');
  await expectSamePage();
});

test('shows a frame in the open overview', async ({ page, mqttPort }) => {
  await page.goto('/overview');
  const row = page.getByRole('row').filter({ hasText: SLEEPING_BIN });
  await expect(row).toBeVisible();
  const celsius = (await row.innerText()).includes('24.3') ? 24.9 : 24.3;
  await publishReading(mqttPort, SLEEPING_BIN, {
    temperatures: temperaturesWithTopSensor(SLEEPING_BIN, celsius),
  });
  await expect(row).toContainText(new RegExp(`${celsius}\\s°C`));
});

test('shows in the open bin and in the list when the fan turns on or off', async ({
  page,
  api,
  mqttPort,
}) => {
  await publishFanState(mqttPort, SLEEPING_BIN, 'off');
  await page.goto(`/binsensor/${(await api.listBins()).get(SLEEPING_BIN)?.id}`);
  await expect(page.getByText('Fan off')).toBeVisible();
  await publishFanState(mqttPort, SLEEPING_BIN, 'on');
  await expect(page.getByText('Fan on')).toBeVisible();
  await page.goto('/allbins?crop=Red+Lentils');
  const card = page.getByRole('article', { name: SLEEPING_BIN });
  await expect(card.getByText('On', { exact: true })).toBeVisible();
  await publishFanState(mqttPort, SLEEPING_BIN, 'off');
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
});

test('shows immediately when the connection is lost or restored', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allowLostConnection();
  await page.goto('/allbins');
  await expect(page.getByText(/^Live, /)).toBeVisible();
  await context.setOffline(true);
  const bar = page.getByText(/^Offline since .+\. Showing readings up to then\.$/);
  await expect(bar).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(page.getByText(/^Live, /)).toBeVisible();
});

test.describe('an interrupted connection', () => {
  test.use({ baseURL: async ({ network }, use) => use(network.url) });

  test('does not lose readings in the bin or its records', async ({
    page,
    api,
    network,
    mqttPort,
    consoleErrors,
  }) => {
    consoleErrors.allowLostConnection();
    const bin = (await api.listBins()).get(SLEEPING_BIN);
    await page.goto(`/binsensor/${bin?.id}`);
    await expect(topSensor(page)).toBeVisible();
    await expect(page.getByText(/^Live, /)).toBeVisible();
    await network.disconnect();
    await expect(
      page.getByText(/^Offline since .+\. Showing readings up to then\.$/),
    ).toBeVisible();
    await publishReading(mqttPort, SLEEPING_BIN, {
      temperatures: temperaturesWithTopSensor(SLEEPING_BIN, 27.1),
    });
    await publishReading(mqttPort, SLEEPING_BIN, {
      temperatures: temperaturesWithTopSensor(SLEEPING_BIN, 27.9),
    });
    await expect(topSensor(page)).not.toHaveAccessibleName(/, 27\.[19]\s°C,/);

    await network.restore();
    await expect(topSensor(page)).toHaveAccessibleName(toTemperaturePattern(27.9));
    await expect(page.getByText(/^Live, /)).toBeVisible();
    await expect(page.getByText(/^Offline since/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Previous record' }).click();
    await expect(topSensor(page)).toHaveAccessibleName(toTemperaturePattern(27.1));
  });

  test('does not lose readings in the list of all bins', async ({
    page,
    network,
    mqttPort,
    consoleErrors,
  }) => {
    consoleErrors.allowLostConnection();
    await page.goto('/allbins?crop=Red+Lentils');
    const card = page.getByRole('article', { name: SLEEPING_BIN });
    await expect(card).toBeVisible();
    await expect(page.getByText(/^Live, /)).toBeVisible();
    await network.disconnect();
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    await publishReading(mqttPort, SLEEPING_BIN, {
      temperatures: temperaturesWithTopSensor(SLEEPING_BIN, 28.3),
    });
    await network.restore();
    await expect(card).toContainText('28.3°C');
    await expect(page.getByText(/^Live, /)).toBeVisible();
  });

  test('disables changes while offline and explains why', async ({
    page,
    api,
    network,
    consoleErrors,
  }) => {
    consoleErrors.allowLostConnection();
    const bin = (await api.listBins()).get(SLEEPING_BIN);
    await page.goto(`/binsensor/${bin?.id}`);
    await topSensor(page).click();
    const status = page.getByRole('radiogroup', { name: 'Sensor status' });
    await expect(status.getByRole('radio', { name: 'Mute' })).toBeEnabled();
    await network.disconnect();
    await expect(page.getByText('You can make changes when you are back online.')).toBeVisible();
    await expect(status.getByRole('radio', { name: 'Mute' })).toBeDisabled();
    await network.restore();
    await expect(status.getByRole('radio', { name: 'Mute' })).toBeEnabled();
  });
});
