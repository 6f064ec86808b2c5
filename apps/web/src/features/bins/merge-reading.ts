import type { BinSummary } from '@granary/contract/bins/lists';
import { summarizeReading } from '@granary/contract/bins/summarize-bin';
import type { LiveReading } from '@granary/contract/readings/live';
import { listAlerts } from '@granary/domain/bins/state';
import { detectBinFindings } from './assess-bins.ts';

/**
 * Returns the bin updated with a live reading, or the same bin if the reading is null, belongs to another bin
 * or is older than the bin's latest.
 */
export function mergeReading(bin: BinSummary, reading: LiveReading | null): BinSummary {
  if (reading === null || reading.binId !== bin.id) return bin;
  if (bin.latest !== null && bin.latest.at > reading.at) return bin;
  return {
    ...bin,
    latest: summarizeReading(bin, reading),
    findings: detectBinFindings({ ...bin, alerts: listAlerts(bin.findings) }, reading, reading.at),
    fan: reading.fan,
    volume: reading.loadQuantity,
  };
}

/**
 * Merges live readings, keyed by bin ID, into the list; returns the same list if none of them changes a bin.
 */
export function mergeReadings(
  bins: readonly BinSummary[],
  readings: ReadonlyMap<number, LiveReading>,
): readonly BinSummary[] {
  const updatedBins = bins.map((bin) => mergeReading(bin, readings.get(bin.id) ?? null));
  return updatedBins.some((bin, index) => bin !== bins[index]) ? updatedBins : bins;
}
