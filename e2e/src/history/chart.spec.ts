import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A bin that stopped reporting, so that nothing changes between two checks. */
const OFFLINE_BIN = 'Home 6';

const readout = (page: Page, label: string) =>
  page
    .getByRole('definition')
    .filter({ has: page.locator(`xpath=preceding-sibling::dt[contains(., "${label}")]`) });

test('shows a year as a chart and a table, reads values with the keyboard and downloads both', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto(binPath(bin));
  await page.getByRole('link', { name: 'Chart' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chart' })).toBeVisible();
  await page
    .getByText(/^(1 Year|1 yr)$/)
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/days=365/);
  await expect(page.locator('canvas')).toHaveCount(2);
  await expect(page.getByText(/^Daily values, 36\d days/)).toBeVisible();

  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  const newest = await slider.getAttribute('aria-valuetext');
  const temperature = await readout(page, 'Max temperature').innerText();
  expect(temperature).toMatch(/°C$/);
  const [time, valueText] = newest?.split(': ') ?? [];
  expect(valueText).toContain(`Max temperature ${temperature}`);
  await slider.press('Home');
  await expect(slider).not.toHaveAttribute('aria-valuetext', newest ?? '');
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', newest ?? '');

  await page.getByRole('button', { name: 'Show as table' }).click();
  const firstRow = page.getByRole('row').nth(1);
  await expect(firstRow.getByRole('rowheader')).toHaveText(time ?? '');
  await expect(firstRow.getByRole('cell').first()).toHaveText(temperature);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(firstRow.getByRole('rowheader')).not.toHaveText(time ?? '');

  await page.getByRole('button', { name: 'Show as chart' }).click();
  await checkImage(page, time ?? '');
  await checkValues(page);
  await exportRange(page);
});

/** Downloads the chart as a file of the given type. */
async function download(page: Page, item: string, extension: string): Promise<Buffer> {
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await downloadPromise;
  expect(file.suggestedFilename()).toBe(`${OFFLINE_BIN} Chart.${extension}`);
  return readFile(await file.path());
}

/**
 * Checks that the image has both panels below a header with the farm, the bin, its crop and the newest time.
 */
async function checkImage(page: Page, newest: string): Promise<void> {
  const plots = await page
    .locator('canvas')
    .evaluateAll((canvases: HTMLCanvasElement[]) =>
      canvases.map(({ width, height }) => ({ width, height })),
    );
  await page.evaluate(() => {
    const drawnTexts: string[] = [];
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    prototype.fillText = function (text, ...args) {
      drawnTexts.push(text);
      fillText.call(this, text, ...args);
    };
    Object.assign(globalThis, { drawn: drawnTexts });
  });
  const bytes = await download(page, 'Image (PNG)', 'png');
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
  const drawnText = drawn.join(' · ');
  for (const text of ['Home Yard', OFFLINE_BIN, 'Flax', newest, 'America/Winnipeg']) {
    expect(drawnText).toContain(text);
  }
  const image = await page.evaluate(async (base64) => {
    const file = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
    const { width, height } = await createImageBitmap(file);
    return { width, height };
  }, bytes.toString('base64'));
  expect(image.width).toBe(Math.max(...plots.map(({ width }) => width)));
  expect(image.height).toBeGreaterThan(plots.reduce((sum, { height }) => sum + height, 0));
}

