import { isOilseed } from '../moisture/crops.ts';
import { calculateDewPoint } from '../moisture/psychrometrics.ts';

/** The values of the grain that insights depend on; null if not measured. */
export interface GrainInputs {
  /** The hottest enabled sensor under grain, °C. */
  readonly hottest: number | null;
  /** Mean temperature, °C, and relative humidity, %, of the enabled sensors under grain. */
  readonly averageTemperature: number | null;
  readonly averageHumidity: number | null;
  readonly crop: string | null;
}

/** The values that insights depend on; null if not measured. */
export interface InsightInputs extends GrainInputs {
  /** Outdoor air, °C and %. */
  readonly ambientTemperature: number | null;
  readonly ambientHumidity: number | null;
}

/**
 * `limit`, °C, is the threshold that the value exceeded; for `monitor`, it is the lowest threshold.
 */
export interface TemperatureInsight {
  readonly assessment: 'high-risk' | 'warming' | 'safe' | 'monitor';
  readonly value: number;
  readonly limit: number;
}

/** The thresholds, %, are lower for oilseeds. Cold grain is never `high`. */
export interface HumidityInsight {
  readonly assessment: 'good' | 'watch' | 'high';
  readonly value: number;
  readonly watchAbove: number;
  readonly highAbove: number;
}

/**
 * `spread`, K, is the outdoor temperature minus `dewPoint`, °C. `limit` is the threshold that it exceeded;
 * for `check-sensor`, it is the lowest threshold.
 */
export interface AmbientInsight {
  readonly assessment: 'dry' | 'fair' | 'damp' | 'check-sensor';
  readonly spread: number;
  readonly dewPoint: number;
  readonly limit: number;
}

/** Each is null if its values are not measured. */
export interface Insights {
  readonly temperature: TemperatureInsight | null;
  readonly humidity: HumidityInsight | null;
  readonly ambient: AmbientInsight | null;
}

/** What a bin's latest values mean for storing the crop. */
export function deriveInsights(inputs: InsightInputs): Insights {
  return {
    ...assessGrain(inputs),
    ambient: assessOutdoorAir(inputs.ambientTemperature, inputs.ambientHumidity),
  };
}

/** What the values of the grain mean for storing the crop. */
export function assessGrain(inputs: GrainInputs): Pick<Insights, 'temperature' | 'humidity'> {
  return {
    temperature: assessTemperature(inputs.hottest),
    humidity: assessAverageHumidity(inputs),
  };
}

/** Grain above this, °C, is at high risk. */
export const HIGH_RISK_ABOVE = 20;

function assessTemperature(value: number | null): TemperatureInsight | null {
  if (value === null) return null;
  if (value > HIGH_RISK_ABOVE) return { assessment: 'high-risk', value, limit: HIGH_RISK_ABOVE };
  if (value > 15) return { assessment: 'warming', value, limit: 15 };
  return { assessment: value > 10 ? 'safe' : 'monitor', value, limit: 10 };
}

/** Below this temperature, °C, mold growth nearly stops (NDSU: 40 °F) at any humidity. */
const MOLD_STOPS_BELOW = 4;

/** The mean relative humidity, %, above which a crop is too damp. */
export function getHighHumidityLimit(crop: string | null): number {
  return crop !== null && isOilseed(crop) ? 60 : 70;
}

function assessAverageHumidity({
  averageHumidity: value,
  averageTemperature,
  crop,
}: GrainInputs): HumidityInsight | null {
  if (value === null) return null;
  const highAbove = getHighHumidityLimit(crop);
  const watchAbove = highAbove - 10;
  const isCold = averageTemperature !== null && averageTemperature < MOLD_STOPS_BELOW;
  const assessment = value > highAbove && !isCold ? 'high' : value > watchAbove ? 'watch' : 'good';
  return { assessment, value, watchAbove, highAbove };
}

function assessOutdoorAir(
  temperatureC: number | null,
  humidityPct: number | null,
): AmbientInsight | null {
  if (temperatureC === null || humidityPct === null) return null;
  const dewPoint = calculateDewPoint(temperatureC, humidityPct);
  if (dewPoint === null) return null;
  // Rounded to 0.01, like the values of the sensors, so that saturated air has a spread of exactly 0.
  const spread = Math.round((temperatureC - dewPoint) * 100) / 100;
  if (spread > 10) return { assessment: 'dry', spread, dewPoint, limit: 10 };
  if (spread > 5) return { assessment: 'fair', spread, dewPoint, limit: 5 };
  return { assessment: spread > 0 ? 'damp' : 'check-sensor', spread, dewPoint, limit: 0 };
}
