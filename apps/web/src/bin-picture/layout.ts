import {
  countRows,
  FLOOR_ROWS,
  getDepthsOnPage,
  isInHeadspace,
  LABEL_ROWS,
  PHONE_WIDTH,
  sortCables,
} from './geometry.ts';
import { estimateTextWidth, wrapText } from './gutter.ts';
import type { Level, PictureCable, PictureCell, ShownValues } from './model.ts';
import { calculateSizes, limitToWidth, MIN_GAP, type Sizes } from './sizes.ts';

const ROOF_HEIGHT = 42;
const ROOF_CAP = 32;
const TORN_EDGE = 8;
const MARGIN = 2;
/** Line height of a sub-bin's name. */
const NAME_LINE_HEIGHT = 15;
const NAME_FONT_SIZE = 12;
/** Line lengths to try for a vertical name, px; the shortest that fits is used. */
const ROTATED_LENGTHS = [64, 100, 150];
/** A bin with fewer rows is drawn this many rows high, so that the labels beside it fit. */
const MIN_ROWS = 6;

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isPhone: boolean;
  /** The right gutter is wide enough for whole lines; otherwise only for short text. */
  readonly hasWideGutter: boolean;
  readonly wallLeft: number;
  readonly wallRight: number;
  /** Highest point of the roof or of the torn edge. */
  readonly top: number;
  /** Top of the walls. */
  readonly eave: number;
  /** Center of the row of cable numbers. */
  readonly labelY: number;
  /** Bottom of the grain space on this page: the floor or the torn lower edge. */
  readonly floor: number;
  readonly ground: number;
  /** Half the width of the flat cap of the roof. */
  readonly capHalfWidth: number;
  readonly hasRoof: boolean;
  readonly hasPlenum: boolean;
}

export interface PlacedCell {
  readonly cable: PictureCable;
  readonly cell: PictureCell;
  /** The cable's column, counted from the left, from 0. */
  readonly column: number;
  /** Center of the cell. */
  readonly x: number;
  readonly y: number;
  readonly isInHeadspace: boolean;
}

interface PlacedCable {
  readonly cable: PictureCable;
  readonly x: number;
  /** Top of its visible line: the roof or the torn edge. */
  readonly lineTop: number;
  /** Its last sensor on this page, or the torn edge if it continues; null if it ends above. */
  readonly lineBottom: number | null;
}

interface PlacedSubBin {
  readonly subBin: number;
  readonly x: number;
  /** If rotated, the lines are side by side and read upward. */
  readonly lines: readonly string[];
  readonly isRotated: boolean;
}

export interface Layout {
  readonly frame: Frame;
  /** The quantities that the cells show at this width. */
  readonly shownValues: ShownValues;
  /** Distances between cables and between rows, and the size of a normal cell, px. */
  readonly pitch: number;
  readonly rowPitch: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly fontSize: number;
  /** Extra width of a cell at or above its limit, px; less between closely spaced cables. */
  readonly extraWidth: number;
  readonly cables: readonly PlacedCable[];
  readonly rows: readonly { readonly depth: number; readonly y: number }[];
  readonly cells: readonly PlacedCell[];
  /** Top of the grain on this page; null if none is drawn. */
  readonly grainTop: number | null;
  /** The surface of the grain if it is on this page; at the floor for an empty bin. */
  readonly surface: number | null;
  /** One entry for each sub-bin; empty if the bin is not divided. */
  readonly subBins: readonly PlacedSubBin[];
  /** x of the walls between sub-bins. */
  readonly walls: readonly number[];
}

export interface LayoutInputs {
  readonly width: number;
  readonly cables: readonly PictureCable[];
  readonly level: Level;
  readonly shownValues: ShownValues;
  /** From 0. */
  readonly page: number;
  readonly subBinName: (subBin: number) => string;
}

