import { searchPlaces } from '@granary/contract/places/http';
import { HOUR } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Shorter texts are not searched for. */
export const MIN_LETTERS = 2;

/** The places that a text names. */
export function placeSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['places', text],
    queryFn: ({ signal }) => call(searchPlaces, { query: { text } }, signal),
    enabled: text.length >= MIN_LETTERS,
    staleTime: HOUR,
    // Whether a provider is there does not change within a second.
    retry: false,
  });
}
