import type { Browser, Locator, Page } from '@playwright/test';
import { collectTransferSizes, createVisitorContext, emulateSlowPhone } from './chromium.ts';
import type { Owner } from './owner.ts';
import { measureIfPossible, NOT_POSSIBLE, type Product } from './product.ts';
import { type Figure, formatAmount, infoFigure, median } from './report.ts';
import type { Granary } from './server.ts';

const VISITS = 3;
/** A question must be answered within this many taps. */
const MAX_TAPS = 5;

/** As defined by web.dev, in ms; `cls` has no unit. */
interface Vitals {
  readonly lcp: number;
  /** The response time of the first tap or key press; `inp` is that of the slowest interaction. */
  readonly firstInteraction: number;
  readonly inp: number;
  readonly cls: number;
}

/** The data that a page loads until it is idle: bytes transferred, and API calls with their bytes. */
interface PageWeight {
  readonly totalBytes: number;
  readonly calls: number;
  readonly callBytes: number;
}

/** A first visit to a page, and the interactions there. */
export interface Visit {
  readonly pageName: string;
  readonly path: string;
  readonly token: string;
  /** Matches an element that appears when the page has loaded. */
  readonly readySelector: string;
  readonly interact: (page: Page) => Promise<void>;
  /** A question that the page answers, and the taps that lead from the page to the answer. */
  readonly question: string;
  readonly findAnswer: (page: Page) => Promise<void>;
}

/** Measures first visits to a bin's page on a slow phone. */
export function benchVitals(
  browser: Browser,
  granary: Granary,
  owner: Owner,
  product: Product,
): Promise<Figure[]> {
  return measureVisits(browser, granary, product, {
    pageName: 'bin page',
    path: `/binsensor/${owner.binIds[0]}`,
    token: owner.token,
    readySelector: '[data-cell="1-1"]',
    interact: interactWithBin,
    question: 'the values of a sensor',
    findAnswer: async (page) => {
      await tap(page.locator('[data-cell="3-11"]'));
      await page.getByRole('dialog').waitFor();
    },
  });
}

/** Measures the web vitals of first visits on a slow phone. */
export async function measureVisits(
  browser: Browser,
  granary: Granary,
  product: Product,
  visit: Visit,
): Promise<Figure[]> {
  const visits: (Vitals & PageWeight)[] = [];
  for (let count = 0; count < VISITS; count++) {
    const context = await createVisitorContext(browser, granary.url, 'phone', visit.token);
    const page = await context.newPage();
    const readSizes = collectTransferSizes(page);
    await page.addInitScript(collectVitals);
    await emulateSlowPhone(page);
    await page.goto(visit.path);
    // A query takes a tenth of a second on the slow page, so wait until the network is idle before the first
    // one.
    await page.waitForLoadState('networkidle');
    await page.locator(visit.readySelector).first().waitFor();
    await waitUntilIdle(page);
    const load = await readSizes();
    const vitals = await measureIfPossible(product, async () => {
      await visit.interact(page);
      return readVitals(page);
    });
    if (vitals?.firstInteraction === 0) throw new Error('The browser reported no interaction.');
    const noInteraction = { firstInteraction: Number.NaN, inp: Number.NaN };
    visits.push({ ...(vitals ?? { ...(await readVitals(page)), ...noInteraction }), ...load });
    await context.close();
  }
  const calculateMedian = (name: keyof (Vitals & PageWeight)) =>
    median(visits.map((visit) => visit[name]));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const taps = await measureIfPossible(product, () => countTaps(browser, granary, visit));
  const where = `${visit.pageName}, slow phone, median of ${VISITS} visits`;
  return [
    figure(`${where}: LCP`, calculateMedian('lcp'), 2_500, seconds),
    figure(
      `${where}: first interaction`,
      calculateMedian('firstInteraction'),
      200,
      (ms) => `${ms.toFixed(0)} ms`,
    ),
    figure(`${where}: INP`, calculateMedian('inp'), 200, (ms) => `${ms.toFixed(0)} ms`),
    figure(`${where}: CLS`, calculateMedian('cls'), 0.05, (shift) => shift.toFixed(3)),
    infoFigure(
      `${visit.pageName}: transferred until it is idle`,
      `${formatAmount(calculateMedian('totalBytes') / 1_000)} kB, ${calculateMedian('calls')} calls with ${formatAmount(calculateMedian('callBytes') / 1_000)} kB`,
    ),
    figure(`${visit.pageName}: taps to ${visit.question}`, taps ?? Number.NaN, MAX_TAPS, (count) =>
      Number.isNaN(count) ? NOT_POSSIBLE : String(count),
    ),
  ];
}

