import { getSensorSeries } from '@granary/contract/readings/http';
import type { SensorLocation } from '@granary/domain/readings/sensor-series';
import { DAY, MINUTE, type Millis, millis } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** A sensor's daily values for the eight days up to a given time. */
export function sensorDaysQuery(binId: number, sensor: SensorLocation, until: Millis) {
  return queryOptions({
    queryKey: ['sensorDays', binId, sensor.cable, sensor.row, until],
    queryFn: ({ signal }) => {
      const range = { from: millis(until - 7 * DAY), to: until, step: 'day' as const };
      const query = { bin_sensor_id: binId, sensors: [sensor], ...range };
      return call(getSensorSeries, { query }, signal);
    },
    staleTime: 5 * MINUTE,
  });
}
