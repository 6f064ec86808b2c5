import type { BinSummary } from '@granary/contract/bins/lists';
import type { CropUnit } from '@granary/contract/units';
import { findBinTestWeight } from '@granary/domain/inventory/grain-totals';
import { toBushels, toTonnes } from '@granary/domain/inventory/test-weights';
import type { PreferredUnits } from '../../bin-data/preferred-units.ts';

/**
 * Converts a listed bin to the user's units, or returns the same bin if no conversion is needed. Amounts of
 * grain keep the bin's unit if its crops have no common standard test weight.
 */
export function convertUnits(bin: BinSummary, { temperature, grain }: PreferredUnits): BinSummary {
  const temperatureUnit = temperature ?? bin.temperatureUnit;
  const testWeight = findBinTestWeight(bin);
  const cropUnit = grain === null || testWeight === null ? bin.cropUnit : grain;
  if (temperatureUnit === bin.temperatureUnit && cropUnit === bin.cropUnit) return bin;
  if (testWeight === null || cropUnit === bin.cropUnit) return { ...bin, temperatureUnit };
  const convert = (amount: number | null) =>
    amount === null ? null : toUnit(amount, bin.cropUnit, cropUnit, testWeight);
  return {
    ...bin,
    temperatureUnit,
    cropUnit,
    size: convert(bin.size),
    volume: convert(bin.volume),
  };
}

/**
 * Creates a function that converts each bin only once, because a new object would make its row render again.
 */
export function makeUnitConverter(units: PreferredUnits): (bin: BinSummary) => BinSummary {
  const convertedBins = new WeakMap<BinSummary, BinSummary>();
  return (bin) => {
    const convertedBin = convertedBins.get(bin) ?? convertUnits(bin, units);
    convertedBins.set(bin, convertedBin);
    return convertedBin;
  };
}

function toUnit(amount: number, from: CropUnit, to: CropUnit, testWeight: number): number {
  return to === 'tonnes' ? toTonnes(amount, from, testWeight) : toBushels(amount, from, testWeight);
}
