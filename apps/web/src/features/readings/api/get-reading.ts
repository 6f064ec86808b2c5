import { getSensorReadingByFilters } from '@granary/contract/readings/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { call } from '../../../lib/api.ts';

/** The latest reading for a gauge that is watched while a truck unloads. */
export function gaugeReadingQuery(binId: number) {
  return {
    ...latestReadingQuery(binId),
    refetchInterval: 5 * SECOND,
    refetchOnWindowFocus: 'always',
  } as const;
}

/** The newest reading at or before a given time, at most 24 hours older; null if there is none. */
export function readingAtQuery(binId: number, at: Millis) {
  return queryOptions({
    queryKey: ['reading', binId, at],
    queryFn: ({ signal }) => fetchReadingAtOrBefore(binId, at, signal),
    staleTime: MINUTE,
  });
}

export async function fetchReadingAtOrBefore(
  binId: number,
  at: number,
  signal?: AbortSignal,
): Promise<Reading | null> {
  const query = { bin_sensor_id: binId, dateTime: millis(at) };
  const readings = await call(getSensorReadingByFilters, { query }, signal);
  return readings[0] ?? null;
}
