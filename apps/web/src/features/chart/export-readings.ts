import { exportReadings } from '@granary/contract/readings/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { callForFile } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import type { ChartDays } from './get-chart.ts';

/** Every reading of the last days of a bin, with every sensor, as a CSV file. */
export function readingsFile(binId: number, days: ChartDays): Promise<Blob> {
  // Boards' clocks may run a little ahead, and their readings belong to the file too.
  const to = millis(now() + HOUR);
  const query = { bin_sensor_id: binId, from: millis(now() - days * DAY), to };
  return callForFile(exportReadings, { query });
}
