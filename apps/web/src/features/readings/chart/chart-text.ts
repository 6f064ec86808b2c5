import type { ChartRecord, SeriesStep } from '@granary/contract/readings/http';
import { DAY, type TemperatureUnit } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { formatCrops } from '../../../bin-data/format-crop.ts';
import { formatCableNameByNumber } from '../../../bin-data/format-sensor-name.ts';
import { countLimitDigits, type Formats, getUnitSymbol } from '../../../lib/format.ts';
import type { Span } from './components/plot.ts';
import type { ChartedBin, Limit, LineLabel, Panel, PanelUnit, Series } from './panels.ts';

export interface ChartContext {
  readonly t: TFunction;
  readonly format: Formats;
  readonly temperatureUnit: TemperatureUnit;
  /** The farm's time zone, used for all times in the chart. */
  readonly timeZone: string;
}

/** Formats a value with its unit; temperatures are already in the bin's unit. */
export function formatValue(
  value: number,
  unit: PanelUnit,
  { t, format, temperatureUnit }: ChartContext,
  decimals?: number,
): string {
  switch (unit) {
    case 'temperature': {
      const digits = decimals ?? (temperatureUnit === 'c' ? 1 : 0);
      return `${format.number(value, digits)}\u00a0${getUnitSymbol(temperatureUnit)}`;
    }
    case 'percent':
      return format.percent(value, decimals);
    case 'ppm':
      return t('units.ppm', { value: format.number(value) });
    case 'pascal':
      return t('units.pascal', { value: format.number(value) });
    case 'speed':
      return t('chart.speed', { value: format.number(value, 1) });
    case 'mm':
      return t('units.mm', { value: format.number(value) });
  }
}

/** The label of a limit line: 'Limit 28 °C', 'Limit 28 °C (Wheat)'. */
export function formatLimit(limit: Limit, unit: PanelUnit, context: ChartContext): string {
  const { t, format } = context;
  const value = formatMarkValue(limit.value, unit, context);
  if (limit.crops.length === 0) return t('chart.limit', { value });
  return t('chart.limitOf', { value, crops: formatCrops(limit.crops, t, format) });
}

/** The label of an alert line: 'Alert 30 °C'. */
export function formatAlert(alert: number, unit: PanelUnit, context: ChartContext): string {
  return context.t('chart.alert', { value: formatMarkValue(alert, unit, context) });
}

function formatMarkValue(value: number, unit: PanelUnit, context: ChartContext): string {
  return formatValue(value, unit, context, countLimitDigits(value));
}

/** The name of a line with its unit: 'Max temperature, °C'. */
export function formatLineName(name: LineLabel, unit: PanelUnit, context: ChartContext): string {
  return `${formatLabel(name, context)}, ${formatUnit(unit, context)}`;
}

function formatLabel(name: LineLabel, { t }: ChartContext): string {
  return typeof name === 'string' ? t(`chart.lines.${name}`) : name.text;
}

/** The panel's own title, or the name of its first line with its unit. */
export function formatPanelTitle(panel: Panel, context: ChartContext): string {
  const { title, lines, unit } = panel;
  const name = title === undefined ? lines[0]?.name : { text: title };
  return name === undefined ? '' : formatLineName(name, unit, context);
}

function formatUnit(unit: PanelUnit, { t, temperatureUnit }: ChartContext): string {
  switch (unit) {
    case 'temperature':
      return getUnitSymbol(temperatureUnit);
    case 'percent':
      return '%';
    case 'ppm':
      return t('units.signs.ppm');
    case 'pascal':
      return t('units.signs.pascal');
    case 'speed':
      return t('units.signs.speed');
    case 'mm':
      return t('units.signs.mm');
  }
}

/** A record's time, and its day in the farm's time zone if the record is daily. */
export type RecordTime = Pick<ChartRecord, 'at' | 'day'>;

/** The name of a series in the menu; for all cables it depends on `isHumidity`. */
export function formatSeries(
  series: Series,
  { cables }: Pick<ChartedBin, 'cables'>,
  isHumidity: boolean,
  { t }: Pick<ChartContext, 't'>,
): string {
  if (series === 'all') return t(isHumidity ? 'chart.allHumidity' : 'chart.all');
  if (series.startsWith('cable-')) {
    return formatCableNameByNumber(Number(series.slice('cable-'.length)), cables, t);
  }
  return t(`chart.lines.${series as Exclude<Series, 'all' | `cable-${number}`>}`);
}

/**
 * Formats a record's time: in English as '12th Oct 02:20 pm', otherwise in the locale's format; daily records
 * as a date.
 */
