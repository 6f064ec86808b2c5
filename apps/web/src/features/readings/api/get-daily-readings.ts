import { dailyReadings } from '@granary/contract/readings/http';
import { DAY, MINUTE, type Millis } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The bin's last days; a day more on each side, because farm days differ from UTC days. */
export function dailyReadingsQuery(binId: number, until: Millis) {
  const from = formatUtcDay(until - 8 * DAY);
  const to = formatUtcDay(until + DAY);
  return queryOptions({
    queryKey: ['days', binId, from, to],
    queryFn: ({ signal }) =>
      call(dailyReadings, { query: { bin_sensor_id: binId, from, to } }, signal),
    staleTime: 5 * MINUTE,
  });
}

function formatUtcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
