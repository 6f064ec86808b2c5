import { getOwnBins } from '@granary/contract/bins/lists';
import type { Reading } from '@granary/contract/readings/reading-response';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { latestReadingQuery, pickNewerReading } from '../../../bin-data/latest-reading.ts';
import { call } from '../../../lib/api.ts';
import { live } from '../../../lib/live-client.ts';

/** With more bins, the few open cards on the screen need far less than all readings. */
const MAX_BINS = 100;

export const canLoadAllReadings = (bins: number) => bins <= MAX_BINS;

/** Fetches the latest readings of all the user's bins in one call, and caches each for its own bin. */
export const loadAllReadingsQuery = queryOptions({
  queryKey: ['reading', 'all'],
  queryFn: async ({ signal, client }) => {
    // Watches first, so that none is missed: a live reading that arrives during the call replaces an older one.
    await live.whenWatching({ all: true });
    const newest = live.trackNewest();
    for (const { id, latest } of await call(getOwnBins, { query: {} }, signal)) {
      client.setQueryData<Reading | null>(latestReadingQuery(id).queryKey, (known) =>
        pickNewerReading(pickNewerReading(latest, newest(id)), known ?? null),
      );
    }
    return true;
  },
  staleTime: MINUTE,
});
