import classes from './bin-picture.module.css';
import type { Layout } from './layout.ts';
import type { CellAddress } from './model.ts';

interface RingProps {
  readonly layout: Layout;
  /** Nothing is drawn for null or for a cell on another page. */
  readonly address: CellAddress | null;
}

/** A ring around the selected or the focused cell. */
export function CellRing({ layout, address, kind }: RingProps & { kind: 'selected' | 'focused' }) {
  const placed = findPlacedCell(layout, address);
  if (placed === undefined) return null;
  const gap = kind === 'selected' ? 3.5 : 5;
  const width = layout.cellWidth + layout.extraWidth + 2 * gap;
  const height = layout.cellHeight + 2 * gap;
  const box = { x: placed.x - width / 2, y: placed.y - height / 2, width, height, rx: 6 };
  return (
    <g aria-hidden>
      <rect {...box} className={classes['ringGround']} data-kind={kind} />
      <rect {...box} className={classes['ring']} data-kind={kind} />
    </g>
  );
}

/** Large enough to be visible around a thumb. */
const RADIUS = 34;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring that fills during a long press and is full when the press takes effect. */
export function PressRing({ layout, address }: RingProps) {
  const placed = findPlacedCell(layout, address);
  if (placed === undefined) return null;
  return (
    <g aria-hidden transform={`translate(${placed.x} ${placed.y}) rotate(-90)`}>
      <circle r={RADIUS} className={classes['pressGround']} />
      <circle
        r={RADIUS}
        className={classes['press']}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={CIRCUMFERENCE}
      />
    </g>
  );
}

function findPlacedCell(layout: Layout, address: CellAddress | null) {
  if (address === null) return undefined;
  return layout.cells.find(
    ({ cable, cell }) => cable.number === address.cable && cell.depth === address.depth,
  );
}
