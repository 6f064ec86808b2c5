import { PHONE_WIDTH } from './geometry.ts';
import type { ShownValues } from './model.ts';

/** Minimum cell width for a three-digit number, px. */
const MIN_CELL_WIDTH = 29;
/** Minimum cell width for two signed three-digit numbers, px. */
const MIN_TWIN_CELL_WIDTH = 73;
const MAX_TWIN_CELL_WIDTH = 80;
/** The gap, px, that keeps the 2 px outlines of adjacent cells apart. */
export const MIN_GAP = 2.25;
const NORMAL_CELL_WIDTH = 44;
/** Total space beside a number in a cell, and in half of a paired cell, px. */
const TEXT_MARGIN = 4;
const HALF_MARGIN = 5;
const WIDE_LEFT = 30;
const NARROW_GUTTER = 62;
const WIDE_GUTTER = 142;

/** The sizes of a picture, px. */
export interface Sizes {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  /** The right gutter fits whole lines; otherwise only short text. */
  readonly hasWideGutter: boolean;
  readonly pitch: number;
  readonly rowPitch: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly fontSize: number;
}

/** The minimum width, px, of a picture whose cells show two numbers side by side. */
export function minTwinWidth(cableCount: number): number {
  const cells = Math.max(1, cableCount) * (MIN_TWIN_CELL_WIDTH + MIN_GAP);
  return Math.max(PHONE_WIDTH, WIDE_LEFT + NARROW_GUTTER + cells);
}

/** Limits the quantities shown to those that fit this picture width, px. */
export function limitToWidth(
  width: number,
  cableCount: number,
  shownValues: ShownValues,
): ShownValues {
  return shownValues === 'both' && width < minTwinWidth(cableCount) ? 'temperature' : shownValues;
}

/** The width available for the number in a cell of this width, px. */
export function maxTextWidth(cellWidth: number): number {
  return cellWidth - TEXT_MARGIN;
}

/** The width available for each of the two numbers in a cell of this width, px. */
export function maxTwinTextWidth(cellWidth: number): number {
  return cellWidth / 2 - HALF_MARGIN;
}

/** The sizes of a picture of this width, px; on a phone, the picture can be wider than that. */
export function calculateSizes(width: number, cableCount: number, shownValues: ShownValues): Sizes {
  const count = Math.max(1, cableCount);
  return width < PHONE_WIDTH
    ? calculatePhoneSizes(width, count)
    : calculateDesktopSizes(width, count, shownValues);
}

function calculatePhoneSizes(containerWidth: number, count: number): Sizes {
  const [left, right] = [22, NARROW_GUTTER];
  const width = Math.max(containerWidth, left + right + count * (MIN_CELL_WIDTH + MIN_GAP));
  const pitch = (width - left - right) / count;
  const isTight = pitch < NORMAL_CELL_WIDTH + MIN_GAP;
  return {
    width,
    left,
    right,
    hasWideGutter: false,
    pitch,
    rowPitch: isTight ? 24 : 26,
    cellWidth: Math.min(NORMAL_CELL_WIDTH, pitch - MIN_GAP),
    cellHeight: isTight ? 19 : 20,
    fontSize: isTight ? 12 : 13,
  };
}

function calculateDesktopSizes(width: number, count: number, shownValues: ShownValues): Sizes {
  const left = WIDE_LEFT;
  const minPitch = (shownValues === 'both' ? MIN_TWIN_CELL_WIDTH : NORMAL_CELL_WIDTH) + MIN_GAP;
  const right = (width - left - WIDE_GUTTER) / count < minPitch ? NARROW_GUTTER : WIDE_GUTTER;
  const pitch = (width - left - right) / count;
  const maxCellWidth = shownValues === 'both' ? MAX_TWIN_CELL_WIDTH : 52;
  const cellWidth = Math.min(maxCellWidth, pitch - (pitch < maxCellWidth + 4 ? MIN_GAP : 4));
  const isTight = shownValues === 'both' && cellWidth < MAX_TWIN_CELL_WIDTH;
  return {
    width,
    left,
    right,
    hasWideGutter: right === WIDE_GUTTER,
    pitch,
    rowPitch: 25,
    cellWidth,
    cellHeight: 20,
    fontSize: isTight ? 12 : 13,
  };
}
