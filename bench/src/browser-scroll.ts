import type { Browser } from '@playwright/test';
import { type Device, newVisitor } from './chromium.ts';
import type { Owner } from './owner.ts';
import { amount, type Figure, quantile } from './report.ts';
import type { Granary } from './server.ts';

/** A brisk scroll, px and px a second. */
const DISTANCE = 12_000;
const SPEED = 2_000;
const LEAST = 50;

/** How smoothly the list of all bins scrolls. */
export async function benchScroll(
  browser: Browser,
  granary: Granary,
  owner: Owner,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const device of ['desk', 'phone'] as const) {
    figures.push(await scroll(browser, granary, owner, device));
  }
  return figures;
}

async function scroll(
  browser: Browser,
  granary: Granary,
  owner: Owner,
  device: Device,
): Promise<Figure> {
  const context = await newVisitor(browser, granary.url, device, owner.token);
  const page = await context.newPage();
  await page.goto('/allbins');
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const frames: number[] = [];
    (window as unknown as { frames: number[] }).frames = frames;
    const note = (at: number) => {
      frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const devtools = await context.newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const before = await page.evaluate(() => ({ y: window.scrollY, at: performance.now() }));
  await devtools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: device === 'phone' ? 'touch' : 'mouse',
    preventFling: true,
  });
  const after = await page.evaluate(() => ({
    y: window.scrollY,
    at: performance.now(),
    frames: (window as unknown as { frames: number[] }).frames,
  }));
  await context.close();
  if (after.y - before.y < DISTANCE / 2) throw new Error(`It scrolled ${after.y - before.y} px.`);
  const during = after.frames.filter((at) => at >= before.at && at <= after.at);
  const gaps = during.slice(1).map((at, index) => at - (during[index] ?? at));
  const rate = (1000 * gaps.length) / ((during.at(-1) ?? 0) - (during[0] ?? 0));
  return {
    name: `${amount(owner.binIds.length)} bins scroll, ${device}`,
    value: `${rate.toFixed(1)} frames/s, 95 % within ${quantile(gaps, 0.95).toFixed(0)} ms`,
    budget: `${LEAST} frames/s or more`,
    pass: rate >= LEAST,
  };
}
