import { wrapText } from './gutter.ts';
import type { CellAddress, Level, PictureCable, PictureCell, Shows } from './model.ts';

/** Rows on one page of the picture. */
export const PAGE_ROWS = 16;
/** Below this width, px, the picture is a phone's: one quantity, narrow gutters. */
export const PHONE_WIDTH = 600;

/*
 * In rows, not px, so that a sensor is headspace on a phone exactly when it is on a desktop. The
 * label row between eave and first row, and the gap between last row and floor.
 */
const LABEL_ROWS = 0.8;
const FLOOR_ROWS = 0.24;

const ROOF = 42;
const CAP = 32;
const TORN = 8;
const MARGIN = 2;
const CORNER_LINE = 15;
/** Narrower than this, px, a number of three digits does not fit a cell. */
const LEAST_CELL = 29;
const LEAST_TWIN = 60;
const LEAST_GAP = 2.25;

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isPhone: boolean;
  /** The right gutter holds whole lines beside the drawing; else only short words. */
  readonly hasWideGutter: boolean;
  readonly wallLeft: number;
  readonly wallRight: number;
  /** Highest point of the roof or of the torn edge. */
  readonly top: number;
  /** Where the walls begin. */
  readonly eave: number;
  /** Centre of the row of cable numbers. */
  readonly labelY: number;
  /** Where the grain space of this page ends: the floor, or the torn lower edge. */
  readonly floor: number;
  readonly ground: number;
  /** Half the width of the flat cap of the roof. */
  readonly cap: number;
  readonly hasRoof: boolean;
  readonly hasPlenum: boolean;
}

export interface PlacedCell {
  readonly cable: PictureCable;
  readonly cell: PictureCell;
  /** Of the cable, from 0, from the left. */
  readonly column: number;
  /** Centre. */
  readonly x: number;
  readonly y: number;
  readonly isHeadspace: boolean;
}

export interface PlacedCable {
  readonly cable: PictureCable;
  readonly x: number;
  /** The roof, or the torn edge, from which the line is seen. */
  readonly from: number;
  /** Its last sensor on this page, or the torn edge where it goes on; null if it ended before. */
  readonly to: number | null;
}

export interface PlacedSubBin {
  readonly subBin: number;
  readonly x: number;
  readonly lines: readonly string[];
}

export interface Layout {
  readonly frame: Frame;
  /** What the cells show at this width. */
  readonly shows: Shows;
  /** Distances between cables and between rows, and the size of a plain cell. */
  readonly pitch: number;
  readonly rowPitch: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly fontSize: number;
  /** How much wider a cell at or above its limit is; less where cables hang close. */
  readonly growth: number;
  readonly cables: readonly PlacedCable[];
  readonly rows: readonly { readonly depth: number; readonly y: number }[];
  readonly cells: readonly PlacedCell[];
  /** Top of the grain on this page; null where none is drawn. */
  readonly grainTop: number | null;
  /** The grain's surface where it lies on this page, with an empty bin's at the floor. */
  readonly surface: number | null;
  /** One entry a sub-bin; none when the bin is not divided. */
  readonly subBins: readonly PlacedSubBin[];
  /** x of the walls between sub-bins. */
  readonly walls: readonly number[];
}

