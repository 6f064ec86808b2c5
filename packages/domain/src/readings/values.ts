/** What boards send in place of a temperature where no sensor is, °C. */
export const NO_SENSOR = -200;

/** Below and above these, °C, a sensor is broken, not cold or hot. */
export const TEMPERATURE_MIN = -50;
export const TEMPERATURE_MAX = 85;

/**
 * The temperature, °C, a sensor measured, or null where it gave none: null, -200 (no sensor there),
 * outside -50 to 85, and exactly 85.0, which DS18B20 sensors report after power-on before their
 * first conversion (Maxim DS18B20 data sheet, "Power-on state").
 */
export function validTemperature(value: unknown): number | null {
  if (typeof value !== 'number') return null;
  return value >= TEMPERATURE_MIN && value < TEMPERATURE_MAX ? value : null;
}

/** The relative humidity, %, a sensor measured, or null where it gave none or left 0 to 100. */
export function validHumidity(value: unknown): number | null {
  if (typeof value !== 'number') return null;
  return value >= 0 && value <= 100 ? value : null;
}
