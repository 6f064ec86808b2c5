import { type ConstantSet, constantSets } from './constants.ts';
import { type CropName, cropGrain, cropNames } from './crops.ts';

// Apart from the crops' names, which every page needs.

/** The constant set a crop uses unless another is chosen; null where none is published. */
export function defaultConstantSet(crop: string): ConstantSet | null {
  const grain = cropGrain(crop);
  if (grain === null) return null;
  return constantSets.find((set) => set.grain === grain && set.isDefault) ?? null;
}

/** Which equation and which crop's constants a set stands for; null where there is none such. */
export function findSetNames(
  id: string,
): { readonly model: ConstantSet['model']; readonly crop: CropName } | null {
  const set = constantSets.find((one) => one.id === id);
  const crop = cropNames.find((name) => set !== undefined && cropGrain(name) === set.grain);
  return set === undefined || crop === undefined ? null : { model: set.model, crop };
}