export interface LayoutInputs {
  readonly width: number;
  readonly cables: readonly PictureCable[];
  readonly level: Level;
  readonly shows: Shows;
  /** From 0. */
  readonly page: number;
  readonly subBinName: (subBin: number) => string;
}

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
function surfaceRows(percent: number, rows: number): number {
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

/** What a picture of this width shows: a phone has no room for both. */
export function shownAt(width: number, shows: Shows): Shows {
  return width < PHONE_WIDTH && shows === 'both' ? 'temperature' : shows;
}

/** Names a cell in the document, and as a key. */
export function cellKey({ cable, depth }: CellAddress): string {
  return `${cable}-${depth}`;
}

/** Cables as they hang: those of one sub-bin side by side, by number. */
export function inOrder(cables: readonly PictureCable[]): PictureCable[] {
  return [...cables].sort((a, b) => a.subBin - b.subBin || a.number - b.number);
}

interface Sizes {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly pitch: number;
  readonly rowPitch: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly fontSize: number;
}

function sizesOf(width: number, cableCount: number, shows: Shows): Sizes {
  const count = Math.max(1, cableCount);
  return width < PHONE_WIDTH ? phoneSizes(width, count) : desktopSizes(width, count, shows);
}

function phoneSizes(outer: number, count: number): Sizes {
  const [left, right] = [22, 62];
  const width = Math.max(outer, left + right + count * (LEAST_CELL + LEAST_GAP));
  const pitch = (width - left - right) / count;
  const isTight = pitch < 44 + LEAST_GAP;
  return {
    width,
    left,
    right,
    pitch,
    rowPitch: isTight ? 24 : 26,
    cellWidth: Math.min(44, pitch - LEAST_GAP),
    cellHeight: isTight ? 19 : 20,
    fontSize: isTight ? 12 : 13,
  };
}

function desktopSizes(width: number, count: number, shows: Shows): Sizes {
  const left = 30;
  const least = (shows === 'both' ? LEAST_TWIN : 44) + LEAST_GAP;
  const right = (width - left - 142) / count < least ? 62 : 142;
  const pitch = (width - left - right) / count;
  const widest = shows === 'both' ? 76 : 52;
  const cellWidth = Math.min(widest, pitch - (pitch < widest + 4 ? LEAST_GAP : 4));
  const isTight = shows === 'both' && cellWidth < 70;
  return {
    width,
    left,
    right,
    pitch,
    rowPitch: 25,
    cellWidth,
    cellHeight: 20,
    fontSize: isTight ? 12 : 13,
  };
}

/** Places everything of one page of the picture, in px from the top left corner. */
export function layOut(inputs: LayoutInputs): Layout {
  const cables = inOrder(inputs.cables);
  const shows = shownAt(inputs.width, inputs.shows);
  const sizes = sizesOf(inputs.width, cables.length, shows);
  const rows = rowCount(cables);
  const { first, last } = depthsOnPage(inputs.page, rows);
  const subBins = subBinsOf(cables, sizes, inputs.subBinName);
  const hasPlenum = last >= rows;
  const frame = frameOf(inputs, sizes, Math.max(0, last - first + 1), hasPlenum, subBins);
  const rowY = (depth: number) =>
    rowsTop(frame, subBins) + (LABEL_ROWS + depth - first + 0.5) * sizes.rowPitch;
  const xOf = (column: number) => sizes.left + sizes.pitch * (column + 0.5);
  const cells = cables.flatMap((cable, column) =>
    cable.cells
      .filter((cell) => cell.depth >= first && cell.depth <= last)
      .map((cell) => ({
        cable,
        cell,
        column,
        x: xOf(column),
        y: rowY(cell.depth),
        isHeadspace: isHeadspace(inputs.level, cell.depth, rows),
      })),
  );
  const pageRows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    depth: first + index,
    y: rowY(first + index),
  }));
  return {
    frame,
    shows,
    ...sizes,
    growth: Math.max(0, Math.min(6, sizes.pitch - sizes.cellWidth - 1)),
    cables: cables.map((cable, column) =>
      placeCable(cable, xOf(column), frame, { first, last, rowY }),
    ),
    rows: pageRows,
    cells,
    ...grainOf(
      inputs.level,
      rows,
      frame,
      (rowsDown) => rowsTop(frame, subBins) + (rowsDown - (first - 1)) * sizes.rowPitch,
    ),
    subBins,
    walls: wallsOf(cables, sizes),
  };
}

/** Where a full bin's grain would end: under the names of the sub-bins, if there are any. */
function rowsTop(frame: Frame, subBins: readonly PlacedSubBin[]): number {
  return frame.eave + subBinHeight(subBins);
}

function subBinHeight(subBins: readonly PlacedSubBin[]): number {
  return Math.max(0, ...subBins.map((subBin) => subBin.lines.length)) * CORNER_LINE;
}

