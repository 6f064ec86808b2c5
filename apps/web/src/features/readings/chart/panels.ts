import { type ChartRecord, chartFields } from '@granary/contract/readings/http';
import type { Cable } from '@granary/contract/readings/reading-response';
import { type CropLimits, getCropLimits } from '@granary/domain/bins/crop-limits';
import {
  type SeriesScalarName,
  scalars,
  seriesScalarNames,
} from '@granary/domain/readings/scalars';
import { type TemperatureUnit, toFahrenheit } from '@granary/domain/units';

/** The fields of a record that are charted as series, besides the cables. */
type SeriesField = SeriesScalarName | 'averageHumidity' | 'fillPercent';

const calculatedFields = {
  averageHumidity: { unit: '%', seriesOrder: 60 },
  fillPercent: { unit: '%', seriesOrder: 70 },
} as const;

const seriesDefinitions = { ...scalars, ...calculatedFields };
const seriesFields: readonly SeriesField[] = [
  ...seriesScalarNames,
  'averageHumidity' as const,
  'fillPercent' as const,
].sort((a, b) => seriesDefinitions[a].seriesOrder - seriesDefinitions[b].seriesOrder);

type ScalarSeries = (typeof chartFields)[SeriesField][0];

/** The scalar series, as named in URLs. */
export const SCALAR_SERIES: readonly ScalarSeries[] = seriesFields.map(toSeries);

const fieldBySeries = new Map(seriesFields.map((field) => [toSeries(field), field]));

function toSeries(field: SeriesField): ScalarSeries {
  return chartFields[field][0];
}

/** All cables together, one cable by number, or one scalar. */
export type Series = 'all' | ScalarSeries | `cable-${number}`;

/** The name of a line, which is a key of `chart.lines` in the locales. */
export type LineName =
  | 'maxTemperature'
  | 'minTemperature'
  | 'maxMoisture'
  | 'minMoisture'
  | 'maxHumidity'
  | 'minHumidity'
  | 'outside'
  | ScalarSeries;

export type PanelUnit = 'temperature' | 'percent' | 'ppm' | 'pascal' | 'speed' | 'mm';

/** A line's label: a name in the locales, or the text itself. */
export type LineLabel = LineName | { readonly text: string };

export interface Line {
  readonly name: LineLabel;
  readonly color: 'chart-temperature' | 'chart-moisture' | 'chart-outside' | 'ink';
  readonly isThin: boolean;
  /** The lengths of dashes and gaps, px; solid if missing. */
  readonly dash?: readonly number[];
  /** One per record, null if missing; temperatures in the bin's unit. */
  readonly values: readonly (number | null)[];
}

/** A limit for one or more crops. */
export interface Limit {
  readonly value: number;
  /** The crops it applies to; empty if it applies to all cables. */
  readonly crops: readonly (string | null)[];
}

export interface Panel {
  /** The title without its unit; if missing, the first line's name is used. */
  readonly title?: string;
  readonly unit: PanelUnit;
  readonly lines: readonly Line[];
  /** Crop limits for the charted cables, drawn as lines. */
  readonly limits: readonly Limit[];
  /** Thresholds of the enabled alerts, drawn as lines. */
  readonly alerts: readonly number[];
  /** A fixed range for the y axis; if null, the axis fits the values. */
  readonly axis: { readonly min: number; readonly max: number } | null;
}

/** The fields of a bin that its chart needs. */
export interface ChartedBin {
  readonly crop: string | null;
  readonly showsHumidity: boolean;
  readonly temperatureUnit: TemperatureUnit;
  readonly usualIntervalS: number;
  readonly temperatureAlertEnabled: boolean;
  readonly temperatureAlertC: number | null;
  readonly co2AlertEnabled: boolean;
  readonly co2Alert: number | null;
  readonly cables: readonly Pick<Cable, 'cable' | 'name' | 'crop'>[];
}

/** Builds the panels of a chart, from top to bottom, with a common time axis. */
export function buildPanels(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  series: Series,
): readonly Panel[] {
  if (series === 'all') return buildCablePanels(bin, records, null);
  if (isCableSeries(series))
    return buildCablePanels(bin, records, Number(series.slice('cable-'.length)));
  return [buildScalarPanel(bin, records, series)];
}

