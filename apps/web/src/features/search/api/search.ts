import { type SearchModel, type SearchResult, search } from '@granary/contract/search/http';
import { SECOND } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** An answer holds at most so many. */
export const MAX_RESULTS = 50;

/** An answer with what it was asked for: until the next one comes, the last one stands. */
export interface SearchAnswer {
  readonly model: SearchModel;
  readonly text: string;
  readonly results: readonly SearchResult[];
}

/** What a text names. A late answer to an earlier text is dropped. */
export function searchQuery(model: SearchModel, text: string) {
  return queryOptions({
    queryKey: ['search', model, text],
    queryFn: async ({ signal }): Promise<SearchAnswer> => ({
      ...{ model, text },
      results: await call(search, { body: { model, text } }, signal),
    }),
    staleTime: 30 * SECOND,
    placeholderData: keepPreviousData,
  });
}
