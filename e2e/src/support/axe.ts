import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2, levels A and AA, with what it took over from its earlier versions. */
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Bins stand on the map where they stand in the yard, and may be close to each other. What their
 * signs do the list beside the map does too, which is WCAG's exception for the size of targets.
 */
const MAP_MARKERS = '.leaflet-marker-pane';

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
  const violations = await page.evaluate(
    async ({ runOnly, markers }) => {
      const { violations: found } = await axe.run(':root', {
        runOnly,
        resultTypes: ['violations'],
        // Only rules about sound and video wait for files; there are none.
        preload: false,
      });
      const isMarker = ({ target }: axe.NodeResult) =>
        document.querySelector(String(target[0]))?.closest(markers) != null;
      return found
        .map((rule) =>
          rule.id === 'target-size'
            ? { ...rule, nodes: rule.nodes.filter((node) => !isMarker(node)) }
            : rule,
        )
        .filter(({ nodes }) => nodes.length > 0);
    },
    {
      runOnly: { type: 'tag' as const, values: WCAG_22_AA },
      markers: MAP_MARKERS,
    },
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
