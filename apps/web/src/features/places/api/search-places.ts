import { searchPlaces } from '@granary/contract/places/http';
import { HOUR } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const MIN_LETTERS = 2;

export function placeSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['places', text],
    queryFn: ({ signal }) => call(searchPlaces, { query: { text } }, signal),
    enabled: text.length >= MIN_LETTERS,
    staleTime: HOUR,
    // A missing provider does not appear within seconds.
    retry: false,
  });
}
