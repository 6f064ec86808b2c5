import type { ListedBin } from '@granary/contract/bins/http';
import { domainReading, statusesOf } from '@granary/contract/readings/served';
import type { Reading } from '@granary/contract/readings/wire';
import { hottest, type SensorValue } from '@granary/domain/readings/statistics';
import { DAY } from '@granary/domain/units';
import { hotSensorsOf } from '../../bin-data/hot-sensors.ts';
import { type SensorCable, type SensorCell, sensorCables } from '../../bin-data/sensor-cables.ts';

/** How full a bin is, as its newest reading knows it. */
export type Fill =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled'; readonly percent: number };

/** The change of the hottest sensor over the days of the trend. */
export interface Trend {
  readonly values: readonly number[];
  /** °C */
  readonly change: number;
  readonly days: number;
}

export interface BinSummary {
  readonly fill: Fill;
  readonly hottest: SensorValue | null;
  /** The hottest sensor stands out from those at its depth. */
  readonly isHotSpot: boolean;
  readonly cables: readonly SensorCable[];
  /** How many sensors are disabled, and left out of all that is said of the bin. */
  readonly sensorsOff: number;
  readonly trend: Trend | null;
}

/** The few figures of a bin that its card and its row show. */
export function summaryOf(bin: ListedBin): BinSummary {
  const reading = bin.latest;
  const warmest = reading === null ? null : warmestOf(bin, reading);
  const cables = reading === null ? [] : sensorCables(bin, reading);
  return {
    fill: fillOf(bin),
    hottest: warmest,
    isHotSpot: reading !== null && warmest !== null && isHot(bin, reading, warmest),
    cables,
    sensorsOff: cables.flatMap(({ cells }) => cells).filter(isOff).length,
    trend: trendOf(bin.trend),
  };
}

function isOff({ status }: SensorCell): boolean {
  return status === 'disable';
}

function warmestOf({ sensorsInformation }: ListedBin, reading: Reading): SensorValue | null {
  return hottest(domainReading(reading), statusesOf(reading.cables, sensorsInformation));
}

function isHot(bin: ListedBin, reading: Reading, { cable, position }: SensorValue): boolean {
  return hotSensorsOf(bin, reading).some((hot) => hot.cable === cable && hot.position === position);
}

function fillOf({ latest }: ListedBin): Fill {
  if (latest === null || !latest.levelKnown) return { kind: 'unknown' };
  if (latest.loadPercent === 0) return { kind: 'empty' };
  return { kind: 'filled', percent: latest.loadPercent };
}

/**
 * The mean moisture of the grain, % wet basis, or else the mean humidity, %: by the bin's setting,
 * or where nothing turns humidity into moisture. An empty bin has no grain to be moist.
 */
export function dampnessOf(bin: ListedBin): {
  readonly moisture: number | null;
  readonly humidity: number | null;
} {
  const reading = bin.latest;
  if (reading === null) return { moisture: null, humidity: null };
  const isEmpty = fillOf(bin).kind === 'empty';
  const moisture = bin.showsHumidity || isEmpty ? null : reading.averageMoisture;
  const isHumidityMeant = moisture === null && !(isEmpty && !bin.showsHumidity);
  return { moisture, humidity: isHumidityMeant ? reading.averageHumidity : null };
}

/** Null where there is nothing to compare with. */
export function trendOf(points: ListedBin['trend']): Trend | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    values: points.map((point) => point.max),
    change: last.max - first.max,
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
  };
}