function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
}

const tapsByPage = new WeakMap<Page, number>();

/** Counts the taps on a phone from a page to the answer to its question. */
async function countTaps(browser: Browser, granary: Granary, visit: Visit): Promise<number> {
  const context = await createVisitorContext(browser, granary.url, 'phone', visit.token);
  const page = await context.newPage();
  await page.goto(visit.path);
  await page.locator(visit.readySelector).first().waitFor();
  await page.waitForLoadState('networkidle');
  await visit.findAnswer(page);
  await context.close();
  return tapsByPage.get(page) ?? 0;
}

/** Opens sensors, moisture and the previous record on a bin's page. */
async function interactWithBin(page: Page): Promise<void> {
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

/** How long a page must be inactive to count as idle, and how long to wait for that. */
const [IDLE_MS, IDLE_TIMEOUT_MS] = [250, 20_000];

/**
 * Taps the target, then waits until the page is idle before anything queries it. On a slow page,
 * Playwright's `tap` and its queries by role take as long as the response itself, and would be measured,
 * too.
 */
export async function tap(target: Locator): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  let tapPoint = await findTapPoint(target);
  for (let tries = 0; tapPoint === null && tries < 50; tries++) {
    // A loading indicator or the top bar might still cover the target.
    await page.waitForTimeout(100);
    await target.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    tapPoint = await findTapPoint(target);
  }
  if (tapPoint === null) throw new Error(`Another element covers ${String(target)}.`);
  await page.touchscreen.tap(tapPoint.x, tapPoint.y);
  tapsByPage.set(page, (tapsByPage.get(page) ?? 0) + 1);
  await waitUntilIdle(page);
}

/** Finds the center of a target; null if another element covers it. */
function findTapPoint(target: Locator): Promise<{ x: number; y: number } | null> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const center = { x: x + width / 2, y: y + height / 2 };
    return element.contains(document.elementFromPoint(center.x, center.y)) ? center : null;
  });
}

/** Presses a key, then waits until the page is idle. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await waitUntilIdle(page);
}

/** Waits until the page is idle. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(
    ([idleMs, timeoutMs]) =>
      new Promise<void>((resolve, reject) => {
        const start = performance.now();
        let [idleSince, checkedAt] = [start, start];
        const check = (idle: IdleDeadline) => {
          const now = performance.now();
          // A near deadline means that a frame is due; a late callback means that the page was busy.
          if (idle.timeRemaining() < 1 || now - checkedAt > 60) idleSince = now;
          checkedAt = now;
          if (now - idleSince >= idleMs) resolve();
          else if (now - start > timeoutMs) reject(new Error('The page did not become idle.'));
          else setTimeout(() => requestIdleCallback(check), 20);
        };
        requestIdleCallback(check);
      }),
    [IDLE_MS, IDLE_TIMEOUT_MS] as const,
  );
}

/** Runs first in the page: collects the browser's performance entries. */
function collectVitals(): void {
  const vitals = { lcp: 0, firstInteraction: 0, inp: 0, cls: 0 };
  let firstId = -1;
  (window as unknown as { vitals: Vitals }).vitals = vitals;
  const observeEntries = (
    type: string,
    options: object,
    handleEntry: (entry: PerformanceEntry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handleEntry)).observe({
      type,
      buffered: true,
      ...options,
    });
  observeEntries('largest-contentful-paint', {}, (entry) => {
    vitals.lcp = entry.startTime;
  });
  type Timing = PerformanceEventTiming & { readonly interactionId: number };
  // Reported at any duration, so that the first interaction is not missed.
  observeEntries('first-input', {}, (entry) => {
    firstId = (entry as Timing).interactionId;
    vitals.firstInteraction = Math.max(vitals.firstInteraction, entry.duration);
  });
  observeEntries('event', { durationThreshold: 16 }, (entry) => {
    const { interactionId, duration } = entry as Timing;
    if (interactionId === 0) return;
    if (interactionId === firstId)
      vitals.firstInteraction = Math.max(vitals.firstInteraction, duration);
    vitals.inp = Math.max(vitals.inp, duration);
  });
  // Shifts less than a second apart form a window of at most five seconds; the worst window counts.
  const session = { value: 0, from: 0, to: 0 };
  observeEntries('layout-shift', {}, (entry) => {
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
  format: (value: number) => string,
): Figure {
  return {
    name,
    value: Number.isNaN(value) ? NOT_POSSIBLE : format(value),
    budget: `${format(budget)} or less`,
    pass: value <= budget,
  };
}
