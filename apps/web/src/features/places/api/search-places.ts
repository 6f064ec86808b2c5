import { searchPlaces } from '@granary/contract/places/http';
import { HOUR } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const MIN_SEARCH_LENGTH = 2;

/** Searches for places by name; `text` is null while there is nothing to search for. */
export function placeSearchQuery(text: string | null) {
  return queryOptions({
    queryKey: ['places', text],
    queryFn: ({ signal }) => call(searchPlaces, { query: { text: text ?? '' } }, signal),
    enabled: text !== null && text.length >= MIN_SEARCH_LENGTH,
    staleTime: HOUR,
    // If the provider is unavailable, an immediate retry would not help.
    retry: false,
  });
}
