import { expect, type Page } from '@playwright/test';
import { binPath } from '../support/paths.ts';
import { publishReading } from '../support/publish-frames.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A bin whose plenum sensor shows whether its fan is running. */
const BIN = 'Home 5';

/** Counts the endless animations on the page. */
const countEndlessAnimations = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity).length,
  );

/**
 * Opens a bin with a running fan and counts its endless animations. Retries if the demo turns the fan off.
 */
async function countAnimationsWithFanOn(
  page: Page,
  url: string,
  mqttPort: number,
): Promise<number> {
  const fanOn = page.getByText('Fan on');
  let count = 0;
  await expect(async () => {
    await publishReading(mqttPort, BIN, { otherFields: { wind_speed: 6, wind_pressure: 400 } });
    await page.goto(url);
    await expect(fanOn).toBeVisible({ timeout: 3_000 });
    count = await countEndlessAnimations(page);
    await expect(fanOn).toBeVisible({ timeout: 100 });
  }).toPass();
  return count;
}

test.describe('a user without a preference', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('sees the fan turn while it runs', async ({ page, api, mqttPort }) => {
    const url = binPath((await api.listBins()).get(BIN));
    expect(await countAnimationsWithFanOn(page, url, mqttPort)).toBeGreaterThan(0);
  });
});

test.describe('a user who prefers reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('sees a running fan without animation', async ({ page, api, mqttPort }) => {
    const url = binPath((await api.listBins()).get(BIN));
    expect(await countAnimationsWithFanOn(page, url, mqttPort)).toBe(0);
  });

  test('sees dialogs and sheets open without sliding', async ({ page, api }) => {
    await page.goto(binPath((await api.listBins()).get(BIN)));
    await page.getByRole('gridcell').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const count = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
    );
    expect(count).toBe(0);
  });
});