/** Lays out one page of the picture, in px from the top left corner. */
export function layOut(inputs: LayoutInputs): Layout {
  const cables = sortCables(inputs.cables);
  const shownValues = limitToWidth(inputs.width, cables.length, inputs.shownValues);
  const rows = countRows(cables);
  const sizes = stretchRows(calculateSizes(inputs.width, cables.length, shownValues), rows);
  const { first, last } = getDepthsOnPage(inputs.page, rows);
  const subBins = layOutSubBins(cables, sizes, inputs.subBinName);
  const hasPlenum = last >= rows;
  const frame = layOutFrame(inputs, sizes, Math.max(0, last - first + 1), hasPlenum, subBins);
  const rowY = (depth: number) =>
    rowsTop(frame, subBins) + (LABEL_ROWS + depth - first + 0.5) * sizes.rowPitch;
  const columnX = (column: number) => sizes.left + sizes.pitch * (column + 0.5);
  const cells = cables.flatMap((cable, column) =>
    cable.cells
      .filter((cell) => cell.depth >= first && cell.depth <= last)
      .map((cell) => ({
        cable,
        cell,
        column,
        x: columnX(column),
        y: rowY(cell.depth),
        isInHeadspace: isInHeadspace(inputs.level, cell.depth, rows),
      })),
  );
  const pageRows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    depth: first + index,
    y: rowY(first + index),
  }));
  return {
    frame,
    shownValues,
    ...sizes,
    extraWidth: Math.max(0, Math.min(6, sizes.pitch - sizes.cellWidth - MIN_GAP)),
    cables: cables.map((cable, column) =>
      placeCable(cable, columnX(column), frame, { first, last, rowY }),
    ),
    rows: pageRows,
    cells,
    ...layOutGrain(
      inputs.level,
      rows,
      frame,
      (rowsDown) => rowsTop(frame, subBins) + (rowsDown - (first - 1)) * sizes.rowPitch,
    ),
    subBins,
    walls: layOutWalls(cables, sizes),
  };
}

/** Top of the grain in a full bin: below the names of the sub-bins, if there are any. */
function rowsTop(frame: Frame, subBins: readonly PlacedSubBin[]): number {
  return frame.eave + subBinHeight(subBins);
}

function subBinHeight(subBins: readonly PlacedSubBin[]): number {
  return Math.max(
    0,
    ...subBins.map(({ lines, isRotated }) =>
      isRotated
        ? Math.max(...lines.map((line) => estimateTextWidth(line, NAME_FONT_SIZE))) +
          NAME_LINE_HEIGHT / 2
        : lines.length * NAME_LINE_HEIGHT,
    ),
  );
}

/** Widens the row spacing if there are fewer than `MIN_ROWS` rows. */
function stretchRows(sizes: Sizes, rows: number): Sizes {
  if (rows === 0 || rows >= MIN_ROWS) return sizes;
  const stretch = (LABEL_ROWS + MIN_ROWS + FLOOR_ROWS) / (LABEL_ROWS + rows + FLOOR_ROWS);
  return { ...sizes, rowPitch: sizes.rowPitch * stretch };
}

function layOutFrame(
  inputs: LayoutInputs,
  sizes: Sizes,
  rows: number,
  hasPlenum: boolean,
  subBins: readonly PlacedSubBin[],
): Frame {
  const isPhone = inputs.width < PHONE_WIDTH;
  const hasRoof = inputs.page === 0;
  const eave = MARGIN + (hasRoof ? ROOF_HEIGHT : TORN_EDGE);
  const labelTop = eave + subBinHeight(subBins);
  const end = labelTop + (LABEL_ROWS + rows) * sizes.rowPitch;
  const floor = hasPlenum ? end + FLOOR_ROWS * sizes.rowPitch : end + MARGIN;
  const ground = hasPlenum ? floor + (isPhone ? 40 : 46) : floor + TORN_EDGE;
  return {
    width: sizes.width,
    height: Math.ceil(ground + MARGIN),
    isPhone,
    hasWideGutter: sizes.hasWideGutter,
    wallLeft: sizes.left,
    wallRight: sizes.width - sizes.right,
    top: MARGIN,
    eave,
    labelY: labelTop + (LABEL_ROWS / 2) * sizes.rowPitch,
    floor,
    ground,
    capHalfWidth: ROOF_CAP / 2,
    hasRoof,
    hasPlenum,
  };
}

