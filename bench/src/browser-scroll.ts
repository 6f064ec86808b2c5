import type { Browser } from '@playwright/test';
import { createVisitorContext, type Device } from './chromium.ts';
import type { Owner } from './owner.ts';
import { type Figure, formatAmount, quantile } from './report.ts';
import type { Granary } from './server.ts';

/** px, and px per second. */
const DISTANCE = 12_000;
const SPEED = 2_000;
const MIN_FRAME_RATE = 50;

/** Measures how smoothly the list of all bins scrolls. */
export async function benchScroll(
  browser: Browser,
  granary: Granary,
  owner: Owner,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const device of ['desktop', 'phone'] as const) {
    figures.push(await measureScrolling(browser, granary, owner, device));
  }
  return figures;
}

async function measureScrolling(
  browser: Browser,
  granary: Granary,
  owner: Owner,
  device: Device,
): Promise<Figure> {
  const context = await createVisitorContext(browser, granary.url, device, owner.token);
  const page = await context.newPage();
  await page.goto('/allbins');
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  const frames = await page.evaluate(scrollDown, { distance: DISTANCE, speed: SPEED });
  const scrolled = await page.evaluate(() => window.scrollY);
  await context.close();
  if (scrolled < DISTANCE / 2) throw new Error(`The page scrolled only ${scrolled} px.`);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const rate = (1000 * gaps.length) / ((frames.at(-1) ?? 0) - (frames[0] ?? 0));
  return {
    name: `scrolling ${formatAmount(owner.binIds.length)} bins, ${device}`,
    value: `${rate.toFixed(1)} frames/s, 95 % within ${quantile(gaps, 0.95).toFixed(0)} ms`,
    budget: `${MIN_FRAME_RATE} frames/s or more`,
    pass: rate >= MIN_FRAME_RATE,
  };
}

/**
 * Runs in the page: scrolls at a constant speed and returns the time of each frame. Scripted in the page,
 * because synthesized gestures do not scroll a headless page.
 */
function scrollDown({ distance, speed }: { distance: number; speed: number }): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const draw = (at: number) => {
      frames.push(at);
      const scrolledPx = ((at - (frames[0] ?? at)) * speed) / 1000;
      window.scrollTo({ top: Math.min(scrolledPx, distance), behavior: 'instant' });
      if (scrolledPx < distance) requestAnimationFrame(draw);
      else resolve(frames);
    };
    requestAnimationFrame(draw);
  });
}
