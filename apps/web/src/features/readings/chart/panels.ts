import { type ChartRecord, chartFields } from '@granary/contract/readings/http';
import type { Cable } from '@granary/contract/readings/reading-response';
import { type CropLimits, cropLimits } from '@granary/domain/bins/crop-limits';
import {
  type SeriesScalarName,
  scalars,
  seriesScalarNames,
} from '@granary/domain/readings/scalars';
import { type TemperatureUnit, toFahrenheit } from '@granary/domain/units';

/** The fields of a record that are series besides the cables. */
type SeriesField = SeriesScalarName | 'averageHumidity' | 'fillPercent';

const calculatedFields = {
  averageHumidity: { unit: '%', seriesOrder: 60 },
  fillPercent: { unit: '%', seriesOrder: 70 },
} as const;

const series = { ...scalars, ...calculatedFields };
const seriesFields: readonly SeriesField[] = [
  ...seriesScalarNames,
  'averageHumidity' as const,
  'fillPercent' as const,
].sort((a, b) => series[a].seriesOrder - series[b].seriesOrder);

type ScalarSeries = (typeof chartFields)[SeriesField][0];

/** Series besides the cables, by their names in URLs. */
export const SCALAR_SERIES: readonly ScalarSeries[] = seriesFields.map(toSeries);

const fieldBySeries = new Map(seriesFields.map((field) => [toSeries(field), field]));

function toSeries(field: SeriesField): ScalarSeries {
  return chartFields[field][0];
}

/** All cables together, one cable by number, or one scalar. */
export type Series = 'all' | ScalarSeries | `cable-${number}`;

/** The name of a line or limit in the locales' `chart`. */
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

/** What a line is called: a name in the locales, or its own text. */
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

/** A limit of one or several crops. */
export interface Limit {
  readonly value: number;
  /** The crops it applies to; empty if it applies to all cables. */
  readonly crops: readonly (string | null)[];
}

