import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { ApiClient } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { publishFrame } from '../support/publish-frames.ts';
import { apiFor } from '../support/test.ts';
import { type ApiFarm, test } from '../support/test-farm.ts';
import { findUnreadableTexts } from '../support/unreadable-text.ts';

test.use({ as: 'farmer' });

const CABLE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const CROPS = [
  'Hard Red Spring Wheat',
  'Canola',
  'Rice Long Grain USA',
  'Barley',
  'Hard Red Winter Wheat',
  'Sunflower Kernels',
  'Durum Wheat',
  'Corn',
];

/** From far below zero to far above every limit, with a missing sensor. */
const temperatures = CABLE_NUMBERS.map((cable) =>
  Array.from({ length: 24 }, (_, position) =>
    cable === 8 && position === 12 ? -200 : cable * 11.1 - position - 20,
  ),
);

/** Adds a bin with the most cables and sensors possible, and one with the fewest. */
async function addLargestAndSmallestBin(farm: ApiFarm, mqttPort: number) {
  const admin = await apiFor('admin');
  const mainBoardId = `test-${randomBytes(4).toString('hex')}`;
  const largeBinId = await addBin(admin, farm, mainBoardId, 1);
  const smallBinId = await addBin(admin, farm, mainBoardId, 2);
  const { version } = (await admin.get(`board/getBinSensor?id=${largeBinId}`)) as {
    version: number;
  };
  const cable_names = CABLE_NUMBERS.map((cable, index) => ({
    cable,
    cable_name: `Cable ${cable}`,
    cable_id: 100 + cable,
    bin: cable,
    flip: index % 2 === 1,
    crop_name: CROPS[index],
  }));
  await admin.send('PUT', `board/${largeBinId}/cables-mgmt`, { version, cable_names });
  const { key } = (await admin.send('POST', `board/mainBoards/${mainBoardId}/credentials`, {})) as {
    key: string;
  };
  const date_time = new Date().toISOString();
  const board = { mqttPort, mainBoardId, key };
  await publishFrame(board, 'temp-data', {
    bin_number: 1,
    date_time,
    temp_reading: temperatures,
    cable_ids: CABLE_NUMBERS.map((n) => 100 + n),
    humidity_readings: temperatures.map((cable) => cable.map((_, index) => index * 4)),
  });
  await publishFrame(board, 'temp-data', { bin_number: 2, date_time, temp_reading: [[17.3]] });
  return { largeBinId, smallBinId };
}

async function addBin(admin: ApiClient, farm: ApiFarm, bin_topic: string, bin_number: number) {
  const station = { bin_topic, binName: `Extreme ${bin_number}`, bin_number };
  const body = { ...station, farmId: farm.farm_id, userId: farm.user_id };
  await admin.send('POST', 'board/addBinSensor', body);
  const bins = await (await apiFor('farmer')).listBins();
  const bin = bins.get(station.binName);
  if (bin === undefined) throw new Error('The bin was not added.');
  return bin.id;
}

const cell = (page: Page, cable: number, depth: number) =>
  page.locator(`[data-cell="${cable}-${depth}"]`);

/** Expects that all text is readable and that the page is accessible. */
async function expectReadable(page: Page, name: string): Promise<void> {
  expect.soft(await findUnreadableTexts(page), name).toEqual([]);
  await expectAccessible(page, name);
}

/** The smallest gap between two numbers in a row, px; negative if they overlap. */
function findSmallestGap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role=row]')].map((row) =>
      [...row.querySelectorAll('[data-cell] text')]
        .map((text) => text.getBoundingClientRect())
        .sort((a, b) => a.left - b.left),
    );
    const gaps = rows.flatMap((texts) =>
      texts.slice(1).map((text, index) => text.left - (texts[index]?.right ?? 0)),
    );
    return Math.min(...gaps);
  });
}

test('shows the bins with the most and the fewest sensors on a phone', async ({
  page,
  farm,
  mqttPort,
}) => {
  const { largeBinId, smallBinId } = await addLargestAndSmallestBin(farm, mqttPort);
  await page.goto(`/binsensor/${largeBinId}`);
  await expect(page.getByRole('gridcell')).toHaveCount(8 * 16);
  await expectReadable(page, 'eight cables');
  await page.getByRole('button', { name: 'Show the rows below' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(8 * 8);
  await expectReadable(page, 'eight cables, the lowest sensors');
  // Moves from the first sensor to the last with the arrow keys.
  await cell(page, 1, 17).focus();
  for (let right = 1; right < 8; right++) await page.keyboard.press('ArrowRight');
  for (let down = 17; down < 24; down++) await page.keyboard.press('ArrowDown');
  await expect(cell(page, 8, 24)).toBeFocused();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Cable 8, row 24 from the top' });
  await expect(details).toContainText('row 24 of 24 from the top');
  // Clicks sensors in the corners of the grid.
  await details.getByRole('button', { name: 'Close' }).click();
  for (const [cable, depth] of [
    [1, 17],
    [8, 17],
    [1, 24],
  ] as const) {
    await cell(page, cable, depth).click();
    await expect(cell(page, cable, depth)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
  }

  // Each cell shows one number on a phone and two from 1280 px up, and they never overlap.
  expect(await findSmallestGap(page)).toBeGreaterThan(2);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cell(page, 1, 17).locator('text')).toHaveCount(2);
    expect(await findSmallestGap(page), `${width}`).toBeGreaterThan(2);
    // The drawing adapts to the window width.
    await expect.poll(() => findUnreadableTexts(page), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });

  await page.goto(`/binsensor/${smallBinId}`);
  await expect(page.getByRole('gridcell')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show the rows below' })).toHaveCount(0);
  await expectReadable(page, 'one sensor');
  await cell(page, 1, 1).click();
  await expect(page.getByRole('dialog', { name: 'Cable 1, row 1 from the top' })).toContainText(
    '17.3',
  );
});