/** Checks that two weeks of values match the API, with times in the farm's zone and their UTC offset. */
async function checkValues(page: Page): Promise<void> {
  const responsePromise = page.waitForResponse(/sensorMinMaxReading.*days=14/);
  await page.locator('label:has(input[type=radio][value="14"])').click();
  const { RESP_MSG: records } = (await (await responsePromise).json()) as {
    readonly RESP_MSG: readonly {
      readonly date_time: string;
      readonly grain_max_temp: readonly (number | null)[];
      readonly grain_max_moisture: readonly (number | null)[];
    }[];
  };
  await expect(page.getByText(/^\d+ readings, /)).toBeVisible();
  const text = (await download(page, 'Chart values (CSV)', 'csv')).toString();
  const [heading, ...rows] = text.trimEnd().split('\r\n');
  expect(heading).toMatch(/^\ufeffTime,"Max temperature, °C","Max moisture, %"/);
  const findMax = (values: readonly (number | null)[]) =>
    Math.round(Math.max(...values.map((value) => value ?? -Infinity)) * 100) / 100;
  const sortedRecords = records
    .map((record) => ({ ...record, at: Date.parse(record.date_time) }))
    .sort((a, b) => a.at - b.at);
  const times = sortedRecords.map(({ at }) => at);
  // Uses the browser's time zone data, which can differ from that of the tests.
  const localTimes = await page.evaluate((instants) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Winnipeg',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return instants.map((at) => format.format(at).replace(' ', 'T'));
  }, times);
  const expected = sortedRecords.map(({ at, grain_max_temp, grain_max_moisture }, index) => [
    at,
    localTimes[index],
    findMax(grain_max_temp),
    findMax(grain_max_moisture),
  ]);
  expect(rows.length).toBeGreaterThan(24);
  expect(
    rows.map((row) => {
      const [time = '', temperature, moisture] = row.split(',');
      const [date] = time.split(/(\.\d+)?-0[56]:00$/);
      return [Date.parse(time), date, Number(temperature), Number(moisture)];
    }),
  ).toEqual(expected);
}

/**
 * Exports every reading of the last seven days to a file that the user chooses. The bin stopped reporting
 * during those days.
 */
async function exportRange(page: Page): Promise<void> {
  await page.evaluate(() => {
    const choose = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(globalThis, { showSaveFilePicker: choose });
  });
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'All readings (CSV)…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export all readings' });
  const lastDay = await dialog.getByLabel('To').inputValue();
  const firstDay = new Date(Date.parse(lastDay) - 6 * 24 * 3_600_000).toISOString().slice(0, 10);
  await expect(dialog.getByText('Temperatures in the file are in °C.')).toBeVisible();
  await dialog.getByLabel('From').fill(lastDay);
  await dialog.getByLabel('To').fill(firstDay);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByText('The end date must not be before the start date.')).toBeVisible();
  await dialog.getByLabel('From').fill(firstDay);
  await dialog.getByLabel('To').fill(lastDay);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog).toBeHidden();
  const text = await page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, `${OFFLINE_BIN} Chart.readings.csv`);
  expect(text).toMatch(/^date_time,battery_percent,/);
  // The farm's time zone is America/Winnipeg.
  expect(text).toMatch(/\n\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?-0[56]:00,/);
}

test('keeps the selected series after a reload', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto(`${binPath(bin)}/chart?days=30`);
  const series = page.getByRole('combobox', { name: 'Values shown' });
  await series.selectOption({ label: 'Cable 2' });
  await expect(readout(page, 'Min temperature')).toHaveText(/°C$/);
  await series.selectOption({ label: 'CO₂' });
  await expect(page.locator('canvas')).toHaveCount(1);
  await expect(readout(page, 'CO₂')).toHaveText(/ppm$/);
  await page.reload();
  await expect(series).toHaveValue('co2');
  await expect(readout(page, 'CO₂')).toHaveText(/ppm$/);
});

test('fits the width of the window', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto(`${binPath(bin)}/chart?days=30`);
  const width = async () => (await page.locator('canvas').first().boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(800);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(width).toBeLessThan(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('shows humidity if there are no moisture values', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.route(/sensorMinMaxReading/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const record of json.RESP_MSG) {
      for (const name of ['max', 'min']) {
        record[`${name}_moisture`].fill(null);
        record[`grain_${name}_moisture`].fill(null);
      }
    }
    await route.fulfill({ response, json });
  });
  await page.goto(`${binPath(bin)}/chart?days=7`);
  await expect(readout(page, 'Max humidity')).toHaveText(/%$/);
  const series = page.getByRole('combobox', { name: 'Values shown' });
  await expect(series.getByRole('option', { selected: true })).toHaveText(
    'All cables: max temp. and humidity',
  );
});

test('zooms by dragging or with the keyboard, and resets to the whole range', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto(`${binPath(bin)}/chart?days=30`);
  const plot = page.locator('.u-over').first();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const [wholeRangeButton, zoomIn, zoomOut] = ['Show whole range', 'Zoom in', 'Zoom out'].map(
    (name) => page.getByRole('button', { name }),
  ) as [Locator, Locator, Locator];
  await wholeRangeButton.click();
  await expect(wholeRangeButton).toBeDisabled();

  await zoomIn.press('Enter');
  await zoomIn.press('Enter');
  await zoomOut.press('Enter');
  await expect(zoomOut).toBeEnabled();
  await zoomOut.press('Enter');
  await expect(zoomOut).toBeDisabled();
  await expect(zoomOut).toBeFocused();
});

