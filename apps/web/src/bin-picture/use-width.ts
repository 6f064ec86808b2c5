import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns an element's inner width, px. Returns `expected` until the width is measured, just before the first
 * paint. If `expected` is a function, it is called once, because reading a width makes the browser lay out
 * the page.
 */
export function useWidth(
  ref: RefObject<HTMLElement | null>,
  expected: number | (() => number) = 0,
): number {
  const [width, setWidth] = useState(expected);
  const lastWidth = useRef(width);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth } = element;
      // Setting the same width can still make React render again before the first paint.
      if (clientWidth === lastWidth.current) return;
      lastWidth.current = clientWidth;
      setWidth(clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
