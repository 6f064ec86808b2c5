import { benchLive } from './browser-live.ts';
import { benchScroll } from './browser-scroll.ts';
import { benchVitals } from './browser-vitals.ts';
import { launchChromium } from './chromium.ts';
import type { Product } from './product.ts';
import type { Figure } from './report.ts';
import type { Postgres } from './server.ts';

const BOARDS = 250;

/** Measures what users notice: live updates, page loads and interactions, and scrolling. */
export async function benchBrowser(postgres: Postgres, product: Product): Promise<Figure[]> {
  const granary = await product.startGranary(postgres.url);
  const browser = await launchChromium();
  try {
    const smallOwner = await product.makeOwner(postgres, granary, 3);
    const largeOwner = await product.makeOwner(postgres, granary, BOARDS);
    return [
      ...(await benchLive(browser, granary, smallOwner)),
      ...(await benchVitals(browser, granary, smallOwner, product)),
      ...(await benchScroll(browser, granary, largeOwner)),
    ];
  } finally {
    await browser.close();
    await granary.stop();
  }
}
