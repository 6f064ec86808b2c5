import { type ConstantSet, constantSets } from './constants.ts';
import { type CropName, cropGrain, cropNames } from './crops.ts';

/** The constant set that a crop uses by default; null if none is published. */
export function defaultConstantSet(crop: string): ConstantSet | null {
  const grain = cropGrain(crop);
  if (grain === null) return null;
  return constantSets.find((set) => set.grain === grain && set.isDefault) ?? null;
}

/** The equation and the crop of a constant set; null for an unknown set. */
export function findSetNames(
  id: string,
): { readonly model: ConstantSet['model']; readonly crop: CropName } | null {
  const set = constantSets.find((one) => one.id === id);
  const crop = cropNames.find((name) => set !== undefined && cropGrain(name) === set.grain);
  return set === undefined || crop === undefined ? null : { model: set.model, crop };
}
