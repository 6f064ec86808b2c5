import { compareToTemperatureLimit, findTemperatureBand } from '@granary/domain/bins/crop-limits';
import { toRelativeDepth } from '@granary/domain/readings/grain-level';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import type { Level } from './model.ts';

/** The age of the readings: the outline is dashed unless they are fresh. */
type MiniBinAge = 'fresh' | 'no-data' | 'never-read';

export interface MiniBinProps {
  readonly cableCount: number;
  readonly level: Level;
  readonly age: MiniBinAge;
  /** The hottest sensor; null if none is known. */
  readonly hottest: MiniBinSensor | null;
  /** "level ?", shown if the level is unknown. */
  readonly levelUnknownText: string;
}

interface MiniBinSensor {
  /** Counted from the left, starting at 0, in the order of `sortCables`. */
  readonly column: number;
  /** Counted from the top, starting at 1. */
  readonly depth: number;
  readonly rows: number;
  /** °C */
  readonly temperature: number;
  /** The crop of its cable. */
  readonly crop: string | null;
  readonly isHotSpot: boolean;
}

const [WIDTH, HEIGHT] = [72, 92];
const [LEFT, RIGHT] = [2, 70];
const [PEAK, EAVE, FLOOR, GROUND] = [3, 21, 79, 89];
const CAP = 6;
const OUTLINE = `M${LEFT} ${GROUND}V${EAVE}L${36 - CAP} ${PEAK}H${36 + CAP}L${RIGHT} ${EAVE}V${GROUND}Z`;

/**
 * The bin picture on a card, 72 x 92 px: level, cables and hottest sensor. The card also shows them as text.
 */
export function MiniBin({ cableCount, level, age, hottest, levelUnknownText }: MiniBinProps) {
  const columnX = (column: number) =>
    LEFT + ((RIGHT - LEFT) * (column + 0.5)) / Math.max(1, cableCount);
  const surface =
    level.kind === 'known' && level.percent > 0
      ? FLOOR - ((FLOOR - EAVE) * level.percent) / 100
      : null;
  return (
    <svg
      aria-hidden
      className={classes['mini']}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <path d={OUTLINE} fill={token('air')} />
      {surface !== null && (
        <path d={`M${LEFT} ${surface}H${RIGHT}V${FLOOR}H${LEFT}Z`} fill={token('grain')} />
      )}
      <path d={`M${LEFT} ${FLOOR}H${RIGHT}V${GROUND}H${LEFT}Z`} fill={token('metal')} />
      <path d={`M${LEFT} ${EAVE}H${RIGHT}`} stroke={token('wall')} strokeOpacity={0.5} />
      <g stroke={token('cable')} strokeWidth={1.3}>
        {Array.from({ length: cableCount }, (_, column) => (
          <path
            key={columnX(column)}
            d={`M${columnX(column)} ${roofY(columnX(column)) + 4}V${FLOOR - 5}`}
          />
        ))}
      </g>
      {surface !== null && (
        <path d={`M${LEFT} ${surface}H${RIGHT}`} stroke={token('surface')} strokeWidth={2} />
      )}
      <path
        d={`M${LEFT + 2} ${FLOOR}H${RIGHT - 1}`}
        stroke={token('wall')}
        strokeWidth={1.6}
        strokeDasharray="2.5 2"
      />
      <path
        d={OUTLINE}
        fill="none"
        stroke={token('wall')}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={age === 'fresh' ? undefined : '4 3'}
      />
      {age === 'never-read' && <Note text="?" y={56} fontSize={20} />}
      {age !== 'never-read' && level.kind === 'unknown' && (
        <Note text={levelUnknownText} y={72} fontSize={12} />
      )}
      {age !== 'never-read' && hottest !== null && (
        <HottestSensor sensor={hottest} x={columnX(hottest.column)} hasNoData={age === 'no-data'} />
      )}
    </svg>
  );
}

function roofY(x: number): number {
  const outside = Math.max(0, Math.abs(x - 36) - CAP);
  return PEAK + ((EAVE - PEAK) * outside) / (36 - CAP - LEFT);
}

/** Text with an outline in the background color, so that it stays readable over the cables. */
function Note({ text, y, fontSize }: { text: string; y: number; fontSize: number }) {
  return (
    <text
      x={36}
      y={y}
      fontSize={fontSize}
      fontWeight={600}
      stroke={token('air')}
      strokeWidth={5}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}

interface HottestProps {
  readonly sensor: MiniBinSensor;
  readonly x: number;
  readonly hasNoData: boolean;
}

function HottestSensor({ sensor, x, hasNoData }: HottestProps) {
  const y = EAVE + (FLOOR - EAVE) * toRelativeDepth(sensor.depth, sensor.rows);
  const [width, height] = sensor.isHotSpot ? [12, 22] : [8, 8];
  return (
    <rect
      x={x - width / 2}
      y={y - height / 2}
      width={width}
      height={height}
      rx={sensor.isHotSpot ? 2 : 1.5}
      fill={hasNoData ? token('grain') : token(chooseShade(sensor))}
      stroke={token(hasNoData ? 'ink-3' : 'ink')}
      strokeWidth={sensor.isHotSpot ? 2.5 : 1.8}
    />
  );
}

function chooseShade({ temperature, crop }: MiniBinSensor) {
  const band = findTemperatureBand(temperature);
  if (compareToTemperatureLimit(temperature, crop) === 'below') return `below-${band}` as const;
  return `above-${band === 0 ? 1 : band}` as const;
}
