import { getLatestCommand } from '@granary/contract/commands/http';
import { SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A command that waits is asked after so often. */
const WAITING = 10 * SECOND;

/** The latest fan command of a main board; null where there never was one. */
export function latestCommand(mainBoardId: string) {
  return queryOptions({
    queryKey: ['latest-command', mainBoardId],
    queryFn: ({ signal }) => call(getLatestCommand, { query: { mainBoardId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'unpublished' ? WAITING : false),
  });
}
