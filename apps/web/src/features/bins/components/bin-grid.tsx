import type { Millis } from '@granary/domain/units';
import { useCallback, useRef, useState } from 'react';
import { useWidth } from '../../../bin-picture/use-width.ts';
import { useVirtualRows } from '../../../lib/use-virtual-rows.ts';
import type { AssessedBin } from '../assess-bins.ts';
import { BinCard } from './bin-card.tsx';
import classes from './bin-grid.module.css';

export interface BinGridProps {
  readonly bins: readonly AssessedBin[];
  readonly now: Millis;
  /** Whether all cards are expanded, except those that the user collapsed. */
  readonly areAllOpen: boolean;
  /** Whether the readings of all bins are loaded in one call. */
  readonly areReadingsBatched: boolean;
}

const MIN_CARD_WIDTH = 350;
const GAP = 16;

/** Bins as cards. Only rows near the viewport are rendered, so that a thousand bins scroll smoothly. */
export function BinGrid({ bins, now, areAllOpen, areReadingsBatched }: BinGridProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [toggledIds, setToggledIds] = useState<ReadonlySet<number>>(new Set());
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_CARD_WIDTH + GAP)));
  const { rows, measureRow, height } = useVirtualRows(ref, {
    count: Math.ceil(bins.length / columns),
    overscan: 3,
  });

  // Expanding or collapsing all cards resets cards that were toggled individually.
  const [wereAllOpen, setWereAllOpen] = useState(areAllOpen);
  if (wereAllOpen !== areAllOpen) {
    setWereAllOpen(areAllOpen);
    setToggledIds(new Set());
  }

  const onToggle = useCallback(
    (binId: number, isOpen: boolean) =>
      setToggledIds((previousIds) => {
        const newIds = new Set(previousIds);
        if (isOpen === areAllOpen) newIds.delete(binId);
        else newIds.add(binId);
        return newIds;
      }),
    [areAllOpen],
  );

  const rowBins = (row: number) => bins.slice(row * columns, (row + 1) * columns);
  const isOpen = ({ bin }: AssessedBin) => toggledIds.has(bin.id) !== areAllOpen;

  return (
    <div ref={ref} className={classes['grid']} style={{ height }}>
      {width > 0 &&
        rows.map((row) => (
          <div
            key={row.index}
            ref={measureRow}
            data-index={row.index}
            className={classes['row']}
            data-open={rowBins(row.index).some((assessed) => isOpen(assessed))}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.offset}px)`,
            }}
          >
            {rowBins(row.index).map((assessed) => (
              <BinCard
                key={assessed.bin.id}
                assessed={assessed}
                now={now}
                isOpen={isOpen(assessed)}
                areReadingsBatched={areReadingsBatched}
                onToggle={onToggle}
              />
            ))}
          </div>
        ))}
    </div>
  );
}
