import { type Block, stack, textWidth, wrapText } from './gutter.ts';
import type { Ring } from './hot-spots.ts';
import type { Frame, Layout } from './layout.ts';
import type { Level, PictureTexts } from './model.ts';

const LINE = 17;
/** Room of an octagon with a little air, px. */
const MARK = 22;
/** Kept free at the lower end of the gutter for the fan, and at the upper for outside, px. */
const FAN_ROOM = { wide: 72, narrow: 48 };
const OUTSIDE_ROOM = 32;

interface Line {
  readonly text: string;
  readonly isStrong: boolean;
  /** Centre, from the top of the label. */
  readonly dy: number;
}

/** Words in the right gutter that point at something in the bin. */
export interface Label extends Block {
  readonly x: number;
  /** Width that the lines may take. */
  readonly room: number;
  readonly lines: readonly Line[];
  /** Distance from the top to what the label points at. */
  readonly anchor: number;
  /** The hot spot it names; null for the level. */
  readonly ring: Ring | null;
}

export interface LabelInputs {
  readonly layout: Layout;
  readonly level: Level;
  readonly rings: readonly Ring[];
  /** Hot spots show their numbers only; their words stand below the picture. */
  readonly isNumbered: boolean;
  readonly texts: Pick<PictureTexts, 'level' | 'quantity' | 'levelUnknown' | 'hotSpot'>;
  readonly hasFan: boolean;
  readonly hasOutside: boolean;
}

/** The labels of level and hot spots, moved apart where they would lie on each other. */
export function layOutLabels(inputs: LabelInputs): Label[] {
  const { layout, rings } = inputs;
  const { frame } = layout;
  const level = levelLabel(inputs);
  const labels = [...(level === null ? [] : [level]), ...rings.map((r) => ringLabel(inputs, r))];
  const from = frame.top + (inputs.hasOutside && frame.hasRoof ? OUTSIDE_ROOM : 0);
  const fanRoom = FAN_ROOM[frame.hasWideGutter ? 'wide' : 'narrow'];
  const to = frame.ground - (inputs.hasFan && frame.hasPlenum ? fanRoom : 0);
  const tops = stack(labels, from, to);
  return labels.map((label, index) => ({ ...label, top: tops[index] ?? label.top }));
}

function levelLabel({ layout, level, texts: words }: LabelInputs): Label | null {
  const { frame, surface } = layout;
  const room = roomFor(frame, frame.hasWideGutter ? 16 : 8);
  if (level.kind === 'unknown') {
    if (!frame.hasRoof) return null;
    const { title, detail } = words.levelUnknown;
    const lines = [...strongLines(title, room), ...plainLines(detail ?? '', room)];
    const top = frame.eave + (frame.floor - frame.eave) * 0.35;
    return { ...room, top, ...stackLines(lines, 0), anchor: 0, ring: null };
  }
  if (surface === null) return null;
  if (frame.hasWideGutter) {
    const lines = [
      ...strongLines(words.level.long, room),
      ...plainLines(words.quantity?.long ?? '', room),
    ];
    const anchor = LINE / 2;
    return { ...room, top: surface - anchor, ...stackLines(lines, 0), anchor, ring: null };
  }
  // In the narrow gutter the percent stands over its tick and the quantity, if it fits, under it.
  const over = stackLines(strongLines(words.level.short, room), 0);
  const quantity = words.quantity?.short ?? '';
  const fits = textWidth(quantity, room.fontSize) <= room.room;
  const under = stackLines(fits ? plainLines(quantity, room) : [], over.height + 6);
  const anchor = over.height + 3;
  const lines = [...over.lines, ...under.lines];
  return { ...room, top: surface - anchor, height: under.height, lines, anchor, ring: null };
}

function ringLabel({ layout, texts: words, isNumbered }: LabelInputs, ring: Ring): Label {
  const { frame } = layout;
  const room = roomFor(frame, frame.hasWideGutter ? 34 : 8);
  const half = MARK / 2;
  if (isNumbered) {
    return { ...room, top: ring.leaderY - half, height: MARK, lines: [], anchor: half, ring };
  }
  const { title, long, short } = words.hotSpot(ring.spot);
  if (frame.hasWideGutter) {
    const block = stackLines([...strongLines(title, room), ...plainLines(long, room)], 0);
    const anchor = LINE / 2;
    return {
      ...room,
      top: ring.leaderY - anchor,
      ...block,
      height: block.height + 4,
      anchor,
      ring,
    };
  }
  // In the narrow gutter the octagon stands over its words.
  const block = stackLines([...strongLines(title, room), ...plainLines(short, room)], MARK + 2);
  return { ...room, top: ring.leaderY - half, ...block, anchor: half, ring };
}

interface Room {
  readonly x: number;
  readonly room: number;
  readonly fontSize: number;
}

function roomFor(frame: Frame, inset: number): Room {
  const x = frame.wallRight + inset;
  return { x, room: frame.width - x, fontSize: frame.hasWideGutter ? 13 : 12 };
}

type TextLine = Omit<Line, 'dy'>;

function strongLines(text: string, { room, fontSize }: Room): TextLine[] {
  return wrapText(text, room, fontSize).map((line) => ({ text: line, isStrong: true }));
}

function plainLines(text: string, { room, fontSize }: Room): TextLine[] {
  return wrapText(text, room, fontSize).map((line) => ({ text: line, isStrong: false }));
}

/** Lines one under the other from `offset` on, and the height they end at. */
function stackLines(lines: readonly TextLine[], offset: number): Pick<Label, 'lines' | 'height'> {
  return {
    lines: lines.map((line, index) => ({ ...line, dy: offset + (index + 0.5) * LINE })),
    height: offset + lines.length * LINE,
  };
}
