import { latestReadingQuery } from '../../bin-data/latest-reading.ts';
import { binQuery } from '../../features/bins/api/get-bin.ts';
import { queryClient } from '../../lib/query-client.ts';

/**
 * Starts the queries of a bin's page while the page's code loads. The page makes the same queries and shows
 * their errors.
 */
export function prefetchBin(id: number, { isLatest }: { readonly isLatest: boolean }): void {
  void queryClient.prefetchQuery(binQuery(id));
  if (isLatest) void queryClient.prefetchQuery(latestReadingQuery(id));
}
