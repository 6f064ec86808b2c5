import { type SearchModel, type SearchResult, search } from '@granary/contract/search/http';
import { SECOND } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const MAX_RESULTS = 50;

/** An answer with its query: the previous one is shown until the next arrives. */
export interface SearchAnswer {
  readonly model: SearchModel;
  readonly text: string;
  readonly results: readonly SearchResult[];
}

/** Searches for a text. Late answers to earlier texts are dropped. */
export function searchQuery(model: SearchModel, text: string) {
  return queryOptions({
    queryKey: ['search', model, text],
    queryFn: async ({ signal }): Promise<SearchAnswer> => ({
      model,
      text,
      results: await call(search, { body: { model, text } }, signal),
    }),
    staleTime: 30 * SECOND,
    placeholderData: keepPreviousData,
  });
}