function frameOf(
  inputs: LayoutInputs,
  sizes: Sizes,
  rows: number,
  hasPlenum: boolean,
  subBins: readonly PlacedSubBin[],
): Frame {
  const isPhone = inputs.width < PHONE_WIDTH;
  const hasRoof = inputs.page === 0;
  const eave = MARGIN + (hasRoof ? ROOF : TORN);
  const label = eave + subBinHeight(subBins);
  const end = label + (LABEL_ROWS + rows) * sizes.rowPitch;
  const floor = hasPlenum ? end + FLOOR_ROWS * sizes.rowPitch : end + MARGIN;
  const ground = hasPlenum ? floor + (isPhone ? 40 : 46) : floor + TORN;
  return {
    width: sizes.width,
    height: Math.ceil(ground + MARGIN),
    isPhone,
    hasWideGutter: sizes.right > 62,
    wallLeft: sizes.left,
    wallRight: sizes.width - sizes.right,
    top: MARGIN,
    eave,
    labelY: label + (LABEL_ROWS / 2) * sizes.rowPitch,
    floor,
    ground,
    cap: CAP / 2,
    hasRoof,
    hasPlenum,
  };
}

/** y of the roof's underside at `x`. */
export function roofAt(frame: Frame, x: number): number {
  const middle = (frame.wallLeft + frame.wallRight) / 2;
  const run = Math.max(1, middle - frame.cap - frame.wallLeft);
  const outside = Math.max(0, Math.abs(x - middle) - frame.cap);
  return frame.top + (frame.eave - frame.top) * Math.min(1, outside / run);
}

interface PageRows {
  readonly first: number;
  readonly last: number;
  readonly rowY: (depth: number) => number;
}

function placeCable(cable: PictureCable, x: number, frame: Frame, page: PageRows): PlacedCable {
  const end = Math.max(0, ...cable.cells.map((cell) => cell.depth));
  const from = frame.hasRoof ? Math.min(roofAt(frame, x) + 8, frame.eave - 2) : frame.top;
  if (end < page.first) return { cable, x, from, to: null };
  return { cable, x, from, to: end > page.last ? frame.ground : page.rowY(end) };
}

function grainOf(
  level: Level,
  rows: number,
  frame: Frame,
  yOf: (rowsDown: number) => number,
): Pick<Layout, 'grainTop' | 'surface'> {
  if (level.kind === 'unknown' || rows === 0) return { grainTop: null, surface: null };
  const y = yOf(surfaceRows(level.percent, rows));
  if (level.percent <= 0) return { grainTop: null, surface: frame.hasPlenum ? frame.floor : null };
  if (y > frame.ground) return { grainTop: null, surface: null };
  const isAbovePage = !frame.hasRoof && y < frame.eave;
  return { grainTop: isAbovePage ? frame.eave : y, surface: isAbovePage ? null : y };
}

function isDivided(cables: readonly PictureCable[]): boolean {
  return cables.some((cable) => cable.subBin !== cables[0]?.subBin);
}

function subBinsOf(
  cables: readonly PictureCable[],
  sizes: Sizes,
  nameOf: (subBin: number) => string,
): PlacedSubBin[] {
  if (!isDivided(cables)) return [];
  return [...new Set(cables.map((cable) => cable.subBin))].map((subBin) => {
    const columns = cables.flatMap((cable, column) => (cable.subBin === subBin ? [column] : []));
    const middle = ((columns[0] ?? 0) + (columns.at(-1) ?? 0) + 1) / 2;
    const room = columns.length * sizes.pitch - 8;
    const lines = wrapText(nameOf(subBin), room, 12);
    return { subBin, x: sizes.left + sizes.pitch * middle, lines };
  });
}

function wallsOf(cables: readonly PictureCable[], sizes: Sizes): number[] {
  return cables.flatMap((cable, column) =>
    column > 0 && cable.subBin !== cables[column - 1]?.subBin
      ? [sizes.left + sizes.pitch * column]
      : [],
  );
}
