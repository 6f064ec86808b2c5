import type { Millis } from '@granary/domain/units';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useWidth } from '../../bin-picture/use-width.ts';
import { BinCard } from './bin-card.tsx';
import type { JudgedBin } from './bin-findings.ts';
import classes from './bin-grid.module.css';

export interface BinGridProps {
  readonly bins: readonly JudgedBin[];
  readonly now: Millis;
  /** All folds open, but those that are closed one by one. */
  readonly areAllOpen: boolean;
}

const CARD_WIDTH = 350;
const GAP = 16;
/** A closed card; the real height is measured. */
const CARD_HEIGHT = 266;

/** Cards of bins, only those near the window drawn, so that a thousand scroll as well as ten. */
export function BinGrid({ bins, now, areAllOpen }: BinGridProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [top, setTop] = useState(0);
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)));
  const rows = Math.ceil(bins.length / columns);
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => CARD_HEIGHT + GAP,
    overscan: 3,
    scrollMargin: top,
  });

  useLayoutEffect(() => setToggled(new Set()), [areAllOpen]);
  // What stands above the grid may grow or shrink, and the page with it.
  useLayoutEffect(() => {
    const grid = ref.current;
    const page = grid?.parentElement;
    if (grid == null || page == null) return;
    const measure = () => setTop(Math.round(grid.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, []);

  const onToggle = useCallback(
    (binId: number, isOpen: boolean) =>
      setToggled((before) => {
        const after = new Set(before);
        if (isOpen === areAllOpen) after.delete(binId);
        else after.add(binId);
        return after;
      }),
    [areAllOpen],
  );

  const rowBins = (row: number) => bins.slice(row * columns, (row + 1) * columns);
  const isOpen = ({ bin }: JudgedBin) => toggled.has(bin.id) !== areAllOpen;

  return (
    <div ref={ref} className={classes['grid']} style={{ height: virtual.getTotalSize() }}>
      {width > 0 &&
        virtual.getVirtualItems().map((row) => (
          <div
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            className={classes['row']}
            data-open={rowBins(row.index).some((judged) => isOpen(judged))}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {rowBins(row.index).map((judged) => (
              <BinCard
                key={judged.bin.id}
                judged={judged}
                now={now}
                isOpen={isOpen(judged)}
                onToggle={onToggle}
              />
            ))}
          </div>
        ))}
    </div>
  );
}
