import type { CropName } from '../moisture/crops.ts';

/** The unit of a bin's size, ledger and quantity. */
export type GrainUnit = 'bushels' | 'tonnes';

/** Kilograms in one avoirdupois pound, by definition. */
const KG_PER_POUND = 0.453_592_37;

/**
 * Standard test weights, pounds per bushel; null where no standard exists.
 *
 * Sources: bushels per tonne from the Canada Grains Council's Statistical Handbook (1999), as in Alberta
 * Agriculture's Bushel / Tonne Converter: wheat, peas and soybeans 36.744, barley 45.930, corn and flax
 * 39.368, canola 44.092, oats 64.842, sunflower seed 73.487. Lentils weigh the same as peas in the Canadian
 * trade. Rough rice and sorghum: USDA, Agricultural Handbook 697.
 *
 * A bushel of oats is 34 lb in Canada and 32 lb in the United States. 34 is used because the list marks
 * American crops with "USA" and does not mark oats.
 */
const builtInWeights: Readonly<Record<CropName, number | null>> = {
  Wheat: 60,
  'Hard Red Winter Wheat': 60,
  'Hard Red Spring Wheat': 60,
  'Durum Wheat': 60,
  'Wheat Durum USA': 60,
  Oats: 34,
  Barley: 48,
  Canola: 50,
  Flax: 56,
  Peas: 60,
  Lentils: 60,
  'Red Lentils': 60,
  Corn: 56,
  Soybeans: 60,
  'Soybean USA': 60,
  'Sunflower Seeds': 30,
  'Sunflower Hulls': null,
  'Sunflower Kernels': null,
  'Rice Long Grain USA': 45,
  'Sorghum USA': 56,
};

/** Crops that an admin is likely to add, from the same table as the built-in ones. */
const otherWeights: Readonly<Record<string, number>> = {
  Rye: 56,
  Buckwheat: 48,
  Mustard: 50,
  'Canary Seed': 50,
  'Faba Beans': 60,
};

const weights = new Map<string, number | null>(
  Object.entries({ ...builtInWeights, ...otherWeights }),
);

/** The standard test weight of a crop, pounds per bushel; null for a crop without one. */
export function getTestWeight(crop: string): number | null {
  return weights.get(crop) ?? null;
}

/** The mass of an amount of grain, metric tonnes. `poundsPerBushel` is its test weight. */
export function toTonnes(amount: number, unit: GrainUnit, poundsPerBushel: number): number {
  return unit === 'tonnes' ? amount : (amount * poundsPerBushel * KG_PER_POUND) / 1000;
}

/** An amount of grain in bushels. `poundsPerBushel` is its test weight. */
export function toBushels(amount: number, unit: GrainUnit, poundsPerBushel: number): number {
  return unit === 'bushels' ? amount : (amount * 1000) / (poundsPerBushel * KG_PER_POUND);
}
