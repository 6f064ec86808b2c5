import * as z from 'zod/mini';

/** The position of a page in its list. `total` repeats `totalCount`. */
export const pagination = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  totalCount: z.number(),
  total: z.number(),
  /** Whether there are more than `total` items; the rest were not counted. */
  total_is_least: z.boolean(),
  limit: z.number(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/**
 * Creates the pagination for page `page` (from 1) of a list of `total` items, with `limit` items per page.
 */
export function toPagination(
  page: number,
  limit: number,
  total: number,
  isCapped: boolean,
): Pagination {
  const totalPages = Math.ceil(total / limit);
  return {
    currentPage: page,
    totalPages,
    totalCount: total,
    total,
    total_is_least: isCapped,
    limit,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  };
}
