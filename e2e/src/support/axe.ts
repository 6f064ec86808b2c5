import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules of WCAG 2.2, levels A and AA, or color contrast only. */
const RULES = {
  all: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colors: { type: 'rule' as const, values: ['color-contrast'] },
};

/**
 * Bin markers can be close together on the map. WCAG allows small targets here, because the list beside the
 * map offers the same functions.
 */
const MAP_MARKERS = '.leaflet-marker-pane';

/** Reports each element that breaks a rule; the test continues and fails at the end. */
export async function expectAccessible(
  page: Page,
  name: string,
  rules: keyof typeof RULES = 'all',
): Promise<void> {
  // Evaluates the script, because the page's content security policy blocks injected scripts.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  // Waits for transitions to end before checking colors.
  await page.evaluate(() => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(animations.map((animation) => animation.finished)).then(
      () => undefined,
    );
  });
  const violations = await page.evaluate(
    async ({ runOnly, markers }) => {
      const { violations: violated } = await axe.run(':root', {
        runOnly,
        resultTypes: ['violations'],
        // Only rules about audio and video need preloaded files, and the pages have no audio or video.
        preload: false,
      });
      const isMarker = ({ target }: axe.NodeResult) =>
        document.querySelector(String(target[0]))?.closest(markers) != null;
      return violated
        .map((rule) =>
          rule.id === 'target-size'
            ? { ...rule, nodes: rule.nodes.filter((node) => !isMarker(node)) }
            : rule,
        )
        .filter(({ nodes }) => nodes.length > 0);
    },
    {
      runOnly: RULES[rules],
      markers: MAP_MARKERS,
    },
  );
  expect.soft(violations.flatMap(formatViolation), `${name}: ${page.url()}`).toEqual([]);
}

function formatViolation({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target, html, failureSummary = '' }) =>
    [`${id}: ${help}`, target.join(' '), html, failureSummary].join('\n  '),
  );
}

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}
