import {
  compareToMoistureLimits,
  compareToTemperatureLimit,
  temperatureBand,
} from '@granary/domain/bins/crop-limits';
import { type TemperatureUnit, toFahrenheit } from '@granary/domain/units';
import type { CellFacts, Paint, Paints, PictureCable, PictureCell, Shows } from './model.ts';

/** A number in a cell and the colours it stands in. */
export interface Figure extends Paint {
  readonly text: string;
  /** A temperature alarm is also wider. */
  readonly isWide: boolean;
}

/** How a sensor is drawn. */
export type CellAppearance =
  | { readonly kind: 'missing' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'headspace'; readonly text: string }
  | { readonly kind: 'single'; readonly figure: Figure }
  | { readonly kind: 'twin'; readonly left: Figure; readonly right: Figure };

/** Number formats of one locale, made once. */
export interface CellFormat {
  readonly temperature: (celsius: number) => string;
  readonly moisture: (percent: number) => string;
  readonly humidity: (percent: number) => string;
  readonly paints: Paints | null;
}

/** One decimal in °C, whole degrees in °F, moisture to one decimal, humidity whole. */
export function makeCellFormat(
  locale: string,
  unit: TemperatureUnit,
  paints: Paints | null = null,
): CellFormat {
  const tenths = decimals(locale, 1);
  const whole = decimals(locale, 0);
  return {
    temperature: unit === 'f' ? (celsius) => whole(toFahrenheit(celsius)) : tenths,
    moisture: tenths,
    humidity: whole,
    paints,
  };
}

function decimals(locale: string, digits: number): (value: number) => string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
    useGrouping: false,
  });
  return (value) => format.format(value);
}

/** Where a sensor's values stand to the limits of its cable's crop. */
export function compareToLimits(
  cable: PictureCable,
  cell: PictureCell,
): Pick<CellFacts, 'temperature' | 'moisture'> {
  const { temperature, moisture, status } = cell;
  if (status === 'disable') return { temperature: null, moisture: null };
  return {
    temperature: temperature === null ? null : compareToTemperatureLimit(temperature, cable.crop),
    moisture:
      moisture === null || cable.showsHumidity
        ? null
        : compareToMoistureLimits(moisture, cable.crop),
  };
}

/** How a sensor is drawn where `shows` is asked for. */
export function toAppearance(
  cable: PictureCable,
  cell: PictureCell,
  isHeadspace: boolean,
  shows: Shows,
  format: CellFormat,
): CellAppearance {
  if (cell.status === 'disable') return { kind: 'disabled' };
  const left = shows === 'moisture' ? null : temperatureFigure(cable, cell, format);
  const right = shows === 'temperature' ? null : moistureFigure(cable, cell, isHeadspace, format);
  // Beside temperatures a humidity alone would be read as one.
  if (shows === 'both' && left === null) return { kind: 'missing' };
  const single = left ?? right;
  if (single === null) return { kind: 'missing' };
  // In the air only the temperature tells something; there is no grain to be moist.
  if (isHeadspace) return { kind: 'headspace', text: single.text };
  if (left === null || right === null) return { kind: 'single', figure: single };
  return { kind: 'twin', left, right };
}

function temperatureFigure(
  cable: PictureCable,
  cell: PictureCell,
  format: CellFormat,
): Figure | null {
  const celsius = cell.temperature;
  if (celsius === null) return null;
  const text = format.temperature(celsius);
  if (format.paints) return { text, ...format.paints.temperature(celsius), isWide: false };
  const band = temperatureBand(celsius);
  if (compareToTemperatureLimit(celsius, cable.crop) === 'below') {
    const [fill, ink] = [`below-${band}`, `on-below-${band}`] as const;
    return { text, fill, ink, line: 'below-line', isAlarm: false, isWide: false };
  }
  // No crop's limit lies below 20 °C, so there is no red for the lowest band.
  const red = band === 0 ? 1 : band;
  const [fill, ink] = [`above-${red}`, `on-above-${red}`] as const;
  return { text, fill, ink, line: 'above-line', isAlarm: true, isWide: true };
}

function moistureFigure(
  cable: PictureCable,
  cell: PictureCell,
  isHeadspace: boolean,
  format: CellFormat,
): Figure | null {
  if (cable.showsHumidity) return humidityFigure(cell, format);
  const percent = cell.moisture;
  if (percent === null) return null;
  if (format.paints) {
    return { text: format.moisture(percent), ...format.paints.moisture(percent), isWide: false };
  }
  const verdict = compareToMoistureLimits(percent, cable.crop);
  const isAlarm = verdict === 'above';
  // Two blues are hard to tell apart.
  const isDry = verdict === 'below' && !isHeadspace;
  const sign = cell.isMoistureAbove ? '>\u2009' : isDry ? '↓' : '';
  return {
    text: sign + format.moisture(percent),
    fill: `moisture-${verdict}`,
    ink: `on-moisture-${verdict}`,
    line: isAlarm ? 'moisture-above-line' : 'moisture-line',
    isAlarm,
    isWide: false,
  };
}

/** Humidity has no limit here, so it takes no colour. */
function humidityFigure(cell: PictureCell, format: CellFormat): Figure | null {
  if (cell.humidity === null) return null;
  const text = format.humidity(cell.humidity);
  return { text, fill: 'card', ink: 'ink', line: 'edge', isAlarm: false, isWide: false };
}
