import { setTimeout as pause } from 'node:timers/promises';
import { connectBoard } from '@granary/simulator/connection';
import type { Browser, Page } from '@playwright/test';
import { createVisitorContext } from './chromium.ts';
import type { Owner } from './owner.ts';
import { type Figure, quantile } from './report.ts';
import type { Granary } from './server.ts';

const FRAMES = 100;
const BUDGET_MS = 500;

/** Measures the time from a board's publish to the painted value on the bin's page. */
export async function benchLive(
  browser: Browser,
  granary: Granary,
  owner: Owner,
): Promise<Figure[]> {
  const [board] = owner.boards;
  if (board === undefined) throw new Error('The owner has no board.');
  const { mainBoardId, key } = board;
  const address = { host: '127.0.0.1', port: granary.mqttPort, mainBoardId, key };
  const context = await createVisitorContext(browser, granary.url, 'desktop', owner.token);
  const connection = connectBoard(address, {});
  try {
    const page = await context.newPage();
    await page.goto(`/binsensor/${owner.binIds[0]}`);
    await page.locator('[data-cell="1-1"]').waitFor();
    await page.getByText(/^Live, /).waitFor();
    const delays: number[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      const celsius = (10 + frame / 10).toFixed(1);
      await watchForValue(page, celsius);
      const publishedAt = Date.now();
      await connection.send('temp-data', createFrame(Number(celsius), publishedAt));
      delays.push((await readShownAt(page)) - publishedAt);
      // Boards report at arbitrary times.
      await pause((frame * 37) % 200);
    }
    return [figure(delays)];
  } finally {
    await connection.close(1_000);
    await context.close();
  }
}

/** Creates a reading of eight cables of 16 sensors; the first sensor has the given temperature. */
function createFrame(celsius: number, at: number): string {
  const cables = Array.from({ length: 8 }, () => Array.from({ length: 16 }, () => 9.9));
  const [first = []] = cables;
  first[0] = celsius;
  return JSON.stringify({
    v: 1,
    bin_number: 1,
    date_time: new Date(at).toISOString(),
    temp_reading: cables,
    humidity_readings: cables.map((cable) => cable.map(() => 60)),
  });
}

/** Starts watching for a value in the first sensor's cell. */
function watchForValue(page: Page, text: string): Promise<void> {
  return page.evaluate((wanted) => {
    const target = window as unknown as { shownAt: Promise<number> };
    target.shownAt = new Promise((resolve) => {
      const check = () => {
        const cell = document.querySelector('[data-cell="1-1"]');
        if (!cell?.textContent?.includes(wanted)) return;
        observer.disconnect();
        // By the time the next task runs, the change has been painted.
        requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      };
      const observer = new MutationObserver(check);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }, text);
}

function readShownAt(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shownAt: Promise<number> }).shownAt);
}

function figure(waits: readonly number[]): Figure {
  const p95 = quantile(waits, 0.95);
  return {
    name: `from a board's publish to the value on the open bin page, ${waits.length} frames`,
    value: `p50 ${quantile(waits, 0.5)} ms, p95 ${p95} ms`,
    budget: `p95 ${BUDGET_MS} ms or less`,
    pass: p95 <= BUDGET_MS,
  };
}
