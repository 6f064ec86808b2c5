import { MINUTE, SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { binCall } from '../../../bin-data/bin-calls.ts';
import { call } from '../../../lib/api.ts';
import { live } from '../../../lib/live-client.ts';

/** How often a bin is fetched while commands wait for its board, and while none do. */
const OPEN_COMMAND_INTERVALS = { realtime: 3 * SECOND, sleep: 30 * SECOND };
const IDLE_INTERVAL = MINUTE;

/** One bin with its settings, refetched whenever it is opened. */
export function binQuery(id: number) {
  return queryOptions({
    queryKey: ['bin', id],
    queryFn: async ({ signal }) => {
      const getNewest = live.trackNewestReadings();
      const bin = await call(...binCall(id), signal);
      return { ...bin, fan: getNewest(id)?.fan ?? bin.fan };
    },
    staleTime: 0,
    // Bins opened during this visit stay available offline.
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.openCommands.length === 0) return IDLE_INTERVAL;
      return OPEN_COMMAND_INTERVALS[data.firmwareName === 'realtime' ? 'realtime' : 'sleep'];
    },
  });
}
