import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses a key until an element has the focus. Each stop on the way must show a focus ring.
 */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await isFocused(wanted)) return;
    await page.keyboard.press(key);
    const focus = await page.evaluate(inspectFocus);
    expect(focus.isVisible, `the focus is visible at ${focus.element}`).toBe(true);
  }
  throw new Error(`Tab does not reach ${wanted.toString()}.`);
}

const isFocused = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement);

/** Describes the focused element and whether it, or the element that draws it, has a focus ring. */
function inspectFocus(): { element: string; isVisible: boolean } {
  const focusedElement = document.activeElement ?? document.body;
  const element = `${focusedElement.tagName} ${focusedElement.getAttribute('aria-label') ?? focusedElement.textContent}`;
  const drawsRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  // The label has the focus ring for a radio button of a segmented control, and `::after` has it for a link
  // that covers its row or card.
  const label =
    focusedElement instanceof HTMLInputElement ? focusedElement.nextElementSibling : null;
  const hasRing =
    drawsRing(getComputedStyle(focusedElement)) ||
    drawsRing(getComputedStyle(focusedElement, '::after')) ||
    (label !== null && drawsRing(getComputedStyle(label)));
  const isCell = focusedElement.getAttribute('role') === 'gridcell';
  const hasCellRing = isCell && document.querySelector('[class*=focus]') !== null;
  return { element, isVisible: focusedElement === document.body || hasRing || hasCellRing };
}
