import { type WireState, wireStates } from '@granary/contract/bins/wire-states';
import { FRAME_KINDS } from '@granary/contract/boards/topics';
import { type BinState, binStates } from '@granary/domain/bins/state';
import { type Millis, millis } from '@granary/domain/units';
import type { FrameFilters } from '../../features/raw-data/api/get-frames.ts';

/**
 * What a page takes of its address' search. The router lays it over what was typed: what cannot be
 * read must be taken out by name.
 */
export function makeSearchParser<Search extends object>(
  read: (search: Record<string, unknown>) => Search,
): (search: Record<string, unknown>) => Search {
  return (search) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
}

/** The farthest instant from 1970 that a date can be of, ms. */
const MAX_INSTANT = 8.64e15;

/** An instant in an address; null where it is none. */
export const parseInstant = (value: unknown): Millis | null =>
  typeof value === 'number' && Math.abs(value) <= MAX_INSTANT ? millis(value) : null;

/** The state that an address names; null where it names none. */
export function parseAddressedState(text: unknown): BinState | null {
  return binStates.find((state) => wireStates[state] === text) ?? null;
}

interface BinFilterSearch {
  readonly state?: WireState;
  readonly farm?: number;
  readonly crop?: string;
}

/** Which bins are shown; what cannot be read does not restrict. */
export function parseBinFilterSearch(search: Record<string, unknown>): BinFilterSearch {
  const state = parseAddressedState(search['state']);
  const { farm, crop } = search;
  return {
    ...(state !== null && { state: wireStates[state] }),
    ...(typeof farm === 'number' && { farm }),
    ...(typeof crop === 'string' && { crop }),
  };
}

interface ChartSearch {
  readonly days?: number;
  readonly series?: string;
}

/** How far back a chart reaches and what it draws; the page knows which of both there are. */
export function parseChartSearch({ days, series }: Record<string, unknown>): ChartSearch {
  return {
    ...(typeof days === 'number' && { days }),
    ...(typeof series === 'string' && { series }),
  };
}

interface RawDataSearch extends FrameFilters {
  readonly page?: number;
  readonly until?: Millis;
}

/** Filters; `page`: from 1; `until`: the instant that pages stand still at. */
export function parseRawDataSearch(search: Record<string, unknown>): RawDataSearch {
  const { id, date, unread, page, until } = search;
  const type = FRAME_KINDS.find((known) => known === search['type']);
  const standingAt = parseInstant(until);
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    ...(typeof date === 'string' && { date }),
    ...(type !== undefined && { type }),
    ...(unread === true && { unread }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    ...(standingAt !== null && { until: standingAt }),
  };
}

/** A number in a path; null where it is none. */
export const parsePathId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/**
 * The tabs of a bin by their numbers; the first, its results, needs none in the address. The
 * inventory is 2 where it is written by hand and 3 where it is measured.
 */
const binTabs = [2, 3, 4, 5] as const;
export type BinTab = (typeof binTabs)[number];

export const isBinTab = (value: unknown): value is BinTab => binTabs.some((tab) => tab === value);
