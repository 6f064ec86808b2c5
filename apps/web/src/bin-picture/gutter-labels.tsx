import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import type { Layout } from './geometry.ts';
import { type Block, stack, textWidth, wrapText } from './gutter.ts';
import { type Ring, ringEdge, ringPath } from './hot-spots.ts';
import type { Level, PictureWords } from './model.ts';

/** From this many hot spots on they carry numbers, and their words stand in a list below. */
export const NUMBERED_FROM = 3;

const LINE = 17;

interface Label extends Block {
  readonly key: string;
  /** Distance from the top of the block to what the label points at. */
  readonly anchor: number;
  readonly lines: readonly { readonly text: string; readonly isStrong: boolean }[];
  readonly ring: Ring | null;
}

interface GutterLabelsProps {
  readonly layout: Layout;
  readonly level: Level;
  readonly rings: readonly Ring[];
  /** Number of each ring among all hot spots of the bin, from 1. */
  readonly numbers: readonly number[];
  readonly isNumbered: boolean;
  readonly words: PictureWords;
  readonly hasFan: boolean;
  readonly hasOutside: boolean;
}

/** Level and hot spots in the right gutter, moved apart where they would lie on each other. */
export function GutterLabels(props: GutterLabelsProps) {
  const { layout, rings, numbers, isNumbered, words } = props;
  const { frame } = layout;
  const levelLabel = labelOfLevel(layout, props.level, words);
  const labels = [
    ...(levelLabel === null ? [] : [levelLabel]),
    ...rings.map((ring) => labelOfRing(layout, ring, words, isNumbered)),
  ];
  const fanRoom = props.hasFan && frame.hasPlenum ? 52 : 0;
  const tops = stack(labels, frame.top + (props.hasOutside ? 32 : 0), frame.ground - fanRoom);
  return (
    <>
      <g aria-hidden>
        {labels.map(({ ring }, index) =>
          ring === null ? null : (
            <RingMark
              key={labels[index]?.key}
              ring={ring}
              elbow={frame.wallRight + 4}
              end={octagonX(layout)}
              y={(tops[index] ?? 0) + (labels[index]?.anchor ?? 0)}
              mark={isNumbered ? String(numbers[rings.indexOf(ring)]) : null}
            />
          ),
        )}
      </g>
      <g className={classes['words']}>
        {labels.map((label, index) => (
          <LabelText
            key={label.key}
            label={label}
            x={textX(layout, label)}
            top={tops[index] ?? 0}
            hasWideGutter={frame.hasWideGutter}
          />
        ))}
      </g>
    </>
  );
}

function octagonX(layout: Layout): number {
  return layout.frame.wallRight + 18;
}

function textX(layout: Layout, label: Label): number {
  const { frame } = layout;
  if (!frame.hasWideGutter) return frame.wallRight + 8;
  return frame.wallRight + (label.ring === null ? 16 : 34);
}

function labelOfLevel(layout: Layout, level: Level, words: PictureWords): Label | null {
  const { frame, surface } = layout;
  const room = frame.width - frame.wallRight - (frame.hasWideGutter ? 16 : 8);
  if (level.kind === 'unknown') {
    if (!frame.hasRoof) return null;
    const { title, detail } = words.levelUnknown;
    const lines = [
      ...toLines(title, room, true),
      ...(detail === undefined ? [] : toLines(detail, room, false)),
    ];
    const top = frame.eave + (frame.floor - frame.eave) * 0.35;
    return { key: 'level', top, height: lines.length * LINE, anchor: 0, lines, ring: null };
  }
  if (surface === null) return null;
  const lines = frame.hasWideGutter
    ? [
        ...toLines(words.level.long, room, true),
        ...(words.quantity === null ? [] : toLines(words.quantity.long, room, false)),
      ]
    : toLines(words.level.short, room, true);
  if (frame.hasWideGutter) {
    const top = surface - LINE / 2;
    return { key: 'level', top, height: lines.length * LINE, anchor: LINE / 2, lines, ring: null };
  }
  const quantity = words.quantity?.short;
  const fits = quantity !== undefined && textWidth(quantity, 12) <= room;
  const all = fits ? [...lines, { text: quantity, isStrong: false }] : lines;
  // The percent stands over its tick, and the quantity under it.
  const anchor = lines.length * LINE + 3;
  const height = all.length * LINE + 6;
  return { key: 'level', top: surface - anchor, height, anchor, lines: all, ring: null };
}

