import type { Page } from '@playwright/test';

/**
 * Finds problems with visible text: cut off by an element, wider than its button or cell, outside the window,
 * overlapping in a drawing, tabs on two lines, or a translation key instead of its text.
 */
export async function findUnreadableTexts(page: Page): Promise<string[]> {
  // Waits for the fonts, because the fallback font is wider.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(findTextProblems);
}

/** Runs in the page, so it cannot use anything outside this function. */
// oxlint-disable-next-line max-lines-per-function -- for the same reason it cannot be split
function findTextProblems(): string[] {
  const HIDING_OVERFLOWS = ['hidden', 'clip'];
  const SCROLLING_OVERFLOWS = ['auto', 'scroll'];
  const BOXES = 'button, a, td, th, dd, dt, label, legend, [role^=menuitem], [role=option]';
  // A map can be panned, like a scrolling box.
  const PANNABLE = '.leaflet-container';
  const problems = new Set<string>();

  // Caches the results, because text nodes share most of their ancestors and reading styles is slow.
  const hiddenElements = new Map<Element, boolean>();
  const isVisuallyHidden = (element: Element | null): boolean => {
    if (element === null) return false;
    let isHidden = hiddenElements.get(element);
    if (isHidden === undefined) {
      const { clip, clipPath } = getComputedStyle(element);
      isHidden =
        clip.startsWith('rect(0px') ||
        clipPath === 'inset(50%)' ||
        isVisuallyHidden(element.parentElement);
      hiddenElements.set(element, isHidden);
    }
    return isHidden;
  };
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !isVisuallyHidden(element);

  const checkText = (element: Element, rect: DOMRect, text: string) => {
    const box = element.closest(BOXES)?.getBoundingClientRect();
    if (box !== undefined && (rect.right > box.right + 1.5 || rect.left < box.left - 1.5)) {
      problems.add(`overflows its box: ${text}`);
    }
    for (
      let ancestor: Element | null = element;
      ancestor !== null;
      ancestor = ancestor.parentElement
    ) {
      const style = getComputedStyle(ancestor);
      if (SCROLLING_OVERFLOWS.includes(style.overflowX) || ancestor.matches(PANNABLE)) return;
      const frame = ancestor.getBoundingClientRect();
      const isBeyondSide = rect.right > frame.right + 1.5 || rect.left < frame.left - 1.5;
      if (HIDING_OVERFLOWS.includes(style.overflowX) && isBeyondSide)
        problems.add(`cut off at the side: ${text}`);
      // A line's box is taller than its letters.
      const isBeyondTopOrBottom = rect.bottom > frame.bottom + 4 || rect.top < frame.top - 4;
      if (HIDING_OVERFLOWS.includes(style.overflowY) && isBeyondTopOrBottom)
        problems.add(`cut off at the top or bottom: ${text}`);
      if (style.position === 'fixed') break;
    }
    if (rect.right > window.innerWidth + 1.5 || rect.left < -1.5) {
      problems.add(`outside the window: ${text}`);
    }
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.add(`the page is ${scrollWidth} px wide`);

  const textsByDrawing = new Map<Element, { rect: DOMRect; text: string }[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (element === null || text === '' || !isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const drawing = element.closest('svg');
    for (const rect of range.getClientRects()) {
      if (rect.width === 0) continue;
      checkText(element, rect, text);
      if (drawing !== null)
        textsByDrawing.set(drawing, [...(textsByDrawing.get(drawing) ?? []), { rect, text }]);
    }
  }
  for (const texts of textsByDrawing.values()) {
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        const overlapWidth =
          Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const overlapHeight =
          Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (overlapWidth > 2 && overlapHeight > 5)
          problems.add(`overlap: ${one.text}, ${other.text}`);
      }
    });
  }

  // Pagination links with text between them may take two lines.
  const TABS = '[role=tablist], nav:has(> a[aria-current=page]):not(:has(> p))';
  for (const tabs of document.querySelectorAll(TABS)) {
    // Elements on one line have the same vertical center.
    const centers = new Set(
      [...tabs.children].map((tab) => {
        const { top, bottom } = tab.getBoundingClientRect();
        return Math.round((top + bottom) / 8);
      }),
    );
    if (centers.size > 1 && isVisible(tabs)) {
      problems.add(`tabs on ${centers.size} lines: ${tabs.textContent}`);
    }
  }

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { overflowX } = getComputedStyle(element);
    const isCutOff =
      HIDING_OVERFLOWS.includes(overflowX) && element.scrollWidth > element.clientWidth + 1.5;
    if (isCutOff && !element.matches(PANNABLE) && isVisible(element) && element.innerText?.trim()) {
      problems.add(`cut off at the side: ${element.innerText.trim()}`);
    }
    if (element instanceof HTMLInputElement && element.scrollWidth > element.clientWidth + 1.5) {
      problems.add(`cut off in its field: ${element.value}`);
    }
    if (element instanceof HTMLSelectElement && isVisible(element)) {
      const { paddingLeft, paddingRight, font } = getComputedStyle(element);
      const available = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const optionText = element.selectedOptions[0]?.text ?? '';
      const context = document.createElement('canvas').getContext('2d');
      if (context !== null) context.font = font;
      if ((context?.measureText(optionText).width ?? 0) > available + 1.5) {
        problems.add(`cut off in its field: ${optionText}`);
      }
    }
    // A drawing that is wider than its box scrolls, which users do not expect.
    const drawingParent = element instanceof SVGElement ? element.parentElement : null;
    if (drawingParent !== null && element.matches('svg') && isVisible(drawingParent)) {
      const isWider = drawingParent.scrollWidth > drawingParent.clientWidth + 1.5;
      if (isWider) problems.add(`a drawing is wider than its box: ${element.ariaLabel ?? ''}`);
    }
    const { title, ariaLabel } = element;
    for (const label of [title, ariaLabel, element.getAttribute('placeholder')]) {
      if (label && /^[a-z][A-Za-z]*(\.[A-Za-z-]+)+$|\{\{/.test(label)) {
        problems.add(`a translation key without text: ${label}`);
      }
    }
  }
  for (const line of document.body.innerText.split('\n')) {
    if (/^[a-z][A-Za-z]*(\.[A-Za-z-]+)+$|\{\{/.test(line.trim())) {
      problems.add(`a translation key without text: ${line}`);
    }
  }
  return [...problems];
}