export function formatRecordTime(
  { at, day: farmDay }: RecordTime,
  { format: { locale }, timeZone }: Pick<ChartContext, 'format' | 'timeZone'>,
): string {
  if (farmDay !== null) {
    const fullDate = { weekday: 'short', ...dayMonth, year: 'numeric', timeZone: 'UTC' } as const;
    return getDateFormat(locale, fullDate).format(Date.parse(farmDay));
  }
  if (!locale.startsWith('en'))
    return getDateFormat(locale, { ...dayMonth, ...hourMinute, timeZone }).format(at);
  const parts = new Map(
    getDateFormat('en-US', {
      ...dayMonth,
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
      timeZone,
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = Number(parts.get('day'));
  const [hour, minute] = [parts.get('hour'), parts.get('minute')];
  const amPm = parts.get('dayPeriod')?.toLowerCase();
  return `${day}${getOrdinalSuffix(day)} ${parts.get('month')} ${hour}:${minute} ${amPm}`;
}

/**
 * Formats a tick of the time axis as a month, day or time of day, depending on the distance between ticks,
 * ms; midnight is shown as the day.
 */
export function formatTimeTick(
  at: number,
  stepMs: number,
  { format: { locale }, timeZone }: Pick<ChartContext, 'format' | 'timeZone'>,
): string {
  return getDateFormat(locale, { ...chooseTickFormat(at, stepMs, timeZone), timeZone }).format(at);
}

function chooseTickFormat(
  at: number,
  stepMs: number,
  timeZone: string,
): Intl.DateTimeFormatOptions {
  if (stepMs >= SHORTEST_MONTH) return { month: 'short', year: 'numeric' };
  const timeFormat = getDateFormat('en-GB', { timeStyle: 'short', timeZone });
  return stepMs >= DAY || timeFormat.format(at) === '00:00' ? dayMonth : hourMinute;
}

const SHORTEST_MONTH = 28 * DAY;

/** A line in a record's readout. */
export interface ReadoutRow {
  readonly label: string;
  readonly value: string;
  /** A color token of the theme. */
  readonly color: string;
  readonly isThin: boolean;
}

/** Lists the lines of the panels with their values at a record. */
export function listReadout(
  panels: readonly Panel[],
  index: number,
  context: ChartContext,
): ReadoutRow[] {
  return panels.flatMap(({ unit, lines }) =>
    lines.map(({ name, color, isThin, values }) => {
      const value = values[index] ?? null;
      return {
        label: formatLabel(name, context),
        value: value === null ? context.t('chart.noValue') : formatValue(value, unit, context),
        color,
        isThin,
      };
    }),
  );
}

/** Formats a panel's limits and alerts with its name; null if it has none. */
export function formatMarks(
  { title, unit, lines: [first], limits, alerts }: Panel,
  context: ChartContext,
): string | null {
  if (first === undefined || limits.length + alerts.length === 0) return null;
  const marks = [
    ...limits.map((limit) => formatLimit(limit, unit, context)),
    ...alerts.map((alert) => formatAlert(alert, unit, context)),
  ];
  return `${formatLabel(title === undefined ? first.name : { text: title }, context)}: ${marks.join(', ')}`;
}

/** A record's time and values in one sentence. */
export function formatReadout(
  time: string,
  rows: readonly { readonly label: string; readonly value: string }[],
): string {
  return `${time}: ${rows.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
}

/**
 * The first and last day of the records within a span, or of all records if `span` is null; one day if both
 * are the same.
 */
export function formatRange(
  records: readonly RecordTime[],
  span: Span | null,
  context: ChartContext,
): string {
  const { t, format } = context;
  const first = records.find(({ at }) => span === null || at >= span.from);
  const last = records.findLast(({ at }) => span === null || at <= span.to);
  if (first === undefined || last === undefined) return '';
  const formatDay = (record: RecordTime) =>
    record.day === null ? format.date(record.at) : formatRecordTime(record, context);
  const [from, to] = [formatDay(first), formatDay(last)];
  return from === to ? from : t('chart.fromTo', { from, to });
}

const SUMMARY_KEYS = {
  reading: 'chart.summaryReadings',
  day: 'chart.summaryDays',
  week: 'chart.summaryWeeks',
} as const satisfies Record<SeriesStep, string>;

/** Returns the number of records and the first and last day, as one sentence. */
export function formatSummary(
  records: readonly RecordTime[],
  step: SeriesStep,
  context: ChartContext,
): string {
  const { t } = context;
  if (records.length === 0) return t('chart.none');
  const range = formatRange(records, null, context);
  return t(SUMMARY_KEYS[step], { count: records.length, range });
}

type CalculatedRecord = Pick<ChartRecord, 'maxTemperatures' | 'grainMaxTemperatures'>;

/**
 * Lists the panels' limits and alerts and, while the server is calculating values under grain, how many days
 * are done.
 */
export function formatNotes(
  panels: readonly Panel[],
  records: readonly CalculatedRecord[],
  context: ChartContext,
): string[] {
  const marks = panels.flatMap((panel) => formatMarks(panel, context) ?? []);
  const total = records.length;
  const pendingCount = records.filter(
    (record) => record.maxTemperatures.length > 0 && record.grainMaxTemperatures.length === 0,
  ).length;
  if (pendingCount === 0) return marks;
  const { t, format } = context;
  const done = format.number(total - pendingCount);
  return [...marks, t('chart.calculating', { done, total: format.number(total) })];
}

const dayMonth = { day: 'numeric', month: 'short' } as const;
const hourMinute = { hour: 'numeric', minute: '2-digit' } as const;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes longer than using it a hundred times. */
function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options);
    dateFormats.set(key, format);
  }
  return format;
}

/** Names a time zone: 'Central Time (America/Winnipeg)'. */
export function formatZone(timeZone: string, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

function getOrdinalSuffix(day: number): string {
  return suffixes[ordinals.select(day)] ?? 'th';
}
