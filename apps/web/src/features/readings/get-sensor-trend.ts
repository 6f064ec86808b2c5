import { dailyReadings } from '@granary/contract/readings/http';
import { DAY, type Millis, MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The greatest temperature, °C, of one sensor on each of the last eight days, oldest first. */
export interface SensorTrend {
  readonly values: readonly (number | null)[];
  /** From the first to the last day that has one. */
  readonly change: number;
  readonly days: number;
}

/** The bin's last days; a day of the farm can begin a day of UTC early or late. */
export function lastDays(binId: number, until: Millis) {
  const from = dayOfUtc(until - 8 * DAY);
  const to = dayOfUtc(until + DAY);
  return queryOptions({
    queryKey: ['days', binId, from, to],
    queryFn: ({ signal }) =>
      call(dailyReadings, { query: { bin_sensor_id: binId, from, to } }, signal),
    staleTime: 5 * MINUTE,
  });
}

function dayOfUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

interface Day {
  readonly day: string;
  readonly maxTemperatures: readonly (readonly (number | null)[])[];
}

/** The trend of the sensor at a position of a cable, both from 1; null where there is none. */
export function sensorTrend(
  days: readonly Day[],
  cable: number,
  position: number,
): SensorTrend | null {
  const points = days.slice(-8).map(({ day, maxTemperatures }) => ({
    day,
    celsius: maxTemperatures[cable - 1]?.[position - 1] ?? null,
  }));
  const known = points.flatMap(({ day, celsius }) => (celsius === null ? [] : [{ day, celsius }]));
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    values: points.map((point) => point.celsius),
    change: last.celsius - first.celsius,
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
  };
}
