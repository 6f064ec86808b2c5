import { expect, type Page } from '@playwright/test';
import { findOldestReadingTime } from '../support/demo-history.ts';
import { binPath } from '../support/paths.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A bin that stopped reporting, so that its records do not change. */
const OFFLINE_BIN = 'Home 6';
const HOUR = 3_600_000;

const previousButton = (page: Page) => page.getByRole('button', { name: 'Previous record' });
const nextButton = (page: Page) => page.getByRole('button', { name: 'Next record' });
const endOfRecords = (page: Page) => page.getByText('no more temperature readings for this bin...');

test('pages through the records, showing each once', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  const id = bin?.id ?? '';
  await page.goto(binPath(bin));
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await expect(nextButton(page)).toBeDisabled();

  await previousButton(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.findReadingTime(id, 1)}`);
  await expect(page.getByText(/^Latest · /)).toHaveCount(0);
  await previousButton(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.findReadingTime(id, 2)}`);
  await nextButton(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.findReadingTime(id, 1)}`);
  await nextButton(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}`);
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await expect(nextButton(page)).toBeDisabled();
});

test('keeps the open record while new ones arrive and after a reload', async ({ page, api }) => {
  const bin = (await api.listBins()).get('Home 4');
  await page.goto(binPath(bin));
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await previousButton(page).click();
  await expect(page).toHaveURL(/\?at=\d+$/);
  // The URL changes before the page content does.
  await expect(page.getByText(/^Latest · /)).toHaveCount(0);
  const recordTime = page.getByRole('status').getByRole('button').locator('b');
  const time = await recordTime.innerText();
  const newest = await api.findReadingTime(bin?.id ?? '', 0);
  await expect
    .poll(() => api.findReadingTime(bin?.id ?? '', 0), { timeout: 30_000 })
    .not.toBe(newest);
  await expect(recordTime).toHaveText(time);
  await page.reload();
  await expect(recordTime).toHaveText(time);
});

test('shows a temporary message after the oldest record', async ({ page, api, consoleErrors }) => {
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  const id = bin?.id ?? '';
  const oldest = await findOldestReadingTime(api, id);
  await page.goto(`${binPath(bin)}?at=${oldest}`);
  await expect(page.getByRole('grid')).toBeVisible();
  // Each click shows the message again; on a busy machine, the test can miss it because it disappears after a
  // few seconds.
  await expect(async () => {
    await previousButton(page).click();
    await expect(endOfRecords(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(endOfRecords(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/binsensor/${id}?at=${oldest}`);
});

test('opens the reading at a chosen date and time, or reports that there is none', async ({
  page,
  api,
}) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  const id = bin?.id ?? '';
  await page.goto(binPath(bin));
  await page.getByTitle('Choose date and time').click();
  const dialog = page.getByRole('dialog', { name: 'Choose date and time' });
  await dialog.getByRole('button', { name: 'Show reading' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a date.');

  await chooseDay(page, 4);
  await dialog.getByRole('button', { name: 'Show reading' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\?at=\d+$/);
  const at = Number(new URL(page.url()).searchParams.get('at'));
  const requestedTime = await findNoon(page, 4);
  expect(at).toBeLessThanOrEqual(requestedTime);
  expect(at).toBeGreaterThan(requestedTime - HOUR);
  await nextButton(page).click();
  await expect(page).not.toHaveURL(`/binsensor/${id}?at=${at}`);
  expect(Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(at);

  await page.goto(binPath(bin));
  await page.getByTitle('Choose date and time').click();
  // The bin stopped reporting more than a day ago, so it has no reading near the end of today.
  await chooseDay(page, 0);
  await dialog.getByRole('spinbutton', { name: 'Hours' }).fill('11');
  await dialog.getByRole('spinbutton', { name: 'Minutes' }).fill('55');
  await dialog.getByRole('textbox', { name: 'AM or PM' }).press('p');
  await dialog.getByRole('button', { name: 'Show reading' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No Record found at this date and time.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(binPath(bin));
});

test('goes back to the previous page, not to the previous record', async ({ page, api }) => {
  const bin = (await api.listBins()).get(OFFLINE_BIN);
  await page.goto('/overview');
  await page.getByRole('link', { name: `View Details: ${OFFLINE_BIN}` }).click();
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await previousButton(page).click();
  await expect(page).toHaveURL(`${binPath(bin)}?at=${await api.findReadingTime(bin?.id ?? '', 1)}`);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Overview');
});

/** Chooses the day that was this many days ago in the browser's time zone. */
async function chooseDay(page: Page, daysAgo: number): Promise<void> {
  const { month, day } = await page.evaluate((ago) => {
    const date = new Date();
    date.setDate(date.getDate() - ago);
    const monthAndYear = date.toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    return { month: monthAndYear, day: `${date.getDate()} ${monthAndYear}` };
  }, daysAgo);
  const previousMonth = page.getByRole('button', { name: 'Previous month' });
  await expect(previousMonth).toBeVisible();
  if (!(await page.getByRole('button', { name: month, exact: true }).isVisible())) {
    await previousMonth.click();
  }
  await page.getByRole('button', { name: day, exact: true }).click();
}

/** Finds noon on the day that was this many days ago in the browser's time zone, ms. */
function findNoon(page: Page, daysAgo: number): Promise<number> {
  return page.evaluate((ago) => {
    const date = new Date();
    date.setDate(date.getDate() - ago);
    return date.setHours(12, 0, 0, 0);
  }, daysAgo);
}
