import type { CellAddress, Level, PictureCable, Shows } from './model.ts';

/** Rows on one page of the picture. */
const PAGE_ROWS = 16;

/** Below this width, px, the picture is a phone's: one quantity, narrow gutters. */
export const PHONE_WIDTH = 600;

/*
 * The label row between eave and first row, and the gap between last row and floor: in rows, not
 * px, so that a sensor is headspace on a phone exactly when it is on a desktop.
 */
export const LABEL_ROWS = 0.8;
export const FLOOR_ROWS = 0.24;

/** The greatest depth of any cable: the rows of the whole bin. */
export function rowCount(cables: readonly PictureCable[]): number {
  return Math.max(0, ...cables.flatMap((cable) => cable.cells.map((cell) => cell.depth)));
}

/** How many pages of 16 rows the bin takes; at least one. */
export function pageCount(cables: readonly PictureCable[]): number {
  return Math.max(1, Math.ceil(rowCount(cables) / PAGE_ROWS));
}

/** The page, from 0, on which a depth lies. */
export function pageOf(depth: number): number {
  return Math.floor((depth - 1) / PAGE_ROWS);
}

/** The first and last depth on a page of a bin of `rows` rows. */
export function depthsOnPage(page: number, rows: number): { first: number; last: number } {
  return { first: page * PAGE_ROWS + 1, last: Math.min(rows, (page + 1) * PAGE_ROWS) };
}

/** Distance of the grain's surface below the eave, in rows, in a bin of `rows` rows. */
export function surfaceRows(percent: number, rows: number): number {
  return (1 - percent / 100) * (LABEL_ROWS + rows + FLOOR_ROWS);
}

/** Where a sensor hangs between eave (0) and floor (1) in a bin of `rows` rows. */
export function depthShare(depth: number, rows: number): number {
  return (LABEL_ROWS + depth - 0.5) / (LABEL_ROWS + rows + FLOOR_ROWS);
}

/**
 * Whether a sensor hangs in the air above the grain: its centre is above the surface. With an
 * unknown level every sensor counts as under grain.
 */
export function isHeadspace(level: Level, depth: number, rows: number): boolean {
  if (level.kind === 'unknown') return false;
  return level.percent <= 0 || LABEL_ROWS + depth - 0.5 < surfaceRows(level.percent, rows);
}

/** Names a cell in the document, and as a key. */
export function cellKey({ cable, depth }: CellAddress): string {
  return `${cable}-${depth}`;
}

/** Cables as they hang: those of one sub-bin side by side, by number. */
export function inOrder(cables: readonly PictureCable[]): PictureCable[] {
  return [...cables].sort((a, b) => a.subBin - b.subBin || a.number - b.number);
}

/** What a picture of this width shows: a phone has no room for both. */
export function shownAt(width: number, shows: Shows): Shows {
  return width < PHONE_WIDTH && shows === 'both' ? 'temperature' : shows;
}
