/** The temperature that boards send for a missing sensor, °C. */
export const NO_SENSOR = -200;

/** A sensor that reports a value outside these limits, °C, is broken. */
export const TEMPERATURE_MIN = -50;
export const TEMPERATURE_MAX = 85;

/**
 * Returns the temperature, °C, that a sensor measured; null for a missing value, -200 (missing sensor),
 * values outside -50 to 85, and exactly 85.0, which DS18B20 sensors report between power-on and their first
 * conversion (Maxim DS18B20 data sheet, "Power-on state").
 */
export function toValidTemperature(value: unknown): number | null {
  if (typeof value !== 'number') return null;
  return value >= TEMPERATURE_MIN && value < TEMPERATURE_MAX ? value : null;
}

/**
 * Returns the relative humidity, %, that a sensor measured; null for a missing value or a value outside 0 to
 * 100.
 */
export function toValidHumidity(value: unknown): number | null {
  if (typeof value !== 'number') return null;
  return value >= 0 && value <= 100 ? value : null;
}
