import { getOwnBins } from '@granary/contract/bins/lists';
import type { Reading } from '@granary/contract/readings/reading-response';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { latestReadingQuery, pickNewerReading } from '../../../bin-data/latest-reading.ts';
import { call } from '../../../lib/api.ts';
import { live } from '../../../lib/live-client.ts';

/** With more bins than this, loading only the readings of the open cards takes far less data. */
const MAX_BINS = 100;

export const canLoadAllReadings = (binCount: number) => binCount <= MAX_BINS;

/** Fetches the latest readings of all the user's bins in one call, and caches each reading under its bin. */
export const loadAllReadingsQuery = queryOptions({
  queryKey: ['reading', 'all'],
  queryFn: async ({ signal, client }) => {
    // Watches first, so that no reading is missed: a live reading that arrives during the call replaces an
    // older one.
    await live.waitUntilWatching({ all: true });
    const getNewest = live.trackNewestReadings();
    for (const { id, latest } of await call(getOwnBins, { query: {} }, signal)) {
      client.setQueryData<Reading | null>(latestReadingQuery(id).queryKey, (cached) =>
        pickNewerReading(pickNewerReading(latest, getNewest(id)), cached ?? null),
      );
    }
    return true;
  },
  staleTime: MINUTE,
});
