import { PHONE_WIDTH } from './geometry.ts';
import type { Shows } from './model.ts';

/** The narrowest cell for a number of three digits, and for two of them, px. */
const MIN_CELL = 29;
const MIN_TWIN_CELL = 60;
const MIN_GAP = 2.25;
const NORMAL_CELL = 44;
const NARROW_GUTTER = 62;
const WIDE_GUTTER = 142;

/** The sizes of a picture, px. */
export interface Sizes {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  /** The right gutter has room for whole lines; otherwise only for short texts. */
  readonly hasWideGutter: boolean;
  readonly pitch: number;
  readonly rowPitch: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly fontSize: number;
}

/** The sizes of a picture of this width, px; on a phone the picture may be wider. */
export function pictureSizes(width: number, cableCount: number, shows: Shows): Sizes {
  const count = Math.max(1, cableCount);
  return width < PHONE_WIDTH ? phoneSizes(width, count) : desktopSizes(width, count, shows);
}

function phoneSizes(outer: number, count: number): Sizes {
  const [left, right] = [22, NARROW_GUTTER];
  const width = Math.max(outer, left + right + count * (MIN_CELL + MIN_GAP));
  const pitch = (width - left - right) / count;
  const isTight = pitch < NORMAL_CELL + MIN_GAP;
  return {
    width,
    left,
    right,
    hasWideGutter: false,
    pitch,
    rowPitch: isTight ? 24 : 26,
    cellWidth: Math.min(NORMAL_CELL, pitch - MIN_GAP),
    cellHeight: isTight ? 19 : 20,
    fontSize: isTight ? 12 : 13,
  };
}

function desktopSizes(width: number, count: number, shows: Shows): Sizes {
  const left = 30;
  const least = (shows === 'both' ? MIN_TWIN_CELL : NORMAL_CELL) + MIN_GAP;
  const right = (width - left - WIDE_GUTTER) / count < least ? NARROW_GUTTER : WIDE_GUTTER;
  const pitch = (width - left - right) / count;
  const widest = shows === 'both' ? 76 : 52;
  const cellWidth = Math.min(widest, pitch - (pitch < widest + 4 ? MIN_GAP : 4));
  const isTight = shows === 'both' && cellWidth < 70;
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
