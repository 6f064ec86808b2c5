import { MINUTE, SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { farmStatesCall, farmsCall } from '../../../bin-data/list-calls.ts';
import { call } from '../../../lib/api.ts';

/** A user's farms. */
export function farmsQuery(userId: number) {
  return queryOptions({
    queryKey: ['farms', 'of', userId],
    queryFn: ({ signal }) => call(...farmsCall(userId), signal),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}

/** The states of the bins on a user's farms; refetched every minute while they are shown. */
export function farmStatesQuery(userId: number) {
  return queryOptions({
    queryKey: ['farm-states', userId],
    queryFn: ({ signal }) => call(...farmStatesCall(userId), signal),
    // A preloaded response is not fetched again; 3 s is too short for a user to mute a sensor and return to
    // outdated states.
    staleTime: 3 * SECOND,
    refetchInterval: MINUTE,
  });
}
