import { getLatestFarmCommands } from '@granary/contract/commands/http';
import { SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How often the commands are refetched while a command is waiting to be sent. */
const POLL_INTERVAL = 10 * SECOND;

/** The latest fan command, if any, for each of a farm's main boards. */
export function latestCommandsQuery(farmId: number) {
  return queryOptions({
    queryKey: ['latest-commands', farmId],
    queryFn: ({ signal }) => call(getLatestFarmCommands, { query: { farm_id: farmId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'unpublished') ? POLL_INTERVAL : false,
  });
}