function isCableSeries(series: Series): series is `cable-${number}` {
  return series.startsWith('cable-');
}

/** Parses the series in a URL; all cables by default. */
export function parseSeries(value: unknown, bin: Pick<ChartedBin, 'cables'>): Series {
  const allowedSeries: Series[] = [...SCALAR_SERIES, ...bin.cables.map(toCableSeries)];
  return allowedSeries.find((series) => series === value) ?? 'all';
}

export function toCableSeries({ cable }: { readonly cable: number }): Series {
  return `cable-${cable}`;
}

/** Builds a temperature panel, and a moisture or humidity panel. */
function buildCablePanels(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  cable: number | null,
): readonly Panel[] {
  const crops = (column: Column) => listCrops(bin, records, column, cable);
  const temperatureLimits = listLimits(crops('grainMaxTemperatures'), ({ temperature }) => [
    temperature.max,
  ]);
  const listMoistureLimits = ({ moisture: { min, max } }: CropLimits) => [min, max];
  return [
    buildTemperaturePanel(bin, records, cable, temperatureLimits),
    showsHumidity(bin, records, cable)
      ? buildPercentPanel(records, cable, 'Humidity', [])
      : buildPercentPanel(
          records,
          cable,
          'Moisture',
          listLimits(crops('grainMaxMoistures'), listMoistureLimits),
        ),
  ].map(removeEmptyLines);
}

/** Whether cables show humidity, because of the bin's setting or because there are no moisture values. */
export function showsHumidity(
  bin: Pick<ChartedBin, 'showsHumidity'>,
  records: readonly ChartRecord[],
  cable: number | null,
): boolean {
  if (bin.showsHumidity || records.length === 0) return bin.showsHumidity;
  return !hasValues(records, 'grainMaxMoistures', cable);
}

type Column = 'grainMaxTemperatures' | 'grainMaxMoistures';

function hasValues(records: readonly ChartRecord[], column: Column, cable: number | null): boolean {
  return records.some((record) => findExtreme(record[column], cable, Math.max) !== null);
}

/**
 * The chosen cable's crop, or the crops of all cables with values; the bin's crop if there are
 * none.
 */
function listCrops(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  column: Column,
  chosenCable: number | null,
): (string | null)[] {
  const shownCables = bin.cables.filter(({ cable }) =>
    chosenCable === null ? hasValues(records, column, cable) : cable === chosenCable,
  );
  const crops = shownCables.map(({ crop }) => crop ?? bin.crop);
  return crops.length === 0 ? [bin.crop] : [...new Set(crops)];
}

/** Lists each limit once, with its crops unless all crops share all limits. */
function listLimits(
  crops: readonly (string | null)[],
  choose: (limits: CropLimits) => readonly number[],
): Limit[] {
  const cropsByLimit = new Map<number, (string | null)[]>();
  for (const crop of crops) {
    for (const value of choose(getCropLimits(crop))) {
      cropsByLimit.set(value, [...(cropsByLimit.get(value) ?? []), crop]);
    }
  }
  const areLimitsShared = [...cropsByLimit.values()].every(({ length }) => length === crops.length);
  return [...cropsByLimit].map(([value, cropsWithLimit]) => ({
    value,
    crops: areLimitsShared ? [] : cropsWithLimit,
  }));
}

/**
 * Builds a panel of the highest temperatures: for all cables, with the outdoor temperature; for one cable,
 * with its lowest temperatures.
 */
function buildTemperaturePanel(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  cable: number | null,
  limits: readonly Limit[],
): Panel {
  const toDisplayUnit = (celsius: number) =>
    bin.temperatureUnit === 'c' ? celsius : toFahrenheit(celsius);
  const toDisplayValue = (celsius: number | null) =>
    celsius === null ? null : toDisplayUnit(celsius);
  const max = records.map((record) =>
    toDisplayValue(findExtreme(record.grainMaxTemperatures, cable, Math.max)),
  );
  const secondLine: Line =
    cable === null
      ? {
          name: 'outside',
          color: 'chart-outside',
          isThin: true,
          values: records.map((record) => toDisplayValue(record.ambientTemperature)),
        }
      : {
          name: 'minTemperature',
          color: 'chart-temperature',
          isThin: true,
          values: records.map((record) =>
            toDisplayValue(findExtreme(record.grainMinTemperatures, cable, Math.min)),
          ),
        };
  return {
    unit: 'temperature',
    lines: [
      { name: 'maxTemperature', color: 'chart-temperature', isThin: false, values: max },
      secondLine,
    ],
    limits: limits.map(({ value, crops }) => ({ value: toDisplayUnit(value), crops })),
    alerts: bin.temperatureAlertEnabled ? toList(toDisplayValue(bin.temperatureAlertC)) : [],
    axis: null,
  };
}

