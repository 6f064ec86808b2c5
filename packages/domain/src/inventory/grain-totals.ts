import { type GrainUnit, getTestWeight, toBushels, toTonnes } from './test-weights.ts';

/** The grain in one bin. */
export interface StoredGrain {
  /** The bin's crop; null if none is set. */
  readonly crop: string | null;
  /** A cable may have its own crop, as in a divided bin; null if it has the bin's crop. */
  readonly cables: readonly { readonly crop: string | null }[];
  readonly cropUnit: GrainUnit;
  /** In `cropUnit`; null if unknown. */
  readonly volume: number | null;
}

/** The grain of one crop in several bins. */
export interface CropTotal {
  /** One crop, or the crops that share the bins; null for a part without a crop. */
  readonly crops: readonly (string | null)[];
  /** Test weight; null if the crops have none or different ones. */
  readonly poundsPerBushel: number | null;
  readonly binCount: number;
  /** Null if all bins are measured in tonnes. */
  readonly bushels: number | null;
  /** Null if the bins are measured in bushels and no test weight is known. */
  readonly tonnes: number | null;
}

/** The grain in several bins. Each bin is filled, empty or of unknown quantity. */
export interface GrainTotals {
  /** Largest amount first; crops that are not in tonnes last. */
  readonly crops: readonly CropTotal[];
  readonly filledBins: number;
  readonly emptyBins: number;
  readonly unknownBins: number;
  /** Filled bins that are added up in `tonnes`. */
  readonly binsInTonnes: number;
  /** Filled bins that are not included in `tonnes`. */
  readonly binsNotInTonnes: number;
  /** Bushels of different crops are never added; null if nothing is known in tonnes. */
  readonly tonnes: number | null;
}

/** The crops in a bin, each once, in the order of its cables; null for a part without a crop. */
export function listCrops({
  crop,
  cables,
}: Pick<StoredGrain, 'crop' | 'cables'>): (string | null)[] {
  if (cables.length === 0) return [crop];
  return [...new Set(cables.map((cable) => cable.crop ?? crop))];
}

/** The test weight that all of the crops share, pounds per bushel; null if there is none. */
function findSharedTestWeight(crops: readonly (string | null)[]): number | null {
  const [weight = null, ...others] = new Set(
    crops.map((crop) => (crop === null ? null : getTestWeight(crop))),
  );
  return others.length === 0 ? weight : null;
}

/** The test weight of a bin's grain, pounds per bushel; null if it has none, or crops with different ones. */
export function findBinTestWeight(bin: Pick<StoredGrain, 'crop' | 'cables'>): number | null {
  return findSharedTestWeight(listCrops(bin));
}

/** A bin's grain, metric tonnes; null if its quantity or its test weight is unknown. */
export function calculateTonnes(bin: StoredGrain): number | null {
  if (bin.volume === null) return null;
  if (bin.cropUnit === 'tonnes' || bin.volume === 0) return bin.volume;
  const weight = findBinTestWeight(bin);
  return weight === null ? null : toTonnes(bin.volume, bin.cropUnit, weight);
}

/**
 * Adds up the grain of bins by crop and over all crops. A bin with several crops has one quantity, which
 * cannot be divided, so it is totaled separately. Crops without a test weight are added separately in each
 * unit.
 */
export function totalGrain(bins: readonly StoredGrain[]): GrainTotals {
  const knownBins = bins.filter(({ volume }) => volume !== null);
  const binsWithGrain = knownBins.filter(({ volume }) => volume !== 0);
  const crops = groupByCrop(binsWithGrain).map(totalCrop).sort(byTonnes);
  const cropsInTonnes = crops.filter(({ tonnes }) => tonnes !== null);
  const binsInTonnes = sum(cropsInTonnes.map((total) => total.binCount));
  const emptyBins = knownBins.length - binsWithGrain.length;
  const isKnown = binsInTonnes > 0 || emptyBins === bins.length;
  return {
    crops,
    filledBins: binsWithGrain.length,
    emptyBins,
    unknownBins: bins.length - knownBins.length,
    binsInTonnes,
    binsNotInTonnes: binsWithGrain.length - binsInTonnes,
    tonnes: isKnown ? sum(cropsInTonnes.map(({ tonnes }) => tonnes ?? 0)) : null,
  };
}

/** Groups bins by their crops; if the crops cannot be converted, also by unit. */
function groupByCrop(bins: readonly StoredGrain[]): StoredGrain[][] {
  const groups = new Map<string, StoredGrain[]>();
  for (const bin of bins) {
    const key = identifyGroup(bin);
    const group = groups.get(key) ?? [];
    group.push(bin);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function identifyGroup(bin: StoredGrain): string {
  const crops = listCrops(bin);
  const isConvertible = findSharedTestWeight(crops) !== null;
  return JSON.stringify([isConvertible ? null : bin.cropUnit, crops.sort(byName)]);
}

function totalCrop(bins: readonly StoredGrain[]): CropTotal {
  const crops = bins[0] === undefined ? [] : listCrops(bins[0]).sort(byName);
  const poundsPerBushel = findSharedTestWeight(crops);
  const hasBushels = bins.some(({ cropUnit }) => cropUnit === 'bushels');
  const add = (convert: typeof toTonnes, unit: GrainUnit): number | null => {
    if (poundsPerBushel === null && bins.some(({ cropUnit }) => cropUnit !== unit)) return null;
    const weight = poundsPerBushel ?? 1;
    return sum(bins.map(({ volume, cropUnit }) => convert(volume ?? 0, cropUnit, weight)));
  };
  return {
    crops,
    poundsPerBushel,
    binCount: bins.length,
    bushels: hasBushels ? add(toBushels, 'bushels') : null,
    tonnes: add(toTonnes, 'tonnes'),
  };
}

function byTonnes(a: CropTotal, b: CropTotal): number {
  return (b.tonnes ?? -1) - (a.tonnes ?? -1);
}

function byName(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
