import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses a key until an element has focus. Each stop on the way must show a focus ring.
 */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    const focus = await page.evaluate(inspectFocus);
    expect(focus.isVisible, `focus is visible on ${focus.element}`).toBe(true);
  }
  throw new Error(`The ${key} key did not reach ${target.toString()}.`);
}

const isFocused = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement);

/**
 * Describes the focused element and whether a focus ring is visible on it or on the element that draws the
 * ring.
 */
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
