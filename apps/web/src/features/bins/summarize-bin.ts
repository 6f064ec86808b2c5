import type { ListedBin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { SensorValue } from '@granary/domain/readings/statistics';
import { DAY } from '@granary/domain/units';
import { type SensorCable, type SensorCell, toSensorCables } from '../../bin-data/sensor-cables.ts';

/** How full a bin is according to its latest reading. */
export type Fill =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled'; readonly percent: number };

/** The hottest sensor over the last days. */
export interface Trend {
  readonly values: readonly number[];
  /** °C */
  readonly change: number;
  readonly days: number;
}

export interface BinSummary {
  readonly fill: Fill;
  /** The hottest enabled sensor under grain. */
  readonly hottest: SensorValue | null;
  /** Whether the hottest sensor is hotter than its peers at that depth. */
  readonly isHotSpot: boolean;
  readonly cables: readonly SensorCable[];
  /** The number of disabled sensors, which are ignored otherwise. */
  readonly disabledSensors: number;
  readonly trend: Trend | null;
}

/** The figures shown on a bin's card and row. */
export function summarizeBin(bin: ListedBin): BinSummary {
  const reading = bin.latest;
  const hottest = reading?.grainHottest ?? null;
  const cables = reading === null ? [] : toSensorCables(bin, reading);
  return {
    fill: toFill(bin),
    hottest,
    isHotSpot: reading !== null && hottest !== null && isHotSensor(reading, hottest),
    cables,
    disabledSensors: cables.flatMap(({ cells }) => cells).filter(isDisabled).length,
    trend: calculateTrend(bin.trend),
  };
}

function isDisabled({ status }: SensorCell): boolean {
  return status === 'disable';
}

function isHotSensor(reading: Reading, { cable, position }: SensorValue): boolean {
  return reading.hotSensors.some((hot) => hot.cable === cable && hot.position === position);
}

function toFill({ latest }: ListedBin): Fill {
  if (latest === null || !latest.levelKnown) return { kind: 'unknown' };
  if (latest.fillPercent === 0) return { kind: 'empty' };
  return { kind: 'filled', percent: latest.fillPercent };
}

/**
 * The average moisture of the grain, % wet basis, or its average humidity, %, if the bin shows
 * humidity or has no moisture value. An empty bin has neither.
 */
export function selectMoistureOrHumidity(bin: ListedBin): {
  readonly moisture: number | null;
  readonly humidity: number | null;
} {
  const reading = bin.latest;
  if (reading === null) return { moisture: null, humidity: null };
  const moisture = bin.showsHumidity ? null : reading.grainAverageMoisture;
  return { moisture, humidity: moisture === null ? reading.grainAverageHumidity : null };
}

/** Null with fewer than two days. */
export function calculateTrend(points: ListedBin['trend']): Trend | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    values: points.map((point) => point.max),
    change: last.max - first.max,
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
  };
}
