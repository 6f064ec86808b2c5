import {
  exportFilteredData,
  getAllRawData,
  getFilteredData,
} from '@granary/contract/raw-data/http';
import type { Millis } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForStream, type RouteRequest } from '../../../lib/api.ts';
import { type SaveOptions, saveStream } from '../../../lib/save-stream.ts';

export const PAGE_SIZE = 10;

export interface FrameFilters {
  readonly id?: string;
  /** A day in the browser's time zone, `YYYY-MM-DD`. */
  readonly date?: string;
  readonly type?: FrameType;
  /** Finds only rejected frames. */
  readonly unread?: true;
}
export type FrameType = Exclude<
  NonNullable<RouteRequest<typeof getFilteredData>['body']['type']>,
  ''
>;

export function isFiltered({ id, date, type, unread }: FrameFilters): boolean {
  return [id, date, type, unread].some((filter) => filter !== undefined);
}

export const newestFramesQuery = queryOptions({
  queryKey: ['raw-data', 'newest'],
  queryFn: ({ signal }) => call(getAllRawData, {}, signal),
});

/** A page of frames; pages are numbered from 1, and `until` keeps them stable while new frames arrive. */
export function filteredFramesQuery(
  filters: FrameFilters,
  page: number,
  until: Millis | undefined,
) {
  return queryOptions({
    queryKey: ['raw-data', filters, page, until ?? null],
    queryFn: ({ signal }) =>
      call(
        getFilteredData,
        { body: { ...toRequestBody(filters, until), page, limit: PAGE_SIZE } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Saves all matching frames as a CSV file; see `saveStream`. */
export function saveFrames(
  filters: FrameFilters,
  until: Millis | undefined,
  name: string,
  saving: SaveOptions,
): Promise<boolean> {
  const request = { body: toRequestBody(filters, until) };
  const openStream = (signal: AbortSignal) => callForStream(exportFilteredData, request, signal);
  return saveStream(name, openStream, saving);
}

function toRequestBody(filters: FrameFilters, until: Millis | undefined) {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { ...filters, time_zone, ...(until !== undefined && { until }) };
}
