import { domainReading, knownLoad, statusesOf } from '@granary/contract/readings/served';
import type { Reading, SensorsInformation } from '@granary/contract/readings/wire';
import { hotIn } from '@granary/domain/bins/judge';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';

interface BinOfSensors {
  readonly differenceAlertC: number | null;
  readonly sensorsInformation: SensorsInformation;
}

/** The hot sensors of a reading by its bin's own `temperature_difference`. */
export function hotSensorsOf(bin: BinOfSensors, reading: Reading): HotSensor[] {
  return hotIn({
    reading: domainReading(reading),
    cables: reading.cables,
    statusOf: statusesOf(reading.cables, bin.sensorsInformation),
    loadPercent: knownLoad(reading),
    difference: bin.differenceAlertC,
  });
}
