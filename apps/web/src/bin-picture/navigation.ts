import { sortCables } from './geometry.ts';
import type { Layout, PlacedCell } from './layout.ts';
import type { CellAddress, PictureCable } from './model.ts';

/** A tap within this distance of a cell, px, is treated as a tap on the cell. */
export const MAX_TAP_DISTANCE = 24;

/** Finds the sensor nearest to a point of the picture, px, if its cell is within reach. */
export function findNearestCell(layout: Layout, x: number, y: number): PlacedCell | null {
  let best: PlacedCell | null = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const placed of layout.cells) {
    const dx = Math.max(0, Math.abs(x - placed.x) - layout.cellWidth / 2);
    const dy = Math.max(0, Math.abs(y - placed.y) - layout.cellHeight / 2);
    const distance = Math.hypot(dx, dy);
    if (distance <= MAX_TAP_DISTANCE && distance < minDistance) {
      best = placed;
      minDistance = distance;
    }
  }
  return best;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/**
 * Finds the sensor one step away, or returns `start` if there is none. A step sideways keeps the depth, or
 * goes to the nearest sensor of a shorter cable; `first` and `last` go to the outermost cables.
 */
export function findNeighborCell(
  cables: readonly PictureCable[],
  start: CellAddress,
  direction: Direction,
): CellAddress {
  const sortedCables = sortCables(cables).filter((cable) => cable.cells.length > 0);
  const column = sortedCables.findIndex((cable) => cable.number === start.cable);
  switch (direction) {
    case 'up':
      return moveVertically(sortedCables[column], start, -1);
    case 'down':
      return moveVertically(sortedCables[column], start, 1);
    case 'left':
      return moveSideways(sortedCables[column - 1], start);
    case 'right':
      return moveSideways(sortedCables[column + 1], start);
    case 'first':
      return moveSideways(sortedCables[0], start);
    case 'last':
      return moveSideways(sortedCables.at(-1), start);
  }
}

function moveVertically(
  cable: PictureCable | undefined,
  startCell: CellAddress,
  sign: 1 | -1,
): CellAddress {
  const depthsAhead = listDepths(cable).filter((depth) => (depth - startCell.depth) * sign > 0);
  return findNearest(depthsAhead, startCell.depth, startCell, startCell.cable);
}

function moveSideways(cable: PictureCable | undefined, startCell: CellAddress): CellAddress {
  return cable === undefined
    ? startCell
    : findNearest(listDepths(cable), startCell.depth, startCell, cable.number);
}

function listDepths(cable: PictureCable | undefined): number[] {
  return cable?.cells.map((cell) => cell.depth) ?? [];
}

function findNearest(
  candidates: readonly number[],
  depth: number,
  startCell: CellAddress,
  cable: number,
): CellAddress {
  if (candidates.length === 0) return startCell;
  const nearest = candidates.reduce((a, b) => (Math.abs(b - depth) < Math.abs(a - depth) ? b : a));
  return { cable, depth: nearest };
}
