import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/wire';

/** The air outside a bin: °C, and % where it is measured. */
export interface OutdoorAir {
  readonly temperature: number;
  readonly humidity: number | null;
}

/**
 * What the farm's outdoor sensor reads: from the reading where it is wired to this bin, else, for
 * the latest record, what the bin that it is wired to read last.
 */
export function findOutdoorAir(bin: Bin, reading: Reading, isLatest: boolean): OutdoorAir | null {
  if (reading.ambientTemperature !== null) {
    return { temperature: reading.ambientTemperature, humidity: reading.ambientHumidity };
  }
  const ambient = isLatest ? bin.ambient : null;
  if (ambient === null || ambient.temperature === null) return null;
  return { temperature: ambient.temperature, humidity: ambient.humidity };
}
