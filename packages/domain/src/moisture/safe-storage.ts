import { calculateMoisture, type MoistureSource } from './moisture.ts';

/**
 * The highest equilibrium relative humidity, %, at which grain is safe to store. Mold is inactive below 65 to
 * 70 % and highly active above 80 % (D. Maier, World-Grain 17894). One limit applies to all crops, because
 * mold depends on the humidity of the air between the kernels; the crop's isotherm converts the limit to a
 * moisture content. For canola it agrees with the Canola Council, which calls 10 % moisture at 20 °C (74 %
 * humidity) too wet and 10 % at 5 °C (63 %) probably low enough.
 */
export const SAFE_HUMIDITY = 70;

/** Below this temperature, °C, mold nearly stops growing (40 °F; K. Hellevang, NDSU). */
export const COLD_STORAGE = 4;

/**
 * Whether a sensor's temperature, °C, and relative humidity, %, show grain that is too wet to store: above
 * `SAFE_HUMIDITY` and not cold. False without a measurement. Only for sensors under grain: humid air above
 * the grain does not show that the grain is wet.
 */
export function isTooWetToStore(temperatureC: number | null, humidityPct: number | null): boolean {
  if (temperatureC === null || humidityPct === null) return false;
  return humidityPct > SAFE_HUMIDITY && temperatureC >= COLD_STORAGE;
}

/**
 * The highest moisture, % wet basis, at which a crop is safe to store at a temperature, °C: the
 * moisture in equilibrium with `SAFE_HUMIDITY`. Null without a source, or outside its range.
 */
export function calculateSafeMoisture(
  source: MoistureSource | null,
  temperatureC: number,
): number | null {
  return calculateMoisture(source, temperatureC, SAFE_HUMIDITY);
}
