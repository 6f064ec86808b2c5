import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2, levels A and AA, with what it took over from its earlier versions. */
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails the test, which goes on, with a line for each element of the page that breaks a rule. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Evaluated, not added as a script: the page's content policy forbids those.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  // Colours are judged as they are in the end, not on their way there.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished)).then(() => undefined);
  });
  const { violations } = await page.evaluate(
    (tags) =>
      axe.run(':root', {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      }),
    WCAG_22_AA,
  );
  expect.soft(violations.flatMap(inWords), `${name}: ${page.url()}`).toEqual([]);
}

function inWords({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target, html, failureSummary = '' }) =>
    [`${id}: ${help}`, target.join(' '), html, failureSummary].join('\n  '),
  );
}

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}
