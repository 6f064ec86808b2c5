import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { FittedText } from './fitted-text.tsx';
import { cellKey } from './geometry.ts';
import { type Ring, ringEdge, ringPath } from './hot-spots.ts';
import type { Label } from './labels.ts';
import type { Frame } from './layout.ts';

interface GutterLabelsProps {
  readonly frame: Frame;
  readonly labels: readonly Label[];
  /** The number of a ring among all hot spots of the bin; null shows an exclamation mark. */
  readonly numberOf: (ring: Ring) => number | null;
}

/** Level and hot spots: rings and leader lines in the bin, texts in the right gutter. */
export function GutterLabels({ frame, labels, numberOf }: GutterLabelsProps) {
  return (
    <>
      <g aria-hidden>
        {labels.map(({ ring, top, anchor }) =>
          ring === null ? null : (
            <RingMark
              key={cellKey(ring.spot.hottest)}
              ring={ring}
              x={frame.wallRight + 18}
              y={top + anchor}
              elbow={frame.wallRight + 4}
              number={numberOf(ring)}
            />
          ),
        )}
      </g>
      <g className={classes['texts']}>
        {labels.map((label) => (
          <LabelText
            key={label.ring === null ? 'level' : cellKey(label.ring.spot.hottest)}
            label={label}
            fontSize={frame.hasWideGutter ? 13 : 12}
          />
        ))}
      </g>
    </>
  );
}

function LabelText({ label, fontSize }: { label: Label; fontSize: number }) {
  const strong = classes[label.ring === null ? 'strong' : 'hotSpot'];
  return label.lines.map(({ text, isStrong, dy }) => (
    <FittedText
      key={dy}
      text={text}
      x={label.x}
      y={label.top + dy}
      room={label.room}
      fontSize={fontSize}
      className={isStrong ? strong : classes['secondary']}
    />
  ));
}

interface RingMarkProps {
  readonly ring: Ring;
  /** Center of the octagon at the end of the leader line. */
  readonly x: number;
  readonly y: number;
  /** x from which the leader line may leave its row. */
  readonly elbow: number;
  readonly number: number | null;
}

function RingMark({ ring, x, y, elbow, number }: RingMarkProps) {
  const leader = `M${ringEdge(ring)} ${ring.leaderY}H${elbow}L${x - 9} ${y}`;
  return (
    <>
      <g fill="none" stroke={token('card')} strokeWidth={6} strokeLinejoin="round">
        <path d={leader} />
        <path d={ringPath(ring)} />
      </g>
      <g fill="none" stroke={token('ink')} strokeWidth={2.5} strokeLinejoin="round">
        <path d={leader} />
        <path d={ringPath(ring)} />
      </g>
      <g transform={`translate(${x} ${y})`}>
        <path d="M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z" fill={token('critical')} />
        {number === null ? (
          <>
            <path d="M0-5V1" stroke={token('card')} strokeWidth={2.4} strokeLinecap="round" />
            <circle cy={5} r={1.5} fill={token('card')} />
          </>
        ) : (
          <text className={classes['spotNumber']}>{number}</text>
        )}
      </g>
    </>
  );
}
