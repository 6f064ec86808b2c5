import type { Page } from '@playwright/test';

/**
 * Problems with visible texts: cut off by an element, wider than their button or cell, outside the window,
 * overlapping in a drawing, tabs on two lines, or a translation key instead of its text.
 */
export async function findUnreadableTexts(page: Page): Promise<string[]> {
  // The fallback font, shown until then, is wider.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(findUnreadable);
}

/** Runs in the page, so it cannot use anything outside itself. */
// oxlint-disable-next-line max-lines-per-function -- for the same reason it cannot be split
function findUnreadable(): string[] {
  const HIDING = ['hidden', 'clip'];
  const SCROLLING = ['auto', 'scroll'];
  const BOXES = 'button, a, td, th, dd, dt, label, legend, [role^=menuitem], [role=option]';
  // A map can be panned like a box that scrolls.
  const PANNABLE = '.leaflet-container';
  const problems = new Set<string>();

  // Texts share most of the elements around them, and reading styles is slow.
  const known = new Map<Element, boolean>();
  const isVisuallyHidden = (element: Element | null): boolean => {
    if (element === null) return false;
    let isHidden = known.get(element);
    if (isHidden === undefined) {
      const { clip, clipPath } = getComputedStyle(element);
      isHidden =
        clip.startsWith('rect(0px') ||
        clipPath === 'inset(50%)' ||
        isVisuallyHidden(element.parentElement);
      known.set(element, isHidden);
    }
    return isHidden;
  };
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !isVisuallyHidden(element);

  const check = (element: Element, rect: DOMRect, text: string) => {
    const box = element.closest(BOXES)?.getBoundingClientRect();
    if (box !== undefined && (rect.right > box.right + 1.5 || rect.left < box.left - 1.5)) {
      problems.add(`overflows its box: ${text}`);
    }
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (SCROLLING.includes(style.overflowX) || at.matches(PANNABLE)) return;
      const frame = at.getBoundingClientRect();
      const isBeyondSide = rect.right > frame.right + 1.5 || rect.left < frame.left - 1.5;
      if (HIDING.includes(style.overflowX) && isBeyondSide)
        problems.add(`cut off at a side: ${text}`);
      // A line's box is taller than its letters.
      const isBelow = rect.bottom > frame.bottom + 4 || rect.top < frame.top - 4;
      if (HIDING.includes(style.overflowY) && isBelow)
        problems.add(`cut off at the top or bottom: ${text}`);
      if (style.position === 'fixed') break;
    }
    if (rect.right > window.innerWidth + 1.5 || rect.left < -1.5) {
      problems.add(`outside the window: ${text}`);
    }
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.add(`the page is ${scrollWidth} px wide`);

  const drawn = new Map<Element, { rect: DOMRect; text: string }[]>();
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
      check(element, rect, text);
      if (drawing !== null) drawn.set(drawing, [...(drawn.get(drawing) ?? []), { rect, text }]);
    }
  }
  for (const texts of drawn.values()) {
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        const across =
          Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const down =
          Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (across > 2 && down > 5) problems.add(`overlap: ${one.text}, ${other.text}`);
      }
    });
  }

  // Links to pages of a list, with a text between them, may take two lines.
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
      problems.add(`in ${centers.size} lines: ${tabs.textContent}`);
    }
  }

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { overflowX } = getComputedStyle(element);
    const isCut = HIDING.includes(overflowX) && element.scrollWidth > element.clientWidth + 1.5;
    if (isCut && !element.matches(PANNABLE) && isVisible(element) && element.innerText?.trim()) {
      problems.add(`cut off at a side: ${element.innerText.trim()}`);
    }
    if (element instanceof HTMLInputElement && element.scrollWidth > element.clientWidth + 1.5) {
      problems.add(`cut off in its field: ${element.value}`);
    }
    if (element instanceof HTMLSelectElement && isVisible(element)) {
      const { paddingLeft, paddingRight, font } = getComputedStyle(element);
      const available = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const chosen = element.selectedOptions[0]?.text ?? '';
      const context = document.createElement('canvas').getContext('2d');
      if (context !== null) context.font = font;
      if ((context?.measureText(chosen).width ?? 0) > available + 1.5) {
        problems.add(`cut off in its field: ${chosen}`);
      }
    }
    // A drawing that is wider than its box scrolls, which users do not expect.
    const scrolled = element instanceof SVGElement ? element.parentElement : null;
    if (scrolled !== null && element.matches('svg') && isVisible(scrolled)) {
      const isWider = scrolled.scrollWidth > scrolled.clientWidth + 1.5;
      if (isWider) problems.add(`a drawing is wider than its box: ${element.ariaLabel ?? ''}`);
    }
    const { title, ariaLabel } = element;
    for (const label of [title, ariaLabel, element.getAttribute('placeholder')]) {
      if (label && /^[a-z][A-Za-z]*(\.[A-Za-z-]+)+$|\{\{/.test(label)) {
        problems.add(`a translation key without a text: ${label}`);
      }
    }
  }
  for (const line of document.body.innerText.split('\n')) {
    if (/^[a-z][A-Za-z]*(\.[A-Za-z-]+)+$|\{\{/.test(line.trim())) {
      problems.add(`a translation key without a text: ${line}`);
    }
  }
  return [...problems];
}
