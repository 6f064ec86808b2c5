/** An instant: milliseconds since 1970-01-01T00:00:00Z. */
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

/** Degrees Fahrenheit for degrees Celsius, unrounded. */
export function toFahrenheit(celsius: number): number {
  return 1.8 * celsius + 32;
}

/** Degrees Celsius for degrees Fahrenheit, unrounded. */
export function toCelsius(fahrenheit: number): number {
  return (fahrenheit - 32) / 1.8;
}

/** A temperature difference in °F for one in °C: scaled, without the offset of 32. */
export function differenceToFahrenheit(celsius: number): number {
  return 1.8 * celsius;
}

/** A temperature difference in °C for one in °F. */
export function differenceToCelsius(fahrenheit: number): number {
  return fahrenheit / 1.8;
}

/** Marks a missing value in an array of hundredths; lower than any measurement. */
export const NO_VALUE = -32_768;

/** A measurement to 0.01 as the integer that is stored; null becomes NO_VALUE. */
export function toHundredths(value: number | null): number {
  return value === null ? NO_VALUE : Math.round(value * 100);
}

/** The measurement for an integer of hundredths; NO_VALUE becomes null. */
export function fromHundredths(hundredths: number): number | null {
  return hundredths === NO_VALUE ? null : hundredths / 100;
}
