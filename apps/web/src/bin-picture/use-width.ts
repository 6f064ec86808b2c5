import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The inner width of an element, px. Until it is measured, before the first paint, it is the expected one.
 * A function for it is called once: reading a width makes the browser lay out the page.
 */
export function useWidth(
  ref: RefObject<HTMLElement | null>,
  expected: number | (() => number) = 0,
): number {
  const [width, setWidth] = useState(expected);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      // React may render again, before the first paint, for the same width too.
      if (element.clientWidth !== width) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, width]);
  return width;
}
