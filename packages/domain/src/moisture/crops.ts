import type { GrainKey } from './emc-constants.ts';

/** The built-in crops; an added crop may have any other name. */
export const cropNames = [
  'Wheat',
  'Hard Red Winter Wheat',
  'Hard Red Spring Wheat',
  'Durum Wheat',
  'Wheat Durum USA',
  'Oats',
  'Barley',
  'Canola',
  'Flax',
  'Peas',
  'Lentils',
  'Red Lentils',
  'Corn',
  'Soybeans',
  'Soybean USA',
  'Sunflower Seeds',
  'Sunflower Hulls',
  'Sunflower Kernels',
  'Rice Long Grain USA',
  'Sorghum USA',
] as const;

export type CropName = (typeof cropNames)[number];

/**
 * The grain whose constants a crop uses. No usable constants are published for peas or sunflower, and those
 * of another grain would give wrong values.
 */
const grainByCrop: Readonly<Record<CropName, GrainKey | null>> = {
  Wheat: 'wheat-hard',
  'Hard Red Winter Wheat': 'wheat-hard',
  'Hard Red Spring Wheat': 'wheat-hard',
  'Durum Wheat': 'wheat-durum',
  'Wheat Durum USA': 'wheat-durum',
  Oats: 'oats',
  Barley: 'barley',
  Canola: 'canola',
  Flax: 'flax',
  Peas: null,
  Lentils: 'lentil-red',
  'Red Lentils': 'lentil-red',
  Corn: 'corn',
  Soybeans: 'soybean',
  'Soybean USA': 'soybean',
  'Sunflower Seeds': null,
  'Sunflower Hulls': null,
  'Sunflower Kernels': null,
  'Rice Long Grain USA': 'rice-rough-long',
  'Sorghum USA': 'sorghum',
};

const oilseeds: ReadonlySet<string> = new Set<CropName>([
  'Sunflower Seeds',
  'Sunflower Hulls',
  'Sunflower Kernels',
  'Flax',
  'Canola',
]);

/** Whether `crop` is exactly one of `cropNames`. */
export function isCropName(crop: string): crop is CropName {
  return Object.hasOwn(grainByCrop, crop);
}

/** The grain whose constants a crop uses; null if it has none or is not built in. */
export function getCropGrain(crop: string): GrainKey | null {
  return isCropName(crop) ? grainByCrop[crop] : null;
}

/** Whether the lower humidity limits of oilseeds apply to the crop. */
export function isOilseed(crop: string): boolean {
  return oilseeds.has(crop);
}
