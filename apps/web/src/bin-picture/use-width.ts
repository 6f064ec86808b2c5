import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The inner width of an element, px; the expected one until it is measured, before the first paint.
 * Reading a width lays out the page, so it is expected once only.
 */
export function useWidth(
  ref: RefObject<HTMLElement | null>,
  expected: number | (() => number) = 0,
): number {
  const [width, setWidth] = useState(expected);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
