import { searchPlaces } from '@granary/contract/places/http';
import { HOUR } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Shorter texts are not searched for. */
export const LEAST_LETTERS = 2;

/** The places that a text names. */
export function placesNamed(text: string) {
  return queryOptions({
    queryKey: ['places', text],
    queryFn: ({ signal }) => call(searchPlaces, { query: { text } }, signal),
    enabled: text.length >= LEAST_LETTERS,
    staleTime: HOUR,
    // Whether a provider is there does not change within a second.
    retry: false,
  });
}
