import type { AlertSeverity } from '@granary/domain/alerts/alert';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { FittedText } from './fitted-text.tsx';
import { makeCellKey } from './geometry.ts';
import { getLeaderStartX, getRingPath, type Ring } from './hot-spots.ts';
import type { Label } from './labels.ts';
import type { Frame } from './layout.ts';

interface GutterLabelsProps {
  readonly frame: Frame;
  readonly labels: readonly Label[];
  readonly severity: AlertSeverity;
  /** The ring's number among all hot spots of the bin; null shows the severity's symbol. */
  readonly findNumber: (ring: Ring) => number | null;
}

/** Labels for the level and the hot spots: rings and leader lines in the bin, text in the right gutter. */
export function GutterLabels({ frame, labels, severity, findNumber }: GutterLabelsProps) {
  return (
    <>
      <g aria-hidden>
        {labels.map(({ ring, top, anchor }) =>
          ring === null ? null : (
            <RingMark
              key={makeCellKey(ring.spot.hottest)}
              ring={ring}
              x={frame.wallRight + 18}
              y={top + anchor}
              elbow={frame.wallRight + 4}
              severity={severity}
              number={findNumber(ring)}
            />
          ),
        )}
      </g>
      <g className={classes['texts']} data-severity={severity}>
        {labels.map((label) => (
          <LabelText
            key={label.ring === null ? 'level' : makeCellKey(label.ring.spot.hottest)}
            label={label}
            fontSize={frame.hasWideGutter ? 13 : 12}
          />
        ))}
      </g>
    </>
  );
}

function LabelText({ label, fontSize }: { label: Label; fontSize: number }) {
  const strongClass = classes[label.ring === null ? 'strong' : 'hotSpot'];
  return label.lines.map(({ text, isStrong, dy }) => (
    <FittedText
      key={dy}
      text={text}
      x={label.x}
      y={label.top + dy}
      maxWidth={label.maxWidth}
      fontSize={fontSize}
      className={isStrong ? strongClass : classes['secondary']}
    />
  ));
}

interface RingMarkProps {
  readonly ring: Ring;
  /** Center of the severity icon at the end of the leader line. */
  readonly x: number;
  readonly y: number;
  /** x at which the leader line can leave its row. */
  readonly elbow: number;
  readonly severity: AlertSeverity;
  readonly number: number | null;
}

function RingMark({ ring, x, y, elbow, severity, number }: RingMarkProps) {
  const leader = `M${getLeaderStartX(ring)} ${ring.leaderY}H${elbow}L${x - 9} ${y}`;
  return (
    <>
      <g fill="none" stroke={token('card')} strokeWidth={6} strokeLinejoin="round">
        <path d={leader} />
        <path d={getRingPath(ring)} />
      </g>
      <g fill="none" stroke={token('ink')} strokeWidth={2.5} strokeLinejoin="round">
        <path d={leader} />
        <path d={getRingPath(ring)} />
      </g>
      <g transform={`translate(${x} ${y})`}>
        <SeverityIcon severity={severity} number={number} />
      </g>
    </>
  );
}

/** The shapes of the states, as in `components/state`. */
const severityIcons: Readonly<
  Record<AlertSeverity, { readonly path: string; readonly centerY: number }>
> = {
  critical: { path: 'M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z', centerY: 0 },
  warning: { path: 'M0-10 11 9H-11Z', centerY: 3 },
  watch: { path: 'M0-10 10 0 0 10-10 0Z', centerY: 0 },
};

function SeverityIcon({ severity, number }: Pick<RingMarkProps, 'severity' | 'number'>) {
  const { path, centerY } = severityIcons[severity];
  const color = token(severity);
  const isFilled = severity !== 'watch';
  const markColor = isFilled ? token('card') : color;
  return (
    <g data-severity={severity}>
      <path d={path} fill={isFilled ? color : token('card')} stroke={color} strokeWidth={1.6} />
      <g transform={`translate(0 ${centerY})`}>
        {number !== null && (
          <text className={classes['spotNumber']} fill={markColor}>
            {number}
          </text>
        )}
        {number === null && isFilled && (
          <>
            <path d="M0-5V1" stroke={markColor} strokeWidth={2.4} strokeLinecap="round" />
            <circle cy={5} r={1.5} fill={markColor} />
          </>
        )}
        {number === null && !isFilled && <circle r={2.4} fill={markColor} />}
      </g>
    </g>
  );
}
