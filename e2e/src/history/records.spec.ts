import { expect, type Page } from '@playwright/test';
import { findOldestReading } from '../support/demo-history.ts';
import { binPath } from '../support/paths.ts';
import { test } from '../support/test.ts';

test.use({ as: 'farmer' });

/** A silent bin: no new reading comes while its records are paged through. */
const SILENT = 'Home 6';
const HOUR = 3_600_000;

const previous = (page: Page) => page.getByRole('button', { name: 'Previous record' });
const next = (page: Page) => page.getByRole('button', { name: 'Next record' });
const endHint = (page: Page) => page.getByText('no more temperature readings for this bin...');

test('records are paged back and forth, each once', async ({ page, api }) => {
  const bin = (await api.bins()).get(SILENT);
  const id = bin?.id ?? '';
  await page.goto(binPath(bin));
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await expect(next(page)).toBeDisabled();

  await previous(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.readAt(id, 1)}`);
  await expect(page.getByText(/^Latest · /)).toHaveCount(0);
  await previous(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.readAt(id, 2)}`);
  await next(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}?at=${await api.readAt(id, 1)}`);
  await next(page).click();
  await expect(page).toHaveURL(`/binsensor/${id}`);
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await expect(next(page)).toBeDisabled();
});

test('a record stays where it is while new ones come, and after a reload', async ({
  page,
  api,
}) => {
  const bin = (await api.bins()).get('Home 4');
  await page.goto(binPath(bin));
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await previous(page).click();
  await expect(page).toHaveURL(/\?at=\d+$/);
  // The address changes before the page does.
  await expect(page.getByText(/^Latest · /)).toHaveCount(0);
  const shown = page.getByRole('status').getByRole('button').locator('b');
  const time = await shown.innerText();
  const newest = await api.readAt(bin?.id ?? '', 0);
  await expect.poll(() => api.readAt(bin?.id ?? '', 0), { timeout: 30_000 }).not.toBe(newest);
  await expect(shown).toHaveText(time);
  await page.reload();
  await expect(shown).toHaveText(time);
});

test('past the oldest record a hint says that there are no more, and goes', async ({
  page,
  api,
  consoleErrors,
}) => {
  consoleErrors.allowAnswer(404, '/api/board/getSensorReading');
  const bin = (await api.bins()).get(SILENT);
  const id = bin?.id ?? '';
  const oldest = await findOldestReading(api, id);
  await page.goto(`${binPath(bin)}?at=${oldest}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await previous(page).click();
  await expect(endHint(page)).toBeVisible();
  await expect(endHint(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/binsensor/${id}?at=${oldest}`);
});

test('a day and a time lead to the reading of then', async ({ page, api }) => {
  const bin = (await api.bins()).get(SILENT);
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
  const asked = await noon(page, 4);
  expect(at).toBeLessThanOrEqual(asked);
  expect(at).toBeGreaterThan(asked - HOUR);
  await next(page).click();
  await expect(page).not.toHaveURL(`/binsensor/${id}?at=${at}`);
  expect(Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(at);
});

test('a time without a reading in the day before is said to have none', async ({ page, api }) => {
  const bin = (await api.bins()).get(SILENT);
  await page.goto(binPath(bin));
  await page.getByTitle('Choose date and time').click();
  const dialog = page.getByRole('dialog', { name: 'Choose date and time' });
  // The bin has been silent for more than a day; the end of this day is past all it has.
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

test('the arrow leads back to the page before, past all records', async ({ page, api }) => {
  const bin = (await api.bins()).get(SILENT);
  await page.goto('/overview');
  await page.getByRole('link', { name: `View Details: ${SILENT}` }).click();
  await expect(page.getByText(/^Latest · /)).toBeVisible();
  await previous(page).click();
  await expect(page).toHaveURL(`${binPath(bin)}?at=${await api.readAt(bin?.id ?? '', 1)}`);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Overview');
});

/** Chooses a day so many days before today, all by the browser's clock and its zone. */
async function chooseDay(page: Page, daysAgo: number): Promise<void> {
  const { month, day } = await page.evaluate((ago) => {
    const date = new Date();
    date.setDate(date.getDate() - ago);
    const ofMonth = date.toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    return { month: ofMonth, day: `${date.getDate()} ${ofMonth}` };
  }, daysAgo);
  const before = page.getByRole('button', { name: 'Previous month' });
  await expect(before).toBeVisible();
  if (!(await page.getByRole('button', { name: month, exact: true }).isVisible())) {
    await before.click();
  }
  await page.getByRole('button', { name: day, exact: true }).click();
}

/** Noon of a day before today, ms, by the browser's clock and its zone. */
function noon(page: Page, daysAgo: number): Promise<number> {
  return page.evaluate((ago) => {
    const date = new Date();
    date.setDate(date.getDate() - ago);
    return date.setHours(12, 0, 0, 0);
  }, daysAgo);
}
