import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2, levels A and AA, with what it took over from its earlier versions. */
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with a line for each element of the page, or of a part of it, that breaks a rule. */
export async function expectAccessible(page: Page, part = ':root'): Promise<void> {
  // Evaluated, not added as a script: the page's content policy forbids those.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ({ part: within, tags }) =>
      window.axe.run(within, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      }),
    { part, tags: WCAG_22_AA },
  );
  expect(violations.flatMap(inWords), `accessibility of ${page.url()}`).toEqual([]);
}

function inWords({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target, html, failureSummary = '' }) =>
    [`${id}: ${help}`, target.join(' '), html, failureSummary].join('\n  '),
  );
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