export interface Panel {
  /** Without its unit; the name of the first line if missing. */
  readonly title?: string;
  readonly unit: PanelUnit;
  readonly lines: readonly Line[];
  /** Crop limits of the shown cables, drawn as lines. */
  readonly limits: readonly Limit[];
  /** Thresholds of the enabled alerts, drawn as lines. */
  readonly alerts: readonly number[];
  /** A fixed axis; null fits the values. */
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

/** Builds the panels of a chart, from top to bottom, over a common time axis. */
export function buildPanels(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  series: Series,
): readonly Panel[] {
  if (series === 'all') return cablePanels(bin, records, null);
  if (isCableSeries(series))
    return cablePanels(bin, records, Number(series.slice('cable-'.length)));
  return [scalarPanel(bin, records, series)];
}

function isCableSeries(series: Series): series is `cable-${number}` {
  return series.startsWith('cable-');
}

/** Parses the series in a URL; all cables by default. */
export function parseSeries(value: unknown, bin: Pick<ChartedBin, 'cables'>): Series {
  const known: Series[] = [...SCALAR_SERIES, ...bin.cables.map(cableSeries)];
  return known.find((series) => series === value) ?? 'all';
}

export function cableSeries({ cable }: { readonly cable: number }): Series {
  return `cable-${cable}`;
}

/** A temperature panel, and a moisture or humidity panel. */
function cablePanels(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  cable: number | null,
): readonly Panel[] {
  const crops = (column: Column) => listCrops(bin, records, column, cable);
  const hottest = listLimits(crops('grainMaxTemperatures'), ({ temperature }) => [temperature.max]);
  const damp = ({ moisture: { min, max } }: CropLimits) => [min, max];
  return [
    temperaturePanel(bin, records, cable, hottest),
    showsHumidity(bin, records, cable)
      ? percentPanel(records, cable, 'Humidity', [])
      : percentPanel(records, cable, 'Moisture', listLimits(crops('grainMaxMoistures'), damp)),
  ].map(withoutEmptyLines);
}

/** Whether cables show humidity: by the bin's setting, or because there are no moisture values. */
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
  chosen: number | null,
): (string | null)[] {
  const shownCables = bin.cables.filter(({ cable }) =>
    chosen === null ? hasValues(records, column, cable) : cable === chosen,
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
    for (const value of choose(cropLimits(crop))) {
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
 * The highest temperatures, with the outdoor temperature for all cables, or the lowest of one
 * cable.
 */
function temperaturePanel(
  bin: ChartedBin,
  records: readonly ChartRecord[],
  cable: number | null,
  limits: readonly Limit[],
): Panel {
  const toDisplayUnit = (celsius: number) =>
    bin.temperatureUnit === 'c' ? celsius : toFahrenheit(celsius);
  const drawn = (celsius: number | null) => (celsius === null ? null : toDisplayUnit(celsius));
  const max = records.map((record) =>
    drawn(findExtreme(record.grainMaxTemperatures, cable, Math.max)),
  );
  const secondLine: Line =
    cable === null
      ? {
          name: 'outside',
          color: 'chart-outside',
          isThin: true,
          values: records.map((record) => drawn(record.ambientTemperature)),
        }
      : {
          name: 'minTemperature',
          color: 'chart-temperature',
          isThin: true,
          values: records.map((record) =>
            drawn(findExtreme(record.grainMinTemperatures, cable, Math.min)),
          ),
        };
  return {
    unit: 'temperature',
    lines: [
      { name: 'maxTemperature', color: 'chart-temperature', isThin: false, values: max },
      secondLine,
    ],
    limits: limits.map(({ value, crops }) => ({ value: toDisplayUnit(value), crops })),
    alerts: bin.temperatureAlertEnabled ? toList(drawn(bin.temperatureAlertC)) : [],
    axis: null,
  };
}

/** Humidity or moisture; for all cables only the highest values. */
function percentPanel(
  records: readonly ChartRecord[],
  cable: number | null,
  kind: 'Humidity' | 'Moisture',
  limits: readonly Limit[],
): Panel {
  const [highest, lowestField] =
    kind === 'Humidity'
      ? (['grainMaxHumidities', 'grainMinHumidities'] as const)
      : (['grainMaxMoistures', 'grainMinMoistures'] as const);
  const max = records.map((record) => findExtreme(record[highest], cable, Math.max));
  const lines: Line[] = [
    { name: `max${kind}`, color: 'chart-moisture', isThin: false, values: max },
  ];
  if (cable !== null) {
    const min = records.map((record) => findExtreme(record[lowestField], cable, Math.min));
    lines.push({ name: `min${kind}`, color: 'chart-moisture', isThin: true, values: min });
  }
  return { unit: 'percent', lines, limits, alerts: [], axis: null };
}

function scalarPanel(bin: ChartedBin, records: readonly ChartRecord[], name: ScalarSeries): Panel {
  const field = fieldBySeries.get(name) as SeriesField;
  const unit = panelUnits[series[field].unit];
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
  return { min: 0, max: ppmAxisMax(highest) };
}

/**
 * The end of a ppm axis: 10 % above the highest value, rounded up to 100, or to 1000 above 1000.
 */
export function ppmAxisMax(highestPpm: number): number {
  // 1.1 × 1000 is more than 1100 in floating point.
  const above = (highestPpm * 11) / 10;
  const step = above > 1000 ? 1000 : 100;
  return Math.max(step, Math.ceil(above / step) * step);
}

function toList(value: number | null): number[] {
  return value === null ? [] : [value];
}

/** Removes lines without values, except a panel's first. */
function withoutEmptyLines(panel: Panel): Panel {
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
  let found: number | null = null;
  for (const value of valuesByCable) {
    if (value !== null) found = found === null ? value : choose(found, value);
  }
  return found;
}
