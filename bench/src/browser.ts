import { benchLive } from './browser-live.ts';
import { benchScroll } from './browser-scroll.ts';
import { benchVitals } from './browser-vitals.ts';
import { launchChromium } from './chromium.ts';
import { makeOwner } from './owner.ts';
import type { Figure } from './report.ts';
import { type Postgres, startGranary } from './server.ts';

const BOARDS = 250;

/** Measures what users notice: live updates, page loads and interactions, and scrolling. */
export async function benchBrowser(postgres: Postgres): Promise<Figure[]> {
  const granary = await startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const few = await makeOwner(postgres, granary, 3);
    const many = await makeOwner(postgres, granary, BOARDS);
    return [
      ...(await benchLive(browser, granary, few)),
      ...(await benchVitals(browser, granary, few)),
      ...(await benchScroll(browser, granary, many)),
    ];
  } finally {
    await browser.close();
    await granary.stop();
  }
}
