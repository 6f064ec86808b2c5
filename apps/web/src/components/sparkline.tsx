import { type TokenName, token } from './theme/tokens.ts';

export interface SparklineProps {
  /** Values in chronological order, evenly spaced; null for a missing value. */
  readonly values: readonly (number | null)[];
  /** Color of the line; 'ink-2' unless a value is beyond its limit. */
  readonly color?: TokenName;
  /** True if the last reading is too old; the line is then dashed. */
  readonly isStale?: boolean;
  readonly width?: number;
  readonly height?: number;
}

const EDGE = 4;

/** A trend without axes. Decorative: the text beside it gives the change. */
export function Sparkline(props: SparklineProps) {
  const { values, color = 'ink-2', isStale = false, width = 88, height = 32 } = props;
  const segments = layOutTrend(values, width, height);
  const lastPoint = segments.flat().at(-1);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      style={{ flex: 'none' }}
    >
      <path d={`M0 ${height - 0.5}H${width}`} stroke={token('line')} />
      <g fill="none" stroke={token(color)} strokeWidth={1.75} strokeLinejoin="round">
        {segments.map((run) => (
          <path key={run[0]?.x} d={toPath(run)} strokeDasharray={isStale ? '4 2.5' : undefined} />
        ))}
      </g>
      {lastPoint !== undefined && (
        <circle cx={lastPoint.x} cy={lastPoint.y} r={3.2} fill={token(color)} />
      )}
    </svg>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Calculates the positions of a trend's points, px; a missing value splits the line. */
export function layOutTrend(
  values: readonly (number | null)[],
  width: number,
  height: number,
): Point[][] {
  const knownValues = values.filter((value) => value !== null);
  const minValue = Math.min(...knownValues);
  // A flat trend would otherwise fill the height with noise.
  const span = Math.max(Math.max(...knownValues) - minValue, 2);
  const step = values.length > 1 ? (width - 2 * EDGE) / (values.length - 1) : 0;
  const runs: Point[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) {
      runs.push([]);
      return;
    }
    const y = height - EDGE - 2 - ((value - minValue) / span) * (height - 2 * EDGE - 2);
    runs.at(-1)?.push({ x: round(EDGE + index * step), y: round(y) });
  });
  return runs.filter((run) => run.length > 0);
}

function toPath(run: readonly Point[]): string {
  return run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
