import type { Reading, SensorsInformation } from '@granary/contract/readings/wire';
import {
  DEFAULT_DIFFERENCE,
  type HotSensor,
  hotSensors,
} from '@granary/domain/readings/hot-sensors';
import { domainReading, flipsOf, knownLoad, statusesOf, subBinsOf } from './served-reading.ts';

interface WithDifference {
  readonly differenceAlertC: number | null;
}

interface BinOfSensors extends WithDifference {
  readonly sensorsInformation: SensorsInformation;
}

/** From how many °C above its like a sensor of the bin is hot; 0 would be all that are not cool. */
export function differenceOf({ differenceAlertC }: WithDifference): number {
  return differenceAlertC || DEFAULT_DIFFERENCE;
}

/** The hot sensors of a reading by its bin's own `temperature_difference`. */
export function hotSensorsOf(bin: BinOfSensors, reading: Reading): HotSensor[] {
  return hotSensors({
    temperatures: domainReading(reading).temperatures,
    statusOf: statusesOf(reading.cables, bin.sensorsInformation),
    flips: flipsOf(reading),
    subBins: subBinsOf(reading),
    loadPercent: knownLoad(reading),
    difference: differenceOf(bin),
  });
}
