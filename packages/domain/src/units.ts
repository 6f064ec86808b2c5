/** A time in milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number & { readonly __unit: 'ms since epoch' };

/** Marks a number already known to be milliseconds since the epoch. */
export function millis(value: number): Millis {
  return value as Millis;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The unit that temperatures are displayed in. */
export type TemperatureUnit = 'c' | 'f';

/** Converts degrees Celsius to degrees Fahrenheit, unrounded. */
export function toFahrenheit(celsius: number): number {
  return 1.8 * celsius + 32;
}

/** Converts degrees Fahrenheit to degrees Celsius, unrounded. */
export function toCelsius(fahrenheit: number): number {
  return (fahrenheit - 32) / 1.8;
}

/** Converts a temperature difference from °C to °F: scaled, without the offset of 32. */
export function differenceToFahrenheit(celsius: number): number {
  return 1.8 * celsius;
}

/** Converts a temperature difference from °F to °C. */
export function differenceToCelsius(fahrenheit: number): number {
  return fahrenheit / 1.8;
}

/** Marks a missing value in an array of hundredths; lower than any measurement. */
export const NO_VALUE = -32_768;

/** Converts a measurement to the stored integer of hundredths; null becomes NO_VALUE. */
export function toHundredths(value: number | null): number {
  return value === null ? NO_VALUE : Math.round(value * 100);
}

/** Converts an integer of hundredths to the measurement; NO_VALUE becomes null. */
export function fromHundredths(hundredths: number): number | null {
  return hundredths === NO_VALUE ? null : hundredths / 100;
}
