import { type ConstantSet, constantSets, type GrainKey } from './constants.ts';

/** The crops the product knows by name; an added crop may have any other. */
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
 * The grain whose constants a crop uses. No usable constants are published for peas and sunflower;
 * another grain's would be silently wrong, so these have none.
 */
const grains: Readonly<Record<CropName, GrainKey | null>> = {
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

/** Whether `crop` is one of `cropNames`, written exactly so. */
export function isCropName(crop: string): crop is CropName {
  return Object.hasOwn(grains, crop);
}

/** The constant set a crop uses unless another is chosen; null where none is published. */
export function defaultConstantSet(crop: string): ConstantSet | null {
  const grain = isCropName(crop) ? grains[crop] : null;
  if (grain === null) return null;
  return constantSets.find((set) => set.grain === grain && set.isDefault) ?? null;
}

/** Which equation and which crop's constants a set stands for; null where there is none such. */
export function namesOfSet(id: string): (Pick<ConstantSet, 'model'> & { crop: CropName }) | null {
  const set = constantSets.find((one) => one.id === id);
  const crop = cropNames.find((name) => grains[name] !== null && grains[name] === set?.grain);
  return set === undefined || crop === undefined ? null : { model: set.model, crop };
}

/** Whether the crop is judged by the lower humidity limits of oil-bearing seeds. */
export function isOilseed(crop: string): boolean {
  return oilseeds.has(crop);
}
