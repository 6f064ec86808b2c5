/** The Magnus constants of the product's dew point; °C over water. */
const MAGNUS_A = 17.27;
const MAGNUS_B = 237.7;

/**
 * Saturation vapour pressure over water, hPa, at `temperatureC` by the Magnus formula:
 * 6.1078 exp(17.27 T / (237.7 + T)).
 */
export function saturationPressureMagnus(temperatureC: number): number {
  return 6.1078 * Math.exp((MAGNUS_A * temperatureC) / (MAGNUS_B + temperatureC));
}

/**
 * Saturation vapour pressure, hPa, at `temperatureC`: over water from 0 °C up, over ice below
 * (Hyland and Wexler 1983, as in the ASHRAE Handbook of Fundamentals, chapter 1).
 */
export function saturationPressureAshrae(temperatureC: number): number {
  const k = temperatureC + 273.15;
  const logPascal =
    temperatureC >= 0
      ? -5800.2206 / k +
        1.3914993 -
        0.048640239 * k +
        4.1764768e-5 * k ** 2 -
        1.4452093e-8 * k ** 3 +
        6.5459673 * Math.log(k)
      : -5674.5359 / k +
        6.3925247 -
        0.009677843 * k +
        6.2215701e-7 * k ** 2 +
        2.0747825e-9 * k ** 3 -
        9.484024e-13 * k ** 4 +
        4.1635019 * Math.log(k);
  return Math.exp(logPascal) / 100;
}

/**
 * Dew point, °C, of air at `temperatureC` and `humidityPct` by the Magnus formula with 17.27 and
 * 237.7; null at a humidity of 0 or below, where there is none.
 */
export function dewPoint(temperatureC: number, humidityPct: number): number | null {
  if (!(humidityPct > 0)) return null;
  const g = Math.log(humidityPct / 100) + (MAGNUS_A * temperatureC) / (MAGNUS_B + temperatureC);
  return (MAGNUS_B * g) / (MAGNUS_A - g);
}
