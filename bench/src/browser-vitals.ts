import type { Browser, Locator, Page } from '@playwright/test';
import { newVisitor, slowDown } from './chromium.ts';
import type { Owner } from './owner.ts';
import { type Figure, median } from './report.ts';
import type { Granary } from './server.ts';

const VISITS = 5;

/** As web.dev defines them. ms, but for `cls`, which has no unit. */
interface Vitals {
  readonly lcp: number;
  /** How long the first tap or key took to be answered; `inp` is the slowest of all. */
  readonly first: number;
  readonly inp: number;
  readonly cls: number;
}

/** A page as somebody first comes to it, and what they then do there. */
export interface Visit {
  readonly where: string;
  readonly path: string;
  readonly token: string;
  /** Is there once the page is. */
  readonly sign: string;
  readonly use: (page: Page) => Promise<void>;
}

/** First visits to a bin on a slow phone, and a few things done there. */
export function benchVitals(browser: Browser, granary: Granary, owner: Owner): Promise<Figure[]> {
  return measureVisits(browser, granary, {
    where: 'bin page',
    path: `/binsensor/${owner.binIds[0]}`,
    token: owner.token,
    sign: '[data-cell="1-1"]',
    use: useBin,
  });
}

/** How soon a page is there on a slow phone, how soon it answers, and how much it moves. */
export async function measureVisits(
  browser: Browser,
  granary: Granary,
  visit: Visit,
): Promise<Figure[]> {
  const visits: Vitals[] = [];
  for (let count = 0; count < VISITS; count++) {
    const context = await newVisitor(browser, granary.url, 'phone', visit.token);
    const page = await context.newPage();
    await page.addInitScript(observe);
    await slowDown(page);
    await page.goto(visit.path);
    await page.locator(visit.sign).first().waitFor();
    await page.waitForLoadState('networkidle');
    await visit.use(page);
    const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    if (vitals.first === 0) throw new Error('The browser told of no interaction.');
    visits.push(vitals);
    await context.close();
  }
  const of = (name: keyof Vitals) => median(visits.map((vitals) => vitals[name]));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const where = `${visit.where}, slow phone, median of ${VISITS} visits`;
  return [
    figure(`${where}: LCP`, of('lcp'), 2_500, seconds),
    figure(`${where}: first interaction`, of('first'), 200, (ms) => `${ms.toFixed(0)} ms`),
    figure(`${where}: INP`, of('inp'), 200, (ms) => `${ms.toFixed(0)} ms`),
    figure(`${where}: CLS`, of('cls'), 0.05, (shift) => shift.toFixed(3)),
  ];
}

/** What somebody does on a bin's page: looks at sensors, at moisture, at the record before. */
async function useBin(page: Page): Promise<void> {
  for (const cell of ['3-11', '5-4']) {
    await tap(page.locator(`[data-cell="${cell}"]`));
    const panel = page.getByRole('dialog');
    await panel.waitFor();
    await tap(panel.getByRole('button', { name: 'Sensor below' }));
    await tap(panel.getByRole('button', { name: 'Close' }));
    await panel.waitFor({ state: 'detached' });
  }
  await tap(page.getByRole('radiogroup').first().getByText('%'));
  await tap(page.getByRole('button', { name: 'Previous record' }));
  await page.waitForURL(/\?at=\d+$/);
  await tap(page.getByRole('button', { name: 'Next record' }));
  await page.waitForURL(/\/binsensor\/\d+$/);
  await page.waitForLoadState('networkidle');
}

/** Without anything to do for so long, a page has answered; it is waited for that long at most. */
const [QUIET_MS, PATIENCE_MS] = [250, 20_000];

/**
 * Taps, and does not look until the page has answered. Playwright's own `tap` watches its events in
 * the page, and whoever waits for something by its role has the page go through all roles again and
 * again: on a slow phone either takes the page as long as its answer, and would be counted.
 */
export async function tap(target: Locator): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  let at = await reachable(target);
  for (let tries = 0; at === null && tries < 50; tries++) {
    // What a page shows while it comes may still lie over it.
    await page.waitForTimeout(100);
    at = await reachable(target);
  }
  if (at === null) throw new Error(`A tap would miss ${String(target)}.`);
  await page.touchscreen.tap(at.x, at.y);
  await answered(page);
}

/** The middle of a target, null where something lies over it. */
function reachable(target: Locator): Promise<{ x: number; y: number } | null> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    return element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null;
  });
}

/** Presses a key, and does not look until the page has answered. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await answered(page);
}

/** Waits until the page had nothing to do for a while. */
export async function answered(page: Page): Promise<void> {
  await page.evaluate(
    ([quietMs, patienceMs]) =>
      new Promise<void>((resolve, reject) => {
        const start = performance.now();
        let [since, looked] = [start, start];
        const look = (idle: IdleDeadline) => {
          const now = performance.now();
          // A deadline that is near means that a frame is due; a look that comes late, that there
          // was something to do.
          if (idle.timeRemaining() < 1 || now - looked > 60) since = now;
          looked = now;
          if (now - since >= quietMs) resolve();
          else if (now - start > patienceMs) reject(new Error('The page is never quiet.'));
          else setTimeout(() => requestIdleCallback(look), 20);
        };
        requestIdleCallback(look);
      }),
    [QUIET_MS, PATIENCE_MS] as const,
  );
}

/** Runs in the page before anything else: gathers what the browser tells of itself. */
function observe(): void {
  const vitals = { lcp: 0, first: 0, inp: 0, cls: 0 };
  let firstId = -1;
  (window as unknown as { vitals: Vitals }).vitals = vitals;
  const on = (type: string, options: object, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  on('largest-contentful-paint', {}, (entry) => {
    vitals.lcp = entry.startTime;
  });
  type Timing = PerformanceEventTiming & { readonly interactionId: number };
  // Told of however short it was, so that the first is not the second.
  on('first-input', {}, (entry) => {
    firstId = (entry as Timing).interactionId;
    vitals.first = Math.max(vitals.first, entry.duration);
  });
  on('event', { durationThreshold: 16 }, (entry) => {
    const { interactionId, duration } = entry as Timing;
    if (interactionId === 0) return;
    if (interactionId === firstId) vitals.first = Math.max(vitals.first, duration);
    vitals.inp = Math.max(vitals.inp, duration);
  });
  // Shifts less than a second apart make a session of five seconds at most; the worst one counts.
  const session = { value: 0, from: 0, to: 0 };
  on('layout-shift', {}, (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (shift.hadRecentInput) return;
    const at = shift.startTime;
    const isNew = at - session.to > 1_000 || at - session.from > 5_000;
    session.value = isNew ? shift.value : session.value + shift.value;
    if (isNew) session.from = at;
    session.to = at;
    vitals.cls = Math.max(vitals.cls, session.value);
  });
}

function figure(
  name: string,
  value: number,
  budget: number,
  inWords: (value: number) => string,
): Figure {
  return {
    name,
    value: inWords(value),
    budget: `${inWords(budget)} or less`,
    pass: value <= budget,
  };
}
