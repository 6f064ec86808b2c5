import {
  compareToMoistureLimits,
  compareToTemperatureLimit,
  findTemperatureBand,
} from '@granary/domain/bins/crop-limits';
import { isTooWetToStore } from '@granary/domain/moisture/safe-storage';
import { type TemperatureUnit, toFahrenheit } from '@granary/domain/units';
import type {
  CellColors,
  CellFacts,
  CustomColors,
  PictureCable,
  PictureCell,
  ShownValues,
} from './model.ts';

/** A number in a cell and its colors. */
export interface CellValue extends CellColors {
  readonly text: string;
  /** Temperature alarms are also wider. */
  readonly isWide: boolean;
}

/** The appearance of a sensor. */
export type CellAppearance =
  | { readonly kind: 'missing' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'headspace'; readonly text: string }
  | { readonly kind: 'single'; readonly value: CellValue }
  | { readonly kind: 'pair'; readonly left: CellValue; readonly right: CellValue };

/** Number formats for one locale, and custom colors if there are any. */
export interface CellFormat {
  readonly temperature: (celsius: number) => string;
  readonly moisture: (percent: number) => string;
  readonly humidity: (percent: number) => string;
  readonly customColors: CustomColors | null;
}

/** Makes the formats: °C and moisture with one decimal, °F and humidity as whole numbers. */
export function makeCellFormat(
  locale: string,
  unit: TemperatureUnit,
  customColors: CustomColors | null = null,
): CellFormat {
  const formatTenths = makeNumberFormat(locale, 1);
  const formatWholeNumber = makeNumberFormat(locale, 0);
  return {
    temperature:
      unit === 'f' ? (celsius) => formatWholeNumber(toFahrenheit(celsius)) : formatTenths,
    moisture: formatTenths,
    humidity: formatWholeNumber,
    customColors,
  };
}

function makeNumberFormat(locale: string, digits: number): (value: number) => string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
    useGrouping: false,
  });
  return (value) => format.format(value);
}

/** Compares a sensor's values with its cable's crop limits, which apply to grain but not to air. */
export function compareToLimits(
  cable: PictureCable,
  cell: PictureCell,
  isInHeadspace: boolean,
): Pick<CellFacts, 'temperature' | 'moisture'> {
  const { temperature, moisture, status } = cell;
  if (status === 'disable' || isInHeadspace) return { temperature: null, moisture: null };
  return {
    temperature: temperature === null ? null : compareToTemperatureLimit(temperature, cable.crop),
    moisture:
      moisture === null || cable.showsHumidity
        ? null
        : compareToMoistureLimits(moisture, cable.crop),
  };
}

/** Whether a sensor is in grain that is too wet to store; such sensors get a ring. */
export function isTooWet(cell: PictureCell, isInHeadspace: boolean): boolean {
  if (isInHeadspace || cell.status === 'disable') return false;
  return isTooWetToStore(cell.temperature, cell.humidity);
}

/** Returns a sensor's appearance when the given quantities are shown. */
export function toAppearance(
  cable: PictureCable,
  cell: PictureCell,
  isInHeadspace: boolean,
  shownValues: ShownValues,
  format: CellFormat,
): CellAppearance {
  if (cell.status === 'disable') return { kind: 'disabled' };
  if (isInHeadspace) return toAirAppearance(cable, cell, shownValues, format);
  const left = shownValues === 'moisture' ? null : toTemperatureFigure(cable, cell, format);
  const right = shownValues === 'temperature' ? null : toMoistureFigure(cable, cell, format);
  // A moisture or humidity value alone would be mistaken for a temperature.
  if (shownValues === 'both' && left === null) return { kind: 'missing' };
  const single = left ?? right;
  if (single === null) return { kind: 'missing' };
  if (left === null || right === null) return { kind: 'single', value: single };
  return { kind: 'pair', left, right };
}

/** Air has a temperature and a humidity; only grain has moisture. */
function toAirAppearance(
  { showsHumidity }: PictureCable,
  { temperature, humidity }: PictureCell,
  shownValues: ShownValues,
  format: CellFormat,
): CellAppearance {
  const value = shownValues === 'moisture' ? humidity : temperature;
  if (value === null) return { kind: 'missing' };
  if (shownValues !== 'moisture') return { kind: 'headspace', text: format.temperature(value) };
  return { kind: 'headspace', text: showsHumidity ? format.humidity(value) : '–' };
}

function toTemperatureFigure(
  cable: PictureCable,
  cell: PictureCell,
  format: CellFormat,
): CellValue | null {
  const celsius = cell.temperature;
  if (celsius === null) return null;
  const text = format.temperature(celsius);
  if (format.customColors)
    return { text, ...format.customColors.temperature(celsius), isWide: false };
  const band = findTemperatureBand(celsius);
  if (compareToTemperatureLimit(celsius, cable.crop) === 'below') {
    const [fill, ink] = [`below-${band}`, `on-below-${band}`] as const;
    return { text, fill, ink, line: 'below-line', isAlarm: false, isWide: false };
  }
  // No crop has a limit below 20 °C, so the lowest band has no red.
  const redBand = band === 0 ? 1 : band;
  const [fill, ink] = [`above-${redBand}`, `on-above-${redBand}`] as const;
  return { text, fill, ink, line: 'above-line', isAlarm: true, isWide: true };
}

function toMoistureFigure(
  cable: PictureCable,
  cell: PictureCell,
  format: CellFormat,
): CellValue | null {
  if (cable.showsHumidity) return toHumidityFigure(cell, format);
  const percent = cell.moisture;
  if (percent === null) return null;
  if (format.customColors) {
    return {
      text: format.moisture(percent),
      ...format.customColors.moisture(percent),
      isWide: false,
    };
  }
  const comparison = compareToMoistureLimits(percent, cable.crop);
  const isAlarm = comparison === 'above';
  // The arrow marks low moisture, because the two blues look alike.
  const prefix = cell.isMoistureAboveRange ? '>\u2009' : comparison === 'below' ? '↓' : '';
  return {
    text: prefix + format.moisture(percent),
    fill: `moisture-${comparison}`,
    ink: `on-moisture-${comparison}`,
    line: isAlarm ? 'moisture-above-line' : 'moisture-line',
    isAlarm,
    isWide: false,
  };
}

/** Humidity has no limit here, so it has no color. */
function toHumidityFigure(cell: PictureCell, format: CellFormat): CellValue | null {
  if (cell.humidity === null) return null;
  const text = format.humidity(cell.humidity);
  return { text, fill: 'card', ink: 'ink', line: 'edge', isAlarm: false, isWide: false };
}
