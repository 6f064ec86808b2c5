import type { LiveReading } from '@granary/contract/readings/live';
import type { Reading } from '@granary/contract/readings/reading-response';
import { serializeScalars } from '@granary/contract/readings/scalars';
import { toScalars } from '@granary/domain/readings/scalars';
import { millis } from '@granary/domain/units';

/** A reading of one cable with two sensors, with the changes of a test. */
export function exampleReading(changes: Partial<Reading> = {}): Reading {
  return {
    binId: 1,
    at: millis(Date.UTC(2026, 9, 14, 14, 20)),
    pageNo: 0,
    temperatures: [[14.1, 15.3]],
    moistures: [[13.1, 13.4]],
    humidities: [[61, 63]],
    cables: [{ cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null }],
    cablesInformation: { 11: { sensor_positions: [1, 2] } },
    cableIds: [11],
    cableIdsDiffer: false,
    moistureSources: ['wheat-hard-henderson'],
    ...serializeScalars({
      ...toScalars(() => null),
      battery: 86,
      co2: 460,
      ambientTemperature: 6.2,
      ambientHumidity: 65,
    }),
    averageTemperature: 14.7,
    averageHumidity: 62,
    averageMoisture: 13.25,
    ambientMoisture: 13.9,
    anyError: false,
    clockWrong: false,
    fillPercent: 71.6,
    levelKnown: true,
    loadQuantity: 7_160,
    ...changes,
  };
}

/** The same reading as a live message, by default of a bin without a fan. */
export function exampleLiveReading(changes: Partial<LiveReading> = {}): LiveReading {
  return { ...exampleReading(), fan: { attached: false, running: null, since: null }, ...changes };
}