/** Builds a humidity or moisture panel; for all cables it has only the highest values. */
function buildPercentPanel(
  records: readonly ChartRecord[],
  cable: number | null,
  kind: 'Humidity' | 'Moisture',
  limits: readonly Limit[],
): Panel {
  const [highestField, lowestField] =
    kind === 'Humidity'
      ? (['grainMaxHumidities', 'grainMinHumidities'] as const)
      : (['grainMaxMoistures', 'grainMinMoistures'] as const);
  const max = records.map((record) => findExtreme(record[highestField], cable, Math.max));
  const lines: Line[] = [
    { name: `max${kind}`, color: 'chart-moisture', isThin: false, values: max },
  ];
  if (cable !== null) {
    const min = records.map((record) => findExtreme(record[lowestField], cable, Math.min));
    lines.push({ name: `min${kind}`, color: 'chart-moisture', isThin: true, values: min });
  }
  return { unit: 'percent', lines, limits, alerts: [], axis: null };
}

function buildScalarPanel(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  name: ScalarSeries,
): Panel {
  const field = fieldBySeries.get(name) as SeriesField;
  const unit = panelUnits[seriesDefinitions[field].unit];
  const isTemperature = unit === 'temperature';
  const isFahrenheit = isTemperature && bin.temperatureUnit === 'f';
  const values = records.map((record) => {
    const value = record[field === 'averageHumidity' ? 'grainAverageHumidity' : field];
    return value === null || !isFahrenheit ? value : toFahrenheit(value);
  });
  return {
    unit,
    lines: [
      {
        name,
        color: isTemperature ? 'chart-temperature' : 'chart-moisture',
        isThin: false,
        values,
      },
    ],
    limits: [],
    alerts: field === 'co2' && bin.co2AlertEnabled ? toList(bin.co2Alert) : [],
    axis: toAxis(unit, values),
  };
}

const panelUnits = {
  '%': 'percent',
  mm: 'mm',
  ppm: 'ppm',
  'm/s': 'speed',
  Pa: 'pascal',
  '°C': 'temperature',
} as const satisfies Readonly<Record<(typeof scalars)[SeriesScalarName]['unit'], PanelUnit>>;

function toAxis(unit: PanelUnit, values: readonly (number | null)[]): Panel['axis'] {
  if (unit === 'percent') return { min: 0, max: 100 };
  if (unit !== 'ppm') return null;
  const highest = Math.max(0, ...values.flatMap((value) => value ?? []));
  return { min: 0, max: calculatePpmAxisMax(highest) };
}

/**
 * The upper end of a ppm axis: 10 % above the highest value, rounded up to a multiple of 100, or of 1000 if
 * above 1000.
 */
export function calculatePpmAxisMax(highestPpm: number): number {
  // 1.1 × 1000 is more than 1100 in floating point.
  const paddedMax = (highestPpm * 11) / 10;
  const step = paddedMax > 1000 ? 1000 : 100;
  return Math.max(step, Math.ceil(paddedMax / step) * step);
}

function toList(value: number | null): number[] {
  return value === null ? [] : [value];
}

/** Removes lines without values, except a panel's first. */
function removeEmptyLines(panel: Panel): Panel {
  const lines = panel.lines.filter(
    ({ values }, index) => index === 0 || values.some((value) => value !== null),
  );
  return { ...panel, lines };
}

/** The extreme value of one cable or of all cables; null if there is none. */
function findExtreme(
  valuesByCable: readonly (number | null)[],
  cable: number | null,
  choose: (a: number, b: number) => number,
): number | null {
  if (cable !== null) return valuesByCable[cable - 1] ?? null;
  let extreme: number | null = null;
  for (const value of valuesByCable) {
    if (value !== null) extreme = extreme === null ? value : choose(extreme, value);
  }
  return extreme;
}
