import type { BinState } from '@granary/domain/bins/state';
import { listCrops } from '@granary/domain/inventory/grain-totals';
import type { AssessedBin } from './assess-bins.ts';

/** Null means no filter. */
export interface BinFilter {
  readonly state: BinState | null;
  readonly farmId: number | null;
  readonly crop: string | null;
}

/** The choices, and the number of bins by state for the chosen farm and crop. */
export interface FilterChoices {
  readonly total: number;
  readonly countsByState: ReadonlyMap<BinState, number>;
  readonly farms: readonly { readonly id: number; readonly name: string }[];
  readonly crops: readonly string[];
}

export function filterBins(bins: readonly AssessedBin[], filter: BinFilter): AssessedBin[] {
  return bins.filter(
    (assessed) =>
      matchesFarmAndCrop(assessed, filter) && (filter.state ?? assessed.state) === assessed.state,
  );
}

export function listFilterChoices(bins: readonly AssessedBin[], filter: BinFilter): FilterChoices {
  const farms = new Map(bins.map(({ bin }) => [bin.farmId, bin.farm.name]));
  const crops = new Set(bins.flatMap(({ bin }) => listCrops(bin).filter((crop) => crop !== null)));
  const matchingBins = bins.filter((assessed) => matchesFarmAndCrop(assessed, filter));
  const binCounts = new Map<BinState, number>();
  for (const { state } of matchingBins) binCounts.set(state, (binCounts.get(state) ?? 0) + 1);
  return {
    total: matchingBins.length,
    countsByState: binCounts,
    farms: [...farms]
      .map(([id, name]) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    crops: [...crops].sort((a, b) => a.localeCompare(b)),
  };
}

function matchesFarmAndCrop({ bin }: AssessedBin, filter: BinFilter): boolean {
  const matchesFarm = filter.farmId === null || bin.farmId === filter.farmId;
  return matchesFarm && (filter.crop === null || listCrops(bin).includes(filter.crop));
}
