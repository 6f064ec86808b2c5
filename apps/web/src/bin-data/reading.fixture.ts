import {
  getFillPercent,
  toDomainReading,
  toMoistureGrid,
} from '@granary/contract/readings/domain-reading';
import type { LiveReading } from '@granary/contract/readings/live';
import type { Reading } from '@granary/contract/readings/reading-response';
import { serializeScalars } from '@granary/contract/readings/scalars';
import { getCableFlips } from '@granary/domain/cables/cable-layout';
import { summarizeGrain } from '@granary/domain/readings/grain-values';
import { toScalars } from '@granary/domain/readings/scalars';
import { millis } from '@granary/domain/units';

/**
 * A reading of one cable with two sensors, with the changes that a test makes. The values under grain are
 * calculated from the others, with all sensors enabled.
 */
export function makeExampleReading(changes: Partial<Reading> = {}): Reading {
  const reading: Reading = {
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
    grainAverageTemperature: null,
    grainAverageHumidity: null,
    grainAverageMoisture: null,
    grainHottest: null,
    grainWettest: null,
    hotSensors: [],
    co2Risk: null,
    sustainedFindings: [],
    ambientMoisture: 13.9,
    anyError: false,
    clockWrong: false,
    fillPercent: 76.4,
    isLevelKnown: true,
    loadQuantity: 7_640,
    ...changes,
  };
  const grain = summarizeGrain({
    reading: toDomainReading(reading),
    moistures: toMoistureGrid(reading),
    getStatus: () => 'unmute',
    flips: getCableFlips(reading.cables, reading.temperatures.length),
    fillPercent: getFillPercent(reading),
  });
  return {
    ...reading,
    grainAverageTemperature: grain.averageTemperature,
    grainAverageHumidity: grain.averageHumidity,
    grainAverageMoisture: grain.averageMoisture,
    grainHottest: grain.hottest,
    grainWettest: grain.wettest,
    ...changes,
  };
}

/** The same reading as a live message, by default of a bin without a fan. */
export function makeExampleLiveReading(changes: Partial<LiveReading> = {}): LiveReading {
  return {
    ...makeExampleReading(),
    fan: { isAttached: false, isRunning: null, since: null },
    ...changes,
  };
}
