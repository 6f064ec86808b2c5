import type { SensorSeries, SeriesStep } from '@granary/contract/readings/http';
import { cropLimits } from '@granary/domain/bins/crop-limits';
import { hotSensorThreshold } from '@granary/domain/readings/hot-sensors';
import {
  DAY,
  differenceToFahrenheit,
  HOUR,
  type TemperatureUnit,
  toFahrenheit,
} from '@granary/domain/units';
import type { ChartedBin, Limit, Line, Panel } from './panels.ts';
import type { Column } from './timeline.ts';

/** Something that chosen sensors are compared with. */
export interface ComparedSeries {
  readonly series: SensorSeries;
  /** How much later its points are drawn, ms. */
  readonly shiftMs: number;
  /** Whether it is another bin, which is compared by the medians of its rows. */
  readonly isOtherBin: boolean;
}

/** The names of the lines of a sensor, by its place in the series. */
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
 * The panels of chosen sensors: their temperatures with the medians of their rows and what they are
 * compared with, and how far each is above its median, the difference that makes a hot spot.
 */
export function buildSensorPanels(
  bin: SeriesBin,
  series: SensorSeries,
  compared: ComparedSeries | null,
  texts: SensorLineTexts,
): readonly Panel[] {
  const { points, sensors } = series;
  const toDisplayUnit = (celsius: number | null) => toUnit(celsius, bin.temperatureUnit);
  const lines = sensors.flatMap((_, index): Line[] => {
    const color = COLORS[index % COLORS.length] ?? 'ink';
    const own = { name: { text: texts.sensor(index) }, color, isThin: false };
    const median = { name: { text: texts.median(index) }, color, isThin: true, dash: MEDIAN_DASH };
    return [
      {
        ...own,
        values: points.map(({ temperatures }) => toDisplayUnit(temperatures[index] ?? null)),
      },
      { ...median, values: points.map(({ medians }) => toDisplayUnit(medians[index] ?? null)) },
      ...(compared === null ? [] : [comparedLine(bin, series, compared, index, texts)]),
    ];
  });
  const differences = sensors.map((_, index): Line => {
    const values = points.map(({ temperatures, medians }) => {
      const [value = null, median = null] = [temperatures[index], medians[index]];
      return value === null || median === null ? null : difference(value - median, bin);
    });
    const color = COLORS[index % COLORS.length] ?? 'ink';
    return { name: { text: texts.sensor(index) }, color, isThin: false, values };
  });
  const limit = difference(hotSensorThreshold(bin.differenceAlertC), bin);
  return [
    {
      title: texts.temperature,
      unit: 'temperature',
      lines: lines.filter(({ values }, index) => index === 0 || values.some((one) => one !== null)),
      limits: temperatureLimits(bin, series),
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

function comparedLine(
  bin: SeriesBin,
  { points }: SensorSeries,
  { series, shiftMs, isOtherBin }: ComparedSeries,
  index: number,
  texts: SensorLineTexts,
): Line {
  const others = series.points.map(({ at, temperatures, medians }) => {
    const own = temperatures[index] ?? null;
    const value = isOtherBin ? (medians[index] ?? own) : own;
    return { at: at + shiftMs, value: toUnit(value, bin.temperatureUnit) };
  });
  return {
    name: { text: texts.compared(index) },
    color: 'chart-outside',
    isThin: true,
    dash: COMPARED_DASH,
    values: alignNearest(
      points.map(({ at }) => at),
      others,
    ),
  };
}

/** Values farther from a point than this do not belong to its time; a fraction of the usual distance. */
const MAX_DISTANCE = 1.5;

/** The value nearest to each time, both in order; null where none is near. */
export function alignNearest(
  times: readonly number[],
  others: readonly { readonly at: number; readonly value: number | null }[],
): Column {
  const [first, last] = [others[0], others.at(-1)];
  const span = first === undefined || last === undefined ? 0 : last.at - first.at;
  const usual = others.length > 1 ? span / (others.length - 1) : DAY;
  const tolerance = Math.max(HOUR, usual * MAX_DISTANCE);
  let index = 0;
  return times.map((time) => {
    while (
      index + 1 < others.length &&
      distance(others[index + 1], time) <= distance(others[index], time)
    )
      index++;
    const nearest = others[index];
    return nearest !== undefined && distance(nearest, time) <= tolerance ? nearest.value : null;
  });
}

function distance(point: { readonly at: number } | undefined, time: number): number {
  return point === undefined ? Number.POSITIVE_INFINITY : Math.abs(point.at - time);
}

function toUnit(celsius: number | null, unit: TemperatureUnit): number | null {
  return celsius === null || unit === 'c' ? celsius : toFahrenheit(celsius);
}

function difference(celsius: number, { temperatureUnit }: SeriesBin): number {
  return temperatureUnit === 'c' ? celsius : differenceToFahrenheit(celsius);
}

/** The crop limits of the cables with chosen sensors. */
function temperatureLimits(bin: SeriesBin, { sensors }: SensorSeries): Limit[] {
  const crops = new Set(
    sensors.map(({ cable }) => bin.cables.find((one) => one.cable === cable)?.crop ?? bin.crop),
  );
  const values = new Map<number, (string | null)[]>();
  for (const crop of crops) {
    const limit = toUnit(cropLimits(crop).temperature.max, bin.temperatureUnit) ?? 0;
    values.set(limit, [...(values.get(limit) ?? []), crop]);
  }
  return [...values].map(([value, names]) => ({ value, crops: values.size === 1 ? [] : names }));
}

/** Lines break between points farther apart than this, ms; by the usual interval for readings. */
export function longestGap(step: SeriesStep): number | null {
  return step === 'reading' ? null : (step === 'day' ? 2 : 13) * DAY;
}
