import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsPrinting } from './printing.ts';

export interface VirtualRowsOptions {
  readonly count: number;
  /**
   * The key under which a row's measured height is stored, for lists whose order can change; by default the
   * index. If the function changes, all rows are laid out again.
   */
  readonly getKey?: (index: number) => number;
  /** How many extra rows are rendered above and below the viewport. */
  readonly overscan: number;
}

/**
 * The assumed height of a row until the first one is measured, px: tall, so that few rows are rendered at
 * first.
 */
const INITIAL_ROW_HEIGHT = 300;

/**
 * The rows of a long list that are near the viewport. Each rendered row is measured; the others are assumed
 * to be as tall as the first measured row. `offset` is the distance of a row from the top of the list;
 * `heightAbove` and `heightBelow` are the total heights of the rows that are not rendered; all in px.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, options: VirtualRowsOptions) {
  const { count, getKey, overscan } = options;
  const [top, setTop] = useState(0);
  const [isPainted, setPainted] = useState(false);
  const isPrinting = useIsPrinting();
  const measuredHeight = useRef<number | null>(null);
  // Set before the first rows are rendered: rendering none and measuring first takes 0.1 s on a slow phone.
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    initialRect,
    estimateSize: () => measuredHeight.current ?? INITIAL_ROW_HEIGHT,
    measureElement: (row, entry, instance) => {
      const height = measureElement(row, entry, instance);
      measuredHeight.current ??= height;
      return height;
    },
    ...(getKey && { getItemKey: getKey }),
    // Rows outside the window would delay the first paint; printouts include all rows.
    overscan: isPrinting ? count : isPainted ? overscan : 0,
    scrollMargin: top,
  });
  // The content above the list can grow or shrink, and the page with it.
  useLayoutEffect(() => {
    const measureTop = () => {
      if (list.current === null) return;
      setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    measureTop();
    return () => observer.disconnect();
  }, [list]);
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
  const items = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  return {
    rows: items.map(({ index, start }) => ({ index, offset: start - top })),
    measureRow: virtualizer.measureElement,
    height,
    heightAbove: (items[0]?.start ?? top) - top,
    heightBelow: height - ((items.at(-1)?.end ?? top) - top),
  };
}
