import { type CropName, isCropName } from '../moisture/crops.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The limits used to color a crop's cells, in °C and % wet basis. They are not safe storage limits. */
export interface CropLimits {
  readonly temperature: Range;
  readonly moisture: Range;
}

const commonLimits = toLimits(0, 28, 10, 18);
const otherCropLimits = toLimits(0, 100, 0, 100);

const limitsByCrop: Readonly<Record<CropName, CropLimits>> = {
  Wheat: commonLimits,
  'Hard Red Winter Wheat': commonLimits,
  'Durum Wheat': commonLimits,
  'Hard Red Spring Wheat': commonLimits,
  Lentils: commonLimits,
  'Red Lentils': commonLimits,
  Soybeans: commonLimits,
  'Sunflower Hulls': commonLimits,
  'Sunflower Kernels': commonLimits,
  'Sunflower Seeds': commonLimits,
  Corn: commonLimits,
  'Rice Long Grain USA': commonLimits,
  'Sorghum USA': commonLimits,
  'Soybean USA': commonLimits,
  'Wheat Durum USA': commonLimits,
  Oats: toLimits(0, 21, 8, 17),
  Barley: toLimits(5, 20, 10, 18),
  Canola: toLimits(10, 50, 7, 12),
  Flax: toLimits(5, 32, 6, 13),
  Peas: toLimits(5, 42, 10, 19),
};

function toLimits(
  temperatureMin: number,
  temperatureMax: number,
  moistureMin: number,
  moistureMax: number,
): CropLimits {
  return {
    temperature: { min: temperatureMin, max: temperatureMax },
    moisture: { min: moistureMin, max: moistureMax },
  };
}

/** The limits of a crop by name; both ranges are 0 to 100 for an unknown crop or none. */
export function getCropLimits(crop: string | null): CropLimits {
  return crop !== null && isCropName(crop) ? limitsByCrop[crop] : otherCropLimits;
}

/** Compares a temperature, °C, with the crop's maximum. */
export function compareToTemperatureLimit(
  temperatureC: number,
  crop: string | null,
): 'below' | 'at-or-above' {
  return temperatureC >= getCropLimits(crop).temperature.max ? 'at-or-above' : 'below';
}

/** Compares a moisture content, % wet basis, with the crop's limits (inclusive). */
export function compareToMoistureLimits(
  moistureWetBasis: number,
  crop: string | null,
): 'below' | 'within' | 'above' {
  const { min, max } = getCropLimits(crop).moisture;
  if (moistureWetBasis < min) return 'below';
  return moistureWetBasis > max ? 'above' : 'within';
}

/** The lower bounds, °C, of the temperature bands that shade the cells. */
export const temperatureBands = [20, 25, 30, 35, 40] as const;

export type TemperatureBand = 0 | 1 | 2 | 3 | 4 | 5;

/** The band of a temperature, °C: 0 below 20, then one higher from 20, 25, 30, 35 and 40. */
export function findTemperatureBand(temperatureC: number): TemperatureBand {
  const last = temperatureBands.findLastIndex((from) => temperatureC >= from);
  return (last + 1) as TemperatureBand; // 0 to 5: the index is -1 to 4
}
