import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';

/** Outdoor temperature, °C, and humidity, %; the humidity is null if not measured. */
export interface OutdoorAir {
  readonly temperature: number;
  readonly humidity: number | null;
}

/**
 * The outdoor air: from the reading if the sensor is wired to this bin, otherwise, for the latest
 * record, from the bin it is wired to.
 */
export function findOutdoorAir(bin: Bin, reading: Reading, isLatest: boolean): OutdoorAir | null {
  if (reading.ambientTemperature !== null) {
    return { temperature: reading.ambientTemperature, humidity: reading.ambientHumidity };
  }
  const ambient = isLatest ? bin.ambient : null;
  if (ambient === null || ambient.temperature === null) return null;
  return { temperature: ambient.temperature, humidity: ambient.humidity };
}
