import { isOilseed } from '../moisture/crops.ts';
import { calculateDewPoint } from '../moisture/psychrometrics.ts';

/** What a bin is judged by; null where it is not measured. */
export interface InsightInputs {
  /** The hottest enabled sensor, °C. */
  readonly hottest: number | null;
  /** Mean relative humidity of the enabled sensors, %. */
  readonly averageHumidity: number | null;
  /** Outdoor air, °C and %. */
  readonly ambientTemperature: number | null;
  readonly ambientHumidity: number | null;
  readonly crop: string | null;
}

/** `limit`, °C, is the cut that decided: passed, or for `monitor` the lowest, not passed. */
export interface TemperatureInsight {
  readonly verdict: 'high-risk' | 'warming' | 'safe' | 'monitor';
  readonly value: number;
  readonly limit: number;
}

/** Above `watchAbove` and `highAbove`, %, which are lower for oilseeds, humidity is watched or high. */
export interface HumidityInsight {
  readonly verdict: 'good' | 'watch' | 'high';
  readonly value: number;
  readonly watchAbove: number;
  readonly highAbove: number;
}

/**
 * Judged by `spread`, K, of outdoor temperature over `dewPoint`, °C. `limit` is the cut that
 * decided: passed, or for `check-sensor` the lowest, not passed.
 */
export interface AmbientInsight {
  readonly verdict: 'dry' | 'fair' | 'damp' | 'check-sensor';
  readonly spread: number;
  readonly dewPoint: number;
  readonly limit: number;
}

/** Each is null where there is nothing to judge it by. */
export interface Insights {
  readonly temperature: TemperatureInsight | null;
  readonly humidity: HumidityInsight | null;
  readonly ambient: AmbientInsight | null;
}

/** What a bin's latest values say to someone who stores the crop. */
export function assessInsights(inputs: InsightInputs): Insights {
  return {
    temperature: temperatureInsight(inputs.hottest),
    humidity: humidityInsight(inputs.averageHumidity, inputs.crop),
    ambient: ambientInsight(inputs.ambientTemperature, inputs.ambientHumidity),
  };
}

function temperatureInsight(value: number | null): TemperatureInsight | null {
  if (value === null) return null;
  if (value > 20) return { verdict: 'high-risk', value, limit: 20 };
  if (value > 15) return { verdict: 'warming', value, limit: 15 };
  return { verdict: value > 10 ? 'safe' : 'monitor', value, limit: 10 };
}

function humidityInsight(value: number | null, crop: string | null): HumidityInsight | null {
  if (value === null) return null;
  const [watchAbove, highAbove] = crop !== null && isOilseed(crop) ? [50, 60] : [60, 70];
  const verdict = value > highAbove ? 'high' : value > watchAbove ? 'watch' : 'good';
  return { verdict, value, watchAbove, highAbove };
}

function ambientInsight(
  temperatureC: number | null,
  humidityPct: number | null,
): AmbientInsight | null {
  if (temperatureC === null || humidityPct === null) return null;
  const dew = calculateDewPoint(temperatureC, humidityPct);
  if (dew === null) return null;
  // To the 0.01 that sensors give, so that saturated air has a spread of 0 in spite of rounding.
  const spread = Math.round((temperatureC - dew) * 100) / 100;
  if (spread > 10) return { verdict: 'dry', spread, dewPoint: dew, limit: 10 };
  if (spread > 5) return { verdict: 'fair', spread, dewPoint: dew, limit: 5 };
  return { verdict: spread > 0 ? 'damp' : 'check-sensor', spread, dewPoint: dew, limit: 0 };
}
