import type { SensorSeries, SeriesStep } from '@granary/contract/readings/http';
import { getCropLimits } from '@granary/domain/bins/crop-limits';
import { getHotSensorThreshold } from '@granary/domain/readings/hot-sensors';
import {
  DAY,
  differenceToFahrenheit,
  HOUR,
  type TemperatureUnit,
  toFahrenheit,
} from '@granary/domain/units';
import type { ChartedBin, Limit, Line, Panel } from './panels.ts';
import type { Column } from './timeline.ts';

/** The series that the chosen sensors are compared with. */
export interface ComparedSeries {
  readonly series: SensorSeries;
  /** How much later than they were measured the points are drawn, ms. */
  readonly shiftMs: number;
  /** Whether the series is from another bin, whose row medians are used for the comparison. */
  readonly isOtherBin: boolean;
}

/** The titles of the panels, and the names of a sensor's lines by the sensor's index in the series. */
export interface SensorLineTexts {
  readonly temperature: string;
  readonly difference: string;
  readonly sensor: (index: number) => string;
  readonly median: (index: number) => string;
  readonly compared: (index: number) => string;
}

type SeriesBin = Pick<ChartedBin, 'crop' | 'cables' | 'temperatureUnit'> & {
  readonly differenceAlertC: number | null;
};

const COLORS = ['chart-temperature', 'ink', 'chart-moisture'] as const;
const MEDIAN_DASH = [6, 4];
const COMPARED_DASH = [2, 4];

/**
 * Builds two panels for the chosen sensors: their temperatures with row medians and the compared series, and
 * how far each sensor is above its row median, one of the conditions for a hot spot.
 */
export function buildSensorPanels(
  bin: SeriesBin,
  series: SensorSeries,
  comparedSeries: ComparedSeries | null,
  texts: SensorLineTexts,
): readonly Panel[] {
  const { points, sensors } = series;
  const toDisplayUnit = (celsius: number | null) => toUnit(celsius, bin.temperatureUnit);
  const lines = sensors.flatMap((_, index): Line[] => {
    const color = COLORS[index % COLORS.length] ?? 'ink';
    const sensorLine = { name: { text: texts.sensor(index) }, color, isThin: false };
    const median = { name: { text: texts.median(index) }, color, isThin: true, dash: MEDIAN_DASH };
    return [
      {
        ...sensorLine,
        values: points.map(({ temperatures }) => toDisplayUnit(temperatures[index] ?? null)),
      },
      { ...median, values: points.map(({ medians }) => toDisplayUnit(medians[index] ?? null)) },
      ...(comparedSeries === null
        ? []
        : [buildComparedLine(bin, series, comparedSeries, index, texts)]),
    ];
  });
  const differences = sensors.map((_, index): Line => {
    const values = points.map(({ temperatures, medians }) => {
      const [value = null, median = null] = [temperatures[index], medians[index]];
      return value === null || median === null ? null : toDisplayDifference(value - median, bin);
    });
    const color = COLORS[index % COLORS.length] ?? 'ink';
    return { name: { text: texts.sensor(index) }, color, isThin: false, values };
  });
  const limit = toDisplayDifference(getHotSensorThreshold(bin.differenceAlertC), bin);
  return [
    {
      title: texts.temperature,
      unit: 'temperature',
      lines: lines.filter(
        ({ values }, index) => index === 0 || values.some((value) => value !== null),
      ),
      limits: listTemperatureLimits(bin, series),
      alerts: [],
      axis: null,
    },
    {
      title: texts.difference,
      unit: 'temperature',
      lines: differences,
      limits: [{ value: limit, crops: [] }],
      alerts: [],
      axis: null,
    },
  ];
}

function buildComparedLine(
  bin: SeriesBin,
  { points }: SensorSeries,
  { series, shiftMs, isOtherBin }: ComparedSeries,
  index: number,
  texts: SensorLineTexts,
): Line {
  const comparedPoints = series.points.map(({ at, temperatures, medians }) => {
    const sensorValue = temperatures[index] ?? null;
    const value = isOtherBin ? (medians[index] ?? sensorValue) : sensorValue;
    return { at: at + shiftMs, value: toUnit(value, bin.temperatureUnit) };
  });
  return {
    name: { text: texts.compared(index) },
    color: 'chart-outside',
    isThin: true,
    dash: COMPARED_DASH,
    values: alignNearest(
      points.map(({ at }) => at),
      comparedPoints,
    ),
  };
}

/**
 * Values farther in time from a point than this are not matched to it; a multiple of the usual interval
 * between values.
 */
const MAX_DISTANCE_FACTOR = 1.5;

/** The value nearest to each time, or null if none is near enough; both lists must be sorted by time. */
export function alignNearest(
  times: readonly number[],
  others: readonly { readonly at: number; readonly value: number | null }[],
): Column {
  const [first, last] = [others[0], others.at(-1)];
  const span = first === undefined || last === undefined ? 0 : last.at - first.at;
  const usualDistance = others.length > 1 ? span / (others.length - 1) : DAY;
  const tolerance = Math.max(HOUR, usualDistance * MAX_DISTANCE_FACTOR);
  let index = 0;
  return times.map((time) => {
    while (
      index + 1 < others.length &&
      calculateDistance(others[index + 1], time) <= calculateDistance(others[index], time)
    )
      index++;
    const nearest = others[index];
    return nearest !== undefined && calculateDistance(nearest, time) <= tolerance
      ? nearest.value
      : null;
  });
}

function calculateDistance(point: { readonly at: number } | undefined, time: number): number {
  return point === undefined ? Number.POSITIVE_INFINITY : Math.abs(point.at - time);
}

function toUnit(celsius: number | null, unit: TemperatureUnit): number | null {
  return celsius === null || unit === 'c' ? celsius : toFahrenheit(celsius);
}

function toDisplayDifference(celsius: number, { temperatureUnit }: SeriesBin): number {
  return temperatureUnit === 'c' ? celsius : differenceToFahrenheit(celsius);
}

/** Lists the crop limits for the chosen sensors' cables. */
function listTemperatureLimits(bin: SeriesBin, { sensors }: SensorSeries): Limit[] {
  const crops = new Set(
    sensors.map(
      ({ cable }) => bin.cables.find((binCable) => binCable.cable === cable)?.crop ?? bin.crop,
    ),
  );
  const cropsByLimit = new Map<number, (string | null)[]>();
  for (const crop of crops) {
    const limit = toUnit(getCropLimits(crop).temperature.max, bin.temperatureUnit) ?? 0;
    cropsByLimit.set(limit, [...(cropsByLimit.get(limit) ?? []), crop]);
  }
  return [...cropsByLimit].map(([value, cropsWithLimit]) => ({
    value,
    crops: cropsByLimit.size === 1 ? [] : cropsWithLimit,
  }));
}

/**
 * Lines break between points farther apart than this, ms; null for readings, which use the bin's usual
 * interval.
 */
export function getLongestGap(step: SeriesStep): number | null {
  return step === 'reading' ? null : (step === 'day' ? 2 : 13) * DAY;
}
