import {
  reportedFillPercent,
  toDomainReading,
  toSensorStatuses,
} from '@granary/contract/readings/domain-reading';
import type { Reading, SensorsInformation } from '@granary/contract/readings/reading-response';
import { findHotSensors } from '@granary/domain/bins/assess-bin';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';

interface BinOfSensors {
  readonly differenceAlertC: number | null;
  readonly sensorsInformation: SensorsInformation;
}

/** Finds the hot sensors of a reading with the `temperature_difference` of its bin. */
export function findReadingHotSensors(bin: BinOfSensors, reading: Reading): HotSensor[] {
  return findHotSensors({
    reading: toDomainReading(reading),
    cables: reading.cables,
    getStatus: toSensorStatuses(reading.cables, bin.sensorsInformation),
    fillPercent: reportedFillPercent(reading),
    difference: bin.differenceAlertC,
  });
}
