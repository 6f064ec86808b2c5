import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The inner width of an element, px; `expected` until it is measured, before the first paint. A function
 * `expected` is called once: reading a width makes the browser lay out the page.
 */
export function useWidth(
  ref: RefObject<HTMLElement | null>,
  expected: number | (() => number) = 0,
): number {
  const [width, setWidth] = useState(expected);
  const measured = useRef(width);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth } = element;
      // Setting the same width can still make React render again before the first paint.
      if (clientWidth === measured.current) return;
      measured.current = clientWidth;
      setWidth(clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
