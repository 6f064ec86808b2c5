import type { Reading, SensorsInformation } from '@granary/contract/readings/wire';
import {
  DEFAULT_DIFFERENCE,
  type HotSensor,
  hotSensors,
} from '@granary/domain/readings/hot-sensors';
import { domainReading, flipsOf, knownLoad, statusesOf } from './served-reading.ts';

interface BinOfSensors {
  readonly sensorsInformation: SensorsInformation;
  readonly differenceAlertC: number | null;
}

/** The hot sensors of a reading by its bin's own `temperature_difference`. */
export function hotSensorsOf(bin: BinOfSensors, reading: Reading): HotSensor[] {
  return hotSensors({
    temperatures: domainReading(reading).temperatures,
    statusOf: statusesOf(reading.cables, bin.sensorsInformation),
    flips: flipsOf(reading),
    loadPercent: knownLoad(reading),
    difference: bin.differenceAlertC ?? DEFAULT_DIFFERENCE,
  });
}