test('keeps the previous range, faded, until the new one has loaded', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto(`${binPath(bin)}/chart?days=30`);
  const [wholeRangeButton, zoomIn] = ['Show whole range', 'Zoom in'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator];
  await zoomIn.press('Enter');
  await expect(wholeRangeButton).toBeEnabled();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/sensorMinMaxReading.*days=365/, async (route) => {
    await released;
    await route.continue();
  });
  await page.locator('label:has(input[type=radio][value="365"])').click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();
  await expect(page.locator('canvas')).toHaveCount(2);
  await expect(page.locator('[inert]').filter({ has: page.locator('canvas') })).toHaveCSS(
    'opacity',
    '0.5',
  );
  release();
  await expect(page.getByText(/^Daily values, 36\d days/)).toBeVisible();
  await expect(wholeRangeButton).toBeDisabled();
  await page.locator('label:has(input[type=radio][value="30"])').click();
  await expect(page.getByText(/^Daily values/)).toBeHidden();
  await expect(wholeRangeButton).toBeDisabled();
});

test('draws a new range only after both its readings and its fan runs have loaded', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get('Home 4');
  const firstRuns = page.waitForResponse(/fanHistory.*limit=1000/);
  await page.goto(`${binPath(bin)}/chart?days=30`);
  await (await firstRuns).finished();
  await expect(page.locator('canvas')).toHaveCount(2);
  await waitUntilIdle(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/fanHistory/, async (route) => {
    await released;
    await route.continue();
  });
  const before = await captureChart(page);
  const readings = page.waitForResponse(/sensorMinMaxReading.*days=365/);
  await page.locator('label:has(input[type=radio][value="365"])').click();
  await (await readings).finished();
  await waitUntilIdle(page);
  expect(await captureChart(page)).toEqual(before);
  release();
  await expect(page.getByText(/^Daily values, 36\d days/)).toBeVisible();
  expect(await captureChart(page)).not.toEqual(before);
});

/** Captures the drawn chart and its text. */
async function captureChart(page: Page): Promise<string[]> {
  const images = await page
    .locator('canvas')
    .evaluateAll((canvases: HTMLCanvasElement[]) => canvases.map((canvas) => canvas.toDataURL()));
  return [...images, (await page.getByRole('slider').getAttribute('aria-valuetext')) ?? ''];
}

/** Waits until the page has been idle several times. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const idle = () => new Promise((done) => requestIdleCallback(done));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let round = 0; round < 5; round++) {
      await idle();
      await frame();
    }
  });
}

test('shows readings when the fan runs fail to load', async ({ page, api, consoleErrors }) => {
  const bin = (await api.listBins()).get('Home 4');
  await page.goto(`${binPath(bin)}/chart?days=30`);
  await expect(page.locator('canvas')).toHaveCount(2);
  await waitUntilIdle(page);
  consoleErrors.allowStatus(500, '/api/boardCommands/fanHistory');
  await page.route(/fanHistory/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.locator('label:has(input[type=radio][value="365"])').click();
  await expect(page.getByText(/^Daily values, 36\d days/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to load fan status');
});

test('keeps the table when a range fails to load, and reports fan runs that fail to load', async ({
  page,
  api,
  consoleErrors,
}) => {
  const bin = (await api.listBins()).get('Home 4');
  const errorResponse = { status: 500, json: { RESP: 'Error', RESP_MSG: 'Internal Error' } };
  consoleErrors.allowStatus(500, '/api/board/sensorMinMaxReading');
  consoleErrors.allowStatus(500, '/api/boardCommands/fanHistory');
  await page.route(/sensorMinMaxReading.*days=365/, (route) => route.fulfill(errorResponse));
  await page.route(/fanHistory/, (route) => route.fulfill(errorResponse));
  await page.goto(`${binPath(bin)}/chart?days=30`);
  await expect(page.getByRole('alert')).toContainText('Failed to load fan status');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.locator('label:has(input[type=radio][value="365"])').click();
  await expect(page.getByRole('alert')).toContainText('The chart could not be loaded');
  await page.locator('label:has(input[type=radio][value="30"])').click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to load fan status');
  await page.unroute(/fanHistory/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
});
