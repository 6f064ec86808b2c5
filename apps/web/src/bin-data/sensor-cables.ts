import { createStatusLookup, getFillPercent } from '@granary/contract/readings/domain-reading';
import type {
  Cable,
  Reading,
  SensorsInformation,
} from '@granary/contract/readings/reading-response';
import { isAboveEquationRange } from '@granary/domain/moisture/moisture';
import { isUnderGrain } from '@granary/domain/readings/grain-level';
import { depthFromTop, type SensorStatus } from '@granary/domain/readings/sensors';

/** One sensor of a reading at its place in the bin; values that it did not measure are null. */
export interface SensorCell {
  /** Position along the cable, from 1. */
  readonly position: number;
  /** Row number, counted from the top, from 1. */
  readonly depth: number;
  /** °C */
  readonly temperature: number | null;
  /** % wet basis */
  readonly moisture: number | null;
  /** The humidity is above the range of the isotherm, so the true moisture is above this value. */
  readonly isMoistureAboveRange: boolean;
  /** % relative humidity */
  readonly humidity: number | null;
  readonly status: SensorStatus;
  /** True if the sensor is in the air above the grain. */
  readonly isInHeadspace: boolean;
}

export interface SensorCable {
  readonly number: number;
  readonly name: string;
  /** Bus address; -1 if it could not be read. */
  readonly id: number;
  /** The crop of the cable; if it has none, the crop of the bin. */
  readonly crop: string | null;
  readonly subBin: number;
  /** The constant set or table that converted humidity to moisture; null if there is none. */
  readonly moistureSource: string | null;
  /** True if set for the bin, or if the crop has no isotherm. */
  readonly showsHumidity: boolean;
  /** From the top down. */
  readonly cells: readonly SensorCell[];
}

interface CableBinSettings {
  readonly crop: string | null;
  readonly showsHumidity: boolean;
  readonly sensorsInformation: SensorsInformation;
}

/** Arranges the cables of a reading by sub-bin, then by number. */
export function toSensorCables(bin: CableBinSettings, reading: Reading): SensorCable[] {
  return reading.cables
    .map((cable) => {
      const moistureSource = reading.moistureSources[cable.cable - 1] ?? null;
      return {
        number: cable.cable,
        name: cable.name,
        id: cable.cableId,
        crop: cable.crop ?? bin.crop,
        subBin: cable.subBin,
        moistureSource,
        showsHumidity: bin.showsHumidity || moistureSource === null,
        cells: toCells(bin, reading, cable),
      };
    })
    .sort((a, b) => a.subBin - b.subBin || a.number - b.number);
}

function toCells(bin: CableBinSettings, reading: Reading, cable: Cable): SensorCell[] {
  const temperatures = reading.temperatures[cable.cable - 1] ?? [];
  const moistures = reading.moistures[cable.cable - 1] ?? [];
  const humidities = reading.humidities[cable.cable - 1] ?? [];
  const getStatus = createStatusLookup(reading.cables, bin.sensorsInformation);
  const fillPercent = getFillPercent(reading);
  const rows = Math.max(...reading.temperatures.map(({ length }) => length));
  const cells = temperatures.map((temperature, index): SensorCell => {
    const humidity = humidities[index] ?? null;
    const depth = depthFromTop(index + 1, temperatures.length, cable.flip);
    return {
      position: index + 1,
      depth,
      temperature,
      moisture: moistures[index] ?? null,
      isMoistureAboveRange: humidity !== null && isAboveEquationRange(humidity),
      humidity,
      status: getStatus(cable.cable, index + 1),
      isInHeadspace: !isUnderGrain(fillPercent, depth, rows),
    };
  });
  return cells.sort((a, b) => a.depth - b.depth);
}
