import { getChannels, testChannel } from '@granary/contract/notifications/channels';
import type { ChannelName } from '@granary/domain/notifications/channel';
import { SECOND } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How often the result of a pending test is requested. */
const TEST_POLL_MS = 2 * SECOND;

/** The user's message channels; refetched while a test message is waiting to be sent. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call(getChannels, {}, signal),
  refetchInterval: ({ state }) => {
    const isWaiting = state.data?.some(({ test }) => test?.state === 'waiting');
    return isWaiting ? TEST_POLL_MS : false;
  },
});

/** Sends the user a test message through a channel. */
export function useTestChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: ChannelName) => call(testChannel, { body: { name } }),
    onSuccess: (channels) => client.setQueryData(channelsQuery.queryKey, channels),
  });
}
