import { getPlaceProviders, setPlaceProviders } from '@granary/contract/places/providers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';
import { mapSettingsQuery } from './get-map-settings.ts';

export type RequestedProviders = RouteRequest<typeof setPlaceProviders>['body'];

/** The providers of map images and place search. */
export const placeProvidersQuery = queryOptions({
  queryKey: ['place-providers'],
  queryFn: ({ signal }) => call(getPlaceProviders, {}, signal),
});

export function useSetProviders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestedProviders) => call(setPlaceProviders, { body }),
    onSuccess: (providers) => {
      client.setQueryData(placeProvidersQuery.queryKey, providers);
      return client.invalidateQueries({ queryKey: mapSettingsQuery.queryKey });
    },
  });
}
