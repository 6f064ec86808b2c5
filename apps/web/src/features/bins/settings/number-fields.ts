import { type BoundedField, bounds } from '@granary/contract/bins/bounds';
import { isInHundredths } from '@granary/contract/bins/settings';
import {
  differenceToCelsius,
  differenceToFahrenheit,
  type TemperatureUnit,
  toCelsius,
  toFahrenheit,
} from '@granary/domain/units';
import { formatForEditing, parseNumber } from '../../../lib/parse-number.ts';

type Kind = 'number' | 'whole' | 'temperature' | 'difference';

/** The numeric settings, each with its kind. */
const kinds = {
  size: 'number',
  temperatureAlertC: 'temperature',
  co2Alert: 'number',
  differenceAlertC: 'difference',
  silenceAlertHours: 'number',
  minLevelAlert: 'number',
  maxLevelAlert: 'number',
  levelSensorEmptyMm: 'whole',
  deadZoneMm: 'whole',
  pressureY1: 'whole',
  pressureY2: 'whole',
  fanOnThreshold: 'temperature',
  fanOffThreshold: 'temperature',
  minAmbientTemperature: 'temperature',
  minAmbientMoisture: 'number',
  maxAmbientMoisture: 'number',
  fanOnSpeed: 'number',
  fanOffSpeed: 'number',
  fanKw: 'number',
} as const satisfies Partial<Record<BoundedField, Kind>>;

export type NumberField = keyof typeof kinds;

export const numberFields = Object.keys(kinds) as readonly NumberField[];

export function isNumberField(name: string): name is NumberField {
  return Object.hasOwn(kinds, name);
}

/** How numbers are entered: the temperature unit, and the locale that sets the separators. */
export interface NumberFormat {
  readonly unit: TemperatureUnit;
  readonly locale: string;
}

/**
 * Formats a number for editing, with at most one decimal place for temperatures in °F. Returns an empty
 * string for null.
 */
export function formatNumberField(
  field: NumberField,
  value: number | null,
  numberFormat: NumberFormat,
): string {
  if (value === null) return '';
  const { unit, locale } = numberFormat;
  return formatForEditing(unit === 'f' ? toDisplayUnit(kinds[field], value) : value, locale);
}

function toDisplayUnit(kind: Kind, value: number): number {
  if (kind === 'temperature') return round(toFahrenheit(value), 10);
  return kind === 'difference' ? round(differenceToFahrenheit(value), 10) : value;
}

export type ParsedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'invalid' };

/** Parses user input; temperatures are returned in °C. */
export function parseNumberField(
  field: NumberField,
  text: string,
  { unit, locale }: NumberFormat,
): ParsedNumber {
  if (text.trim() === '') return { kind: 'empty' };
  const typedNumber = parseNumber(text, locale);
  if (typedNumber === null) return { kind: 'invalid' };
  const value = toStoredUnit(kinds[field], typedNumber, unit);
  const { min, max } = bounds[field];
  const isInvalid = value < min || value > max || !hasAllowedPrecision(kinds[field], value);
  return isInvalid ? { kind: 'invalid' } : { kind: 'number', value };
}

/** Converts typed text to another unit or locale; invalid text is returned unchanged. */
export function convertNumberText(
  field: NumberField,
  text: string,
  from: NumberFormat,
  to: NumberFormat,
): string {
  const parsedNumber = parseNumberField(field, text, from);
  const isSame = from.unit === to.unit && from.locale === to.locale;
  return isSame || parsedNumber.kind !== 'number'
    ? text
    : formatNumberField(field, parsedNumber.value, to);
}

function hasAllowedPrecision(kind: Kind, value: number): boolean {
  if (kind === 'number') return true;
  return kind === 'whole' ? Number.isInteger(value) : isInHundredths(value);
}

export function isTemperatureField(field: NumberField): boolean {
  return kinds[field] === 'temperature' || kinds[field] === 'difference';
}

/** Converts to the stored unit; temperatures are stored to 0.01 °C. */
function toStoredUnit(kind: Kind, displayValue: number, unit: TemperatureUnit): number {
  if (unit === 'f' && kind === 'temperature') return round(toCelsius(displayValue), 100);
  if (unit === 'f' && kind === 'difference') return round(differenceToCelsius(displayValue), 100);
  return displayValue;
}

/** The limits of a field in its displayed unit; °F limits are rounded. */
export function toDisplayBounds(field: NumberField, unit: TemperatureUnit) {
  const { min, max } = bounds[field];
  const isInFahrenheit = unit === 'f';
  const toDisplay = (value: number) =>
    isInFahrenheit ? toDisplayUnit(kinds[field], value) : value;
  const range = { min: toDisplay(min), max: toDisplay(max) };
  if (kinds[field] === 'whole') return { ...range, errorKind: 'whole' } as const;
  const allowsHundredths = isTemperatureField(field) && !isInFahrenheit;
  return { ...range, errorKind: allowsHundredths ? 'hundredths' : 'range' } as const;
}

function round(value: number, stepsPerUnit: number): number {
  return Math.round(value * stepsPerUnit) / stepsPerUnit;
}
