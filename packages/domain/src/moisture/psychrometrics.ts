/** The Magnus constants for the product's dew point; °C over water. */
const MAGNUS_A = 17.27;
const MAGNUS_B = 237.7;

/**
 * Saturation vapor pressure over water, hPa, at `temperatureC` by the Magnus formula:
 * 6.1078 exp(17.27 T / (237.7 + T)).
 */
export function calculateSaturationPressure(temperatureC: number): number {
  return 6.1078 * Math.exp((MAGNUS_A * temperatureC) / (MAGNUS_B + temperatureC));
}

/**
 * Dew point, °C, of air at `temperatureC` and `humidityPct` by the Magnus formula with 17.27 and
 * 237.7; null at a humidity of 0 or below.
 */
export function calculateDewPoint(temperatureC: number, humidityPct: number): number | null {
  if (!(humidityPct > 0)) return null;
  const g = Math.log(humidityPct / 100) + (MAGNUS_A * temperatureC) / (MAGNUS_B + temperatureC);
  return (MAGNUS_B * g) / (MAGNUS_A - g);
}
