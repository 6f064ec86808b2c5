import { memo } from 'react';
import { type TokenName, token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import { compareToLimits, isTooWet } from './cell-appearance.ts';
import { countRows, isInHeadspace } from './geometry.ts';
import type { Level, PictureCable, ShownValues } from './model.ts';

/** The entries of a legend, in order. */
const swatches = [
  'below',
  'above',
  'headspace',
  'moisture-below',
  'moisture-within',
  'moisture-above',
  'humidity',
  'too-wet',
  'muted',
  'disabled',
  'missing',
] as const;
export type Swatch = (typeof swatches)[number];

export interface LegendProps {
  readonly cables: readonly PictureCable[];
  readonly level: Level;
  /** The quantities that fit the width of the picture. */
  readonly shownValues: ShownValues;
  /** "Below 28 °C", "28 °C or more", "Above the grain", "Moisture within limits", "Humidity, % RH". */
  readonly texts: Readonly<Record<Swatch, string>>;
  /** "Darker is hotter: 20, 25, 30, 35, 40 °C"; "Brighter" in the dark scheme. */
  readonly bandsText: string;
}

/** Explains only the symbols in the picture of this bin. */
export const Legend = memo(function Legend({
  cables,
  level,
  shownValues,
  texts,
  bandsText,
}: LegendProps) {
  return (
    <ul className={classes['legend']}>
      {listSwatches(cables, level, shownValues).map((swatch) => (
        <li key={swatch}>
          <SwatchShape swatch={swatch} />
          {texts[swatch]}
        </li>
      ))}
      {shownValues !== 'moisture' && (
        <li>
          <BandStrip />
          {bandsText}
        </li>
      )}
    </ul>
  );
});

/** Lists the symbols in a picture; below and above the temperature limit always appear together. */
export function listSwatches(
  cables: readonly PictureCable[],
  level: Level,
  shownValues: ShownValues,
): readonly Swatch[] {
  const rows = countRows(cables);
  const seen = new Set<Swatch>(shownValues === 'moisture' ? [] : ['below', 'above']);
  for (const cable of cables) {
    for (const cell of cable.cells) {
      const isAir = isInHeadspace(level, cell.depth, rows);
      for (const swatch of listCellSwatches(cable, cell, isAir, shownValues)) seen.add(swatch);
    }
  }
  return swatches.filter((swatch) => seen.has(swatch));
}

function listCellSwatches(
  cable: PictureCable,
  cell: PictureCable['cells'][number],
  isAir: boolean,
  shownValues: ShownValues,
): Swatch[] {
  if (cell.status === 'disable') return ['disabled'];
  const markSwatches: Swatch[] = [
    ...(isTooWet(cell, isAir) ? (['too-wet'] as const) : []),
    ...(cell.status === 'mute' ? (['muted'] as const) : []),
  ];
  const secondValue = cable.showsHumidity ? cell.humidity : cell.moisture;
  const hasTemperature = cell.temperature !== null && shownValues !== 'moisture';
  const hasSecondValue = secondValue !== null && shownValues !== 'temperature';
  if (!hasTemperature && !hasSecondValue) return [...markSwatches, 'missing'];
  if (isAir) return [...markSwatches, 'headspace'];
  if (!hasSecondValue) return markSwatches;
  const { moisture } = compareToLimits(cable, cell, isAir);
  return [...markSwatches, moisture === null ? 'humidity' : `moisture-${moisture}`];
}

const swatchColors: Readonly<Partial<Record<Swatch, readonly [fill: TokenName, line: TokenName]>>> =
  {
    below: ['below-0', 'below-line'],
    above: ['above-3', 'above-line'],
    'moisture-below': ['moisture-below', 'moisture-line'],
    'moisture-within': ['moisture-within', 'moisture-line'],
    'moisture-above': ['moisture-above', 'moisture-above-line'],
    humidity: ['card', 'edge'],
    disabled: ['off', 'off'],
  };

function SwatchShape({ swatch }: { swatch: Swatch }) {
  const isAlarm = swatch === 'above' || swatch === 'moisture-above';
  const [fill, line] = swatchColors[swatch] ?? [];
  const inset = isAlarm ? 1 : 0.5;
  return (
    <svg width={22} height={14} viewBox="0 0 22 14" aria-hidden>
      {fill !== undefined && line !== undefined && (
        <rect
          x={inset}
          y={inset}
          width={22 - 2 * inset}
          height={14 - 2 * inset}
          rx={isAlarm ? 0 : 3}
          fill={token(fill)}
          stroke={token(line)}
          strokeWidth={2 * inset}
        />
      )}
      {swatch === 'moisture-below' && (
        <path
          d="M11 3.5v7m-2.5-2.5 2.5 2.5 2.5-2.5"
          fill="none"
          stroke={token('on-moisture-below')}
        />
      )}
      {swatch === 'headspace' && (
        <rect x={0.5} y={0.5} width={21} height={13} rx={6.5} className={classes['headspace']} />
      )}
      {swatch === 'too-wet' && (
        <rect x={2} y={1} width={18} height={12} rx={5} className={classes['tooWet']} />
      )}
      {swatch === 'muted' && (
        <g transform="translate(11 7)">
          <circle r={5} className={classes['muted']} />
          <path d="M-2.4 2.4 2.4-2.4" className={classes['muted']} />
        </g>
      )}
      {swatch === 'missing' && (
        <g transform="translate(11 7)">
          <circle r={4} className={classes['knot']} />
          <path d="M-1.8 0H1.8" className={classes['knot']} />
        </g>
      )}
    </svg>
  );
}

const bandTokens = ['below-0', 'below-1', 'below-2', 'below-3', 'below-4', 'below-5'] as const;

function BandStrip() {
  return (
    <svg width={66} height={14} viewBox="0 0 66 14" aria-hidden>
      {bandTokens.map((name, index) => (
        <rect key={name} x={index * 11} width={10.4} height={14} fill={token(name)} />
      ))}
    </svg>
  );
}
