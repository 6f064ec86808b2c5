import type { Browser } from '@playwright/test';
import { collectTransferSizes, createVisitorContext, launchChromium } from './chromium.ts';
import { makeOwner } from './owner.ts';
import { type Figure, formatAmount } from './report.ts';
import { type Postgres, startGranary } from './server.ts';

interface PageLoad {
  readonly name: string;
  readonly path: string;
  readonly token: string | null;
  /** Matches an element that appears when the page has loaded. */
  readonly readySelector: string;
  /** kB (1,000 bytes) of JavaScript over the wire. */
  readonly budget: number;
}

/** While idle, the sign-in page preloads the next pages, unless the browser's data saver is on. */
const SAVE_DATA_SCRIPT = `Object.defineProperty(navigator.connection, 'saveData', { value: true })`;

/** Measures the bytes over the wire when a new browser opens a page. */
export async function benchFirstLoad(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const { token, binIds } = await makeOwner(postgres, granary, 3);
    const loads: readonly PageLoad[] = [
      { name: 'sign-in', path: '/login', token: null, readySelector: 'form', budget: 220 },
      {
        name: 'a bin',
        path: `/binsensor/${binIds[0]}`,
        token,
        readySelector: '[role=grid]',
        budget: 320,
      },
    ];
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measure(browser, granary.url, load)));
    return figures;
  } finally {
    await browser.close();
    await granary.stop();
  }
}

async function measure(browser: Browser, url: string, load: PageLoad): Promise<Figure[]> {
  const context = await createVisitorContext(browser, url, 'phone', load.token);
  const page = await context.newPage();
  await page.addInitScript(SAVE_DATA_SCRIPT);
  const readSizes = collectTransferSizes(page);
  await page.goto(load.path);
  await page.locator(load.readySelector).waitFor();
  await page.waitForLoadState('networkidle');
  const { scriptBytes, totalBytes, uncompressedScriptBytes } = await readSizes();
  await context.close();
  return [
    {
      name: `${load.name}: JavaScript over the wire`,
      value: `${formatAmount(scriptBytes / 1000)} kB (${formatAmount(uncompressedScriptBytes / 1000)} kB uncompressed)`,
      budget: `${load.budget} kB or less`,
      pass: scriptBytes <= load.budget * 1000,
    },
    {
      name: `${load.name}: everything over the wire`,
      value: `${formatAmount(totalBytes / 1000)} kB`,
      budget: '',
      pass: null,
    },
  ];
}
