import { isUnderGrain } from '@granary/domain/readings/grain-level';
import type { CellAddress, Level, PictureCable } from './model.ts';

/** The space above the first row of sensors, for the cable numbers, and below the last, in rows. */
export const LABEL_ROWS = 0.8;
export const FLOOR_ROWS = 0.24;

/** Rows on one page of the picture. */
const PAGE_ROWS = 16;

/** Below this width, px, the phone layout is used: one quantity, narrow gutters. */
export const PHONE_WIDTH = 600;

/** The number of rows in the whole bin: the greatest depth of any cable. */
export function countRows(cables: readonly PictureCable[]): number {
  return Math.max(0, ...cables.flatMap((cable) => cable.cells.map((cell) => cell.depth)));
}

/** The number of 16-row pages in the bin's picture; at least one. */
export function countPages(cables: readonly PictureCable[]): number {
  return Math.max(1, Math.ceil(countRows(cables) / PAGE_ROWS));
}

/** Finds the page, from 0, that shows a depth. */
export function findPage(depth: number): number {
  return Math.floor((depth - 1) / PAGE_ROWS);
}

/** The first and last depths on a page, for a bin with `rows` rows. */
export function getDepthsOnPage(page: number, rows: number): { first: number; last: number } {
  return { first: page * PAGE_ROWS + 1, last: Math.min(rows, (page + 1) * PAGE_ROWS) };
}

/**
 * Whether a sensor is in the air above the grain. If the level is unknown, every sensor is treated as under
 * grain.
 */
export function isInHeadspace(level: Level, depth: number, rows: number): boolean {
  return !isUnderGrain(level.kind === 'known' ? level.percent : null, depth, rows);
}

/** The key of a cell, in `data-cell` attributes and as its React key. */
export function makeCellKey({ cable, depth }: CellAddress): string {
  return `${cable}-${depth}`;
}

/** Sorts cables by sub-bin, then by number. */
export function sortCables(cables: readonly PictureCable[]): PictureCable[] {
  return [...cables].sort((a, b) => a.subBin - b.subBin || a.number - b.number);
}