/** y of the roof's underside at `x`. */
export function roofY(frame: Frame, x: number): number {
  const middle = (frame.wallLeft + frame.wallRight) / 2;
  const run = Math.max(1, middle - frame.capHalfWidth - frame.wallLeft);
  const outside = Math.max(0, Math.abs(x - middle) - frame.capHalfWidth);
  return frame.top + (frame.eave - frame.top) * Math.min(1, outside / run);
}

interface PageRows {
  readonly first: number;
  readonly last: number;
  readonly rowY: (depth: number) => number;
}

function placeCable(cable: PictureCable, x: number, frame: Frame, page: PageRows): PlacedCable {
  const lastDepth = Math.max(0, ...cable.cells.map((cell) => cell.depth));
  const cableTop = frame.hasRoof ? Math.min(roofY(frame, x) + 8, frame.eave - 2) : frame.top;
  if (lastDepth < page.first) return { cable, x, lineTop: cableTop, lineBottom: null };
  return {
    cable,
    x,
    lineTop: cableTop,
    lineBottom: lastDepth > page.last ? frame.ground : page.rowY(lastDepth),
  };
}

function layOutGrain(
  level: Level,
  rows: number,
  frame: Frame,
  toY: (rowsDown: number) => number,
): Pick<Layout, 'grainTop' | 'surface'> {
  if (level.kind === 'unknown' || rows === 0) return { grainTop: null, surface: null };
  const y = toY(surfaceRow(level.percent, rows));
  if (level.percent <= 0) return { grainTop: null, surface: frame.hasPlenum ? frame.floor : null };
  if (y > frame.ground) return { grainTop: null, surface: null };
  const isAbovePage = !frame.hasRoof && y < frame.eave;
  return { grainTop: isAbovePage ? frame.eave : y, surface: isAbovePage ? null : y };
}

/**
 * The depth of the grain surface below the eave, in rows: between covered and uncovered sensors, or 0 in a
 * full bin.
 */
function surfaceRow(percent: number, rows: number): number {
  return percent >= 100 ? 0 : LABEL_ROWS + (1 - percent / 100) * rows;
}

function isDivided(cables: readonly PictureCable[]): boolean {
  return cables.some((cable) => cable.subBin !== cables[0]?.subBin);
}

function layOutSubBins(
  cables: readonly PictureCable[],
  sizes: Sizes,
  getName: (subBin: number) => string,
): PlacedSubBin[] {
  if (!isDivided(cables)) return [];
  const namedSubBins = [...new Set(cables.map((cable) => cable.subBin))].map((subBin) => {
    const columns = cables.flatMap((cable, column) => (cable.subBin === subBin ? [column] : []));
    const middle = ((columns[0] ?? 0) + (columns.at(-1) ?? 0) + 1) / 2;
    const availableWidth = columns.length * sizes.pitch - 8;
    const name = getName(subBin);
    return { subBin, x: sizes.left + sizes.pitch * middle, name, maxWidth: availableWidth };
  });
  const isRotated = namedSubBins.some(({ name, maxWidth }) =>
    wrapText(name, maxWidth, NAME_FONT_SIZE).some(
      (line) => estimateTextWidth(line, NAME_FONT_SIZE) > maxWidth,
    ),
  );
  return namedSubBins.map(({ name, maxWidth, ...placed }) => ({
    ...placed,
    lines: isRotated ? wrapRotatedName(name, maxWidth) : wrapText(name, maxWidth, NAME_FONT_SIZE),
    isRotated,
  }));
}

/** Breaks a name into vertical lines, at most as many as fit side by side. */
function wrapRotatedName(name: string, maxWidth: number): readonly string[] {
  const maxLines = Math.max(1, Math.floor((maxWidth + NAME_LINE_HEIGHT / 3) / NAME_LINE_HEIGHT));
  const attempts = ROTATED_LENGTHS.map((length) => wrapText(name, length, NAME_FONT_SIZE));
  return attempts.find((lines) => lines.length <= maxLines) ?? [name];
}

function layOutWalls(cables: readonly PictureCable[], sizes: Sizes): number[] {
  return cables.flatMap((cable, column) =>
    column > 0 && cable.subBin !== cables[column - 1]?.subBin
      ? [sizes.left + sizes.pitch * column]
      : [],
  );
}
