import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

export interface VirtualRowsOptions {
  readonly count: number;
  /** Height of a row, px, until it is measured. */
  readonly estimate: (index: number) => number;
  /**
   * What a row keeps its measured height by, where rows change places; its place unless told.
   * Another function has all rows placed anew.
   */
  readonly keyOf?: (index: number) => number;
  /** So many more are drawn above and below the window. */
  readonly overscan: number;
}

/**
 * The rows of a list that are near the window, so that a thousand scroll as well as ten. A row's
 * place is `start - top` below the beginning of the list.
 */
export function useVirtualRows(box: RefObject<HTMLElement | null>, options: VirtualRowsOptions) {
  const { count, estimate, keyOf, overscan } = options;
  const [top, setTop] = useState(0);
  const [isPainted, setPainted] = useState(false);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    ...(keyOf && { getItemKey: keyOf }),
    // What nobody sees yet would hold up what they do.
    overscan: isPainted ? overscan : 0,
    scrollMargin: top,
  });
  // What stands above the list may grow or shrink, and the page with it.
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current === null) return;
      setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [box]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return { virtual, top };
}