function labelOfRing(layout: Layout, ring: Ring, words: PictureWords, isNumbered: boolean): Label {
  const key = `${ring.spot.hottest.cable}-${ring.spot.hottest.depth}`;
  if (isNumbered) {
    return { key, top: ring.leaderY - 11, height: 22, anchor: 11, lines: [], ring };
  }
  const { frame } = layout;
  const { title, long, short } = words.hotSpot(ring.spot);
  if (frame.hasWideGutter) {
    const room = frame.width - frame.wallRight - 34;
    const lines = [...toLines(title, room, true), ...toLines(long, room, false)];
    const height = lines.length * LINE + 4;
    return { key, top: ring.leaderY - LINE / 2, height, anchor: LINE / 2, lines, ring };
  }
  const room = frame.width - frame.wallRight - 8;
  const lines = [...toLines(title, room, true), ...toLines(short, room, false)];
  // The octagon stands over its words.
  return { key, top: ring.leaderY - 11, height: 24 + lines.length * LINE, anchor: 11, lines, ring };
}

function toLines(text: string, room: number, isStrong: boolean) {
  return wrapText(text, room, 13).map((line) => ({ text: line, isStrong }));
}

function LabelText({ label, x, top, hasWideGutter }: LabelTextProps) {
  const isUnderMark = label.ring !== null && !hasWideGutter;
  const isSplit = label.ring === null && !hasWideGutter && label.anchor > 0;
  const strong = label.ring === null ? classes['strong'] : classes['hotSpot'];
  return label.lines.map((line, index) => {
    const gap = isUnderMark ? 24 : isSplit && !line.isStrong ? 6 : 0;
    return (
      <text
        // Lines of one label never change their order.
        key={line.text}
        x={x}
        y={top + gap + (index + 0.5) * LINE}
        className={line.isStrong ? strong : classes['secondary']}
      >
        {line.text}
      </text>
    );
  });
}

interface LabelTextProps {
  readonly label: Label;
  readonly x: number;
  readonly top: number;
  readonly hasWideGutter: boolean;
}

interface RingMarkProps {
  readonly ring: Ring;
  readonly elbow: number;
  readonly end: number;
  readonly y: number;
  /** A number in place of the exclamation mark. */
  readonly mark: string | null;
}

function RingMark({ ring, elbow, end, y, mark }: RingMarkProps) {
  const leader = `M${ringEdge(ring)} ${ring.leaderY}H${elbow}L${end - 9} ${y}`;
  return (
    <>
      <g fill="none" stroke={token('card')} strokeWidth={6} strokeLinejoin="round">
        <path d={leader} strokeLinecap="round" />
        <path d={ringPath(ring)} />
      </g>
      <g fill="none" stroke={token('ink')} strokeWidth={2.5} strokeLinejoin="round">
        <path d={leader} />
        <path d={ringPath(ring)} />
      </g>
      <g transform={`translate(${end} ${y})`}>
        <path d="M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z" fill={token('grave')} />
        {mark === null ? (
          <>
            <path d="M0-5V1" stroke={token('card')} strokeWidth={2.4} strokeLinecap="round" />
            <circle cy={5} r={1.5} fill={token('card')} />
          </>
        ) : (
          <text className={classes['spotNumber']}>{mark}</text>
        )}
      </g>
    </>
  );
}
