import type { Browser, Page } from '@playwright/test';
import type { Pool } from 'pg';
import { createVisitorContext, type Device, launchChromium } from './chromium.ts';
import { fillDays, fillReadings } from './fill.ts';
import { makeOwner, type Owner } from './owner.ts';
import { type Figure, formatAmount, median } from './report.ts';
import { type Granary, type Postgres, startGranary } from './server.ts';

const BUDGET_MS = 100;
const VISITS = 5;
const READINGS_PER_DAY = 96;
const SENSORS = 16;

/** The measured ranges. */
const RANGES = [
  { days: 365, name: 'a year of daily records', records: 365 },
  // At most 60 records fall into the gaps.
  {
    days: 30,
    name: `30 days at ${READINGS_PER_DAY} readings a day`,
    records: 30 * READINGS_PER_DAY - 60,
  },
] as const;

/** Measures the time from the response with a chart's data until the chart is drawn. */
export async function benchChart(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const owner = await makeOwner(postgres, granary, 1);
    const bin = owner.binIds[0] ?? 0;
    await fillDays(postgres.pool, [bin], 366);
    const readings = { days: 31, intervalS: 86_400 / READINGS_PER_DAY, sensors: SENSORS };
    await fillReadings(postgres.pool, bin, readings);
    await addAlertsGapsAndFanRuns(postgres.pool, bin);
    const figures: Figure[] = [];
    for (const device of ['desktop', 'phone'] as const) {
      for (const range of RANGES) {
        const times: number[] = [];
        for (let visit = 0; visit < VISITS; visit++) {
          times.push(await measureDrawing(browser, granary, owner, device, range));
        }
        figures.push(
          figure(
            `chart of ${range.name}, ${device}, from its response until it is drawn`,
            median(times),
          ),
        );
      }
    }
    return figures;
  } finally {
    await browser.close();
    await granary.stop();
  }
}

/** Adds an alert, gaps without readings, and a fan that is switched twice a day. */
async function addAlertsGapsAndFanRuns(pool: Pool, binId: number): Promise<void> {
  await pool.query(
    `update bins set fan_attached = true, temperature_alert_enabled = true, temperature_alert_c = 21
     where id = $1`,
    [binId],
  );
  await pool.query(
    `delete from readings where bin_id = $1
     and extract(day from at)::int % 9 = 3 and extract(hour from at) between 3 and 5`,
    [binId],
  );
  await pool.query(
    `insert into fan_events (bin_id, sent_at, at, is_on)
     select $1, at, at, n % 2 = 0
     from (select n, now() - n * interval '12 hours' as at from generate_series(1, 730) n) turns`,
    [binId],
  );
}

function figure(name: string, ms: number): Figure {
  const value = `median ${formatAmount(ms)} ms`;
  return { name, value, budget: `${BUDGET_MS} ms or less`, pass: ms <= BUDGET_MS };
}

/**
 * Opens a one-day chart, then the range. Measures from the end of the last response with readings or fan runs
 * to the end of the last frame with lines, ms.
 */
async function measureDrawing(
  browser: Browser,
  granary: Granary,
  owner: Owner,
  device: Device,
  { days, records }: (typeof RANGES)[number],
): Promise<number> {
  const context = await createVisitorContext(browser, granary.url, device, owner.token);
  const page = await context.newPage();
  await page.addInitScript(recordDrawTimes);
  await page.goto(`/binsensor/${owner.binIds[0]}/chart`);
  await waitUntilDrawn(page);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => chartRequestPattern(days).test(response.url())),
    page.locator(`label:has(input[type=radio][value="${days}"])`).click(),
  ]);
  const findDrawTime = (pattern: RegExp) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const { startTime = 0 } = entries.find(({ name }) => pattern.test(name)) ?? {};
    const laterEntries = entries.filter((entry) => entry.startTime >= startTime);
    const readings = laterEntries.find(({ name }) => pattern.test(name))?.responseEnd;
    const runs = laterEntries.find(({ name }) => name.includes('fanHistory'))?.responseEnd;
    const end = Math.max(readings ?? Number.NaN, runs ?? Number.NaN);
    const { drawnAt } = window as unknown as { drawnAt: number };
    return drawnAt > end && performance.now() - drawnAt > 500 ? drawnAt - end : null;
  };
  // Polling at each frame would slow the page.
  const drawTime = await page.waitForFunction(findDrawTime, chartRequestPattern(days), {
    polling: 1_000,
  });
  // Read after the measurement, because the browser has to copy megabytes.
  const { RESP_MSG } = (await answer.json()) as { RESP_MSG: unknown[] };
  if (RESP_MSG.length < records)
    throw new Error(`The chart has only ${RESP_MSG.length} records, not ${records}.`);
  const ms = Number(await drawTime.jsonValue());
  await context.close();
  return ms;
}

const chartRequestPattern = (days: number) =>
  new RegExp(`sensorMinMaxReading.*[?&]days=${days}(&|$)`);

/** Waits until a chart exists and nothing has been drawn for half a second. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator('.uplot canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const { drawnAt } = window as unknown as { drawnAt: number };
    return drawnAt > 0 && performance.now() - drawnAt > 500;
  });
}

/** Runs first in the page: records when the last frame with new lines was finished. */
function recordDrawTimes(): void {
  const page = window as unknown as { drawnAt: number };
  page.drawnAt = 0;
  let isScheduled = false;
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...args: Path2D[]) {
    Reflect.apply(stroke, this, args);
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      setTimeout(() => {
        page.drawnAt = performance.now();
      });
    });
  };
}
