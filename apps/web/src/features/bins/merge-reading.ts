import type { ListedBin } from '@granary/contract/bins/http';
import type { LiveReading } from '@granary/contract/readings/live';

/** Returns the bin with a live reading, or the same bin if it already has a newer one. */
export function mergeReading(bin: ListedBin, reading: LiveReading | null): ListedBin {
  if (reading === null || reading.binId !== bin.id) return bin;
  if (bin.latest !== null && bin.latest.at > reading.at) return bin;
  return { ...bin, latest: reading, fan: reading.fan, volume: reading.loadQuantity };
}

/** Returns the list with live readings by bin, or the same list if none is newer. */
export function mergeReadings(
  bins: readonly ListedBin[],
  readings: ReadonlyMap<number, LiveReading>,
): readonly ListedBin[] {
  const updated = bins.map((bin) => mergeReading(bin, readings.get(bin.id) ?? null));
  return updated.some((bin, index) => bin !== bins[index]) ? updated : bins;
}
