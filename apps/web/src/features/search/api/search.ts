import { type SearchResult, search } from '@granary/contract/search/http';
import type { SearchModel } from '@granary/contract/search/models';
import { SECOND } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const MAX_RESULTS = 50;

/** A response with its query, because the previous response is shown until the next arrives. */
export interface SearchResponse {
  readonly model: SearchModel;
  readonly text: string;
  readonly results: readonly SearchResult[];
}

/** Searches for text. Late responses to earlier searches are dropped. */
export function searchQuery(model: SearchModel, text: string) {
  return queryOptions({
    queryKey: ['search', model, text],
    queryFn: async ({ signal }): Promise<SearchResponse> => ({
      model,
      text,
      results: await call(search, { body: { model, text } }, signal),
    }),
    staleTime: 30 * SECOND,
    placeholderData: keepPreviousData,
  });
}
