import { type Block, estimateTextWidth, separateBlocks, wrapText } from './gutter.ts';
import type { Ring } from './hot-spots.ts';
import type { Frame, Layout } from './layout.ts';
import type { Level, PictureTexts } from './model.ts';

const LINE_HEIGHT = 17;
/** Size of a severity icon with some space, px. */
const MARK_SIZE = 22;
/** Height reserved in the gutter for the fan at the bottom and the outdoor values at the top, px. */
const FAN_ROOM = { wide: 72, narrow: 48 };
const OUTSIDE_ROOM = 32;

interface Line {
  readonly text: string;
  readonly isStrong: boolean;
  /** Center, from the top of the label. */
  readonly dy: number;
}

/** Text in the right gutter that points to something in the bin. */
export interface Label extends Block {
  readonly x: number;
  /** Maximum width of the lines. */
  readonly maxWidth: number;
  readonly lines: readonly Line[];
  /** Distance from the top to the point that the label marks. */
  readonly anchor: number;
  /** The ring that the label marks; null for the level label. */
  readonly ring: Ring | null;
}

export interface LabelInputs {
  readonly layout: Layout;
  readonly level: Level;
  readonly rings: readonly Ring[];
  /** Hot spots show only numbers; their text is below the picture. */
  readonly isNumbered: boolean;
  readonly texts: Pick<PictureTexts, 'level' | 'quantity' | 'levelUnknown' | 'hotSpot'>;
  readonly hasFan: boolean;
  readonly hasOutdoorValues: boolean;
}

/** Lays out the labels for the level and the hot spots without overlaps. */
export function layOutLabels(inputs: LabelInputs): Label[] {
  const { layout, rings } = inputs;
  const { frame } = layout;
  const level = layOutLevelLabel(inputs);
  const labels = [
    ...(level === null ? [] : [level]),
    ...rings.map((r) => layOutRingLabel(inputs, r)),
  ];
  const from = frame.top + (inputs.hasOutdoorValues && frame.hasRoof ? OUTSIDE_ROOM : 0);
  const fanRoom = FAN_ROOM[frame.hasWideGutter ? 'wide' : 'narrow'];
  const to = frame.ground - (inputs.hasFan && frame.hasPlenum ? fanRoom : 0);
  const tops = separateBlocks(labels, from, to);
  return labels.map((label, index) => ({ ...label, top: tops[index] ?? label.top }));
}

function layOutLevelLabel({ layout, level, texts }: LabelInputs): Label | null {
  const { frame, surface } = layout;
  const area = textAreaFor(frame, frame.hasWideGutter ? 16 : 8);
  if (level.kind === 'unknown') {
    if (!frame.hasRoof) return null;
    const { title, detail } = texts.levelUnknown;
    const lines = [...wrapStrongText(title, area), ...wrapPlainText(detail ?? '', area)];
    const top = frame.eave + (frame.floor - frame.eave) * 0.35;
    return { ...area, top, ...stackLines(lines, 0), anchor: 0, ring: null };
  }
  if (surface === null) return null;
  if (frame.hasWideGutter) {
    const lines = [
      ...wrapStrongText(texts.level.long, area),
      ...wrapPlainText(texts.quantity?.long ?? '', area),
    ];
    const anchor = LINE_HEIGHT / 2;
    return { ...area, top: surface - anchor, ...stackLines(lines, 0), anchor, ring: null };
  }
  // In the narrow gutter the percentage is above the tick and the quantity, if it fits, below it.
  const percentBlock = stackLines(wrapStrongText(texts.level.short, area), 0);
  const quantity = texts.quantity?.short ?? '';
  const fits = estimateTextWidth(quantity, area.fontSize) <= area.maxWidth;
  const quantityBlock = stackLines(
    fits ? wrapPlainText(quantity, area) : [],
    percentBlock.height + 6,
  );
  const anchor = percentBlock.height + 3;
  const lines = [...percentBlock.lines, ...quantityBlock.lines];
  return {
    ...area,
    top: surface - anchor,
    height: quantityBlock.height,
    lines,
    anchor,
    ring: null,
  };
}

function layOutRingLabel({ layout, texts, isNumbered }: LabelInputs, ring: Ring): Label {
  const { frame } = layout;
  const area = textAreaFor(frame, frame.hasWideGutter ? 34 : 8);
  const half = MARK_SIZE / 2;
  if (isNumbered) {
    return { ...area, top: ring.leaderY - half, height: MARK_SIZE, lines: [], anchor: half, ring };
  }
  const { title, long, short } = texts.hotSpot(ring.spot);
  if (frame.hasWideGutter) {
    const block = stackLines([...wrapStrongText(title, area), ...wrapPlainText(long, area)], 0);
    const anchor = LINE_HEIGHT / 2;
    return {
      ...area,
      top: ring.leaderY - anchor,
      ...block,
      height: block.height + 4,
      anchor,
      ring,
    };
  }
  // In the narrow gutter, the icon is above its text.
  const block = stackLines(
    [...wrapStrongText(title, area), ...wrapPlainText(short, area)],
    MARK_SIZE + 2,
  );
  return { ...area, top: ring.leaderY - half, ...block, anchor: half, ring };
}

interface TextArea {
  readonly x: number;
  readonly maxWidth: number;
  readonly fontSize: number;
}

function textAreaFor(frame: Frame, inset: number): TextArea {
  const x = frame.wallRight + inset;
  return { x, maxWidth: frame.width - x, fontSize: frame.hasWideGutter ? 13 : 12 };
}

type TextLine = Omit<Line, 'dy'>;

function wrapStrongText(text: string, { maxWidth, fontSize }: TextArea): TextLine[] {
  return wrapText(text, maxWidth, fontSize).map((line) => ({ text: line, isStrong: true }));
}

function wrapPlainText(text: string, { maxWidth, fontSize }: TextArea): TextLine[] {
  return wrapText(text, maxWidth, fontSize).map((line) => ({ text: line, isStrong: false }));
}

/** Stacks lines downward from `offset`; `height` is the bottom of the last line. */
function stackLines(lines: readonly TextLine[], offset: number): Pick<Label, 'lines' | 'height'> {
  return {
    lines: lines.map((line, index) => ({ ...line, dy: offset + (index + 0.5) * LINE_HEIGHT })),
    height: offset + lines.length * LINE_HEIGHT,
  };
}
