import { type CropName, cropNames, getCropGrain } from './crops.ts';
import { type ConstantSet, constantSets } from './emc-constants.ts';

/** The constant set that a crop uses by default; null if none is published. */
export function getDefaultConstantSet(crop: string): ConstantSet | null {
  const grain = getCropGrain(crop);
  if (grain === null) return null;
  return constantSets.find((set) => set.grain === grain && set.isDefault) ?? null;
}

/** The constant set with this ID; null for an unknown ID. */
export function findConstantSet(id: string): ConstantSet | null {
  return constantSets.find((set) => set.id === id) ?? null;
}

/**
 * The equation and the first crop of a constant set; null for an unknown set, or if no crop uses its grain.
 */
export function findModelAndCrop(
  id: string,
): { readonly model: ConstantSet['model']; readonly crop: CropName } | null {
  const set = findConstantSet(id);
  const crop = cropNames.find((name) => set !== null && getCropGrain(name) === set.grain);
  return set === null || crop === undefined ? null : { model: set.model, crop };
}
