import { alertStates, MAX_ALERT_SEARCH_LENGTH } from '@granary/contract/alerts/filters';
import { bounds } from '@granary/contract/bins/bounds';
import { parseWireState, type WireState, wireStates } from '@granary/contract/bins/wire-states';
import { FRAME_KINDS, MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import { alertRules } from '@granary/domain/alerts/alert';
import { securityEventKinds } from '@granary/domain/security-events/security-event';
import { type Millis, millis } from '@granary/domain/units';
import type { AlertFilters } from '../../features/alerts/api/get-alerts.ts';
import type { FrameFilters } from '../../features/raw-data/api/get-frames.ts';
import type { EventFilters } from '../../features/security-events/api/get-security-events.ts';

/**
 * Makes a `validateSearch` from a parser. The router merges its result into the typed search, so
 * every parameter that was not parsed must be set to undefined.
 */
export function makeSearchParser<Search extends object>(
  parse: (search: Record<string, unknown>) => Search,
): (search: Record<string, unknown>) => Search {
  return (search) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  });
}

/** The largest time that a Date can hold, ms since 1970. */
const MAX_TIME = 8.64e15;

/** Parses a time in an address; null if it is not a time. */
export const parseTime = (value: unknown): Millis | null =>
  typeof value === 'number' && Math.abs(value) <= MAX_TIME ? millis(value) : null;

interface BinFilterSearch {
  readonly state?: WireState;
  readonly farm?: number;
  readonly crop?: string;
}

/** Parses the filters for a list of bins; invalid filters are ignored. */
export function parseBinFilterSearch(search: Record<string, unknown>): BinFilterSearch {
  const state = parseWireState(search['state']);
  const { farm, crop } = search;
  return {
    ...(state !== null && { state: wireStates[state] }),
    ...(typeof farm === 'number' && { farm }),
    ...(typeof crop === 'string' && { crop }),
  };
}

interface BinStationSearch {
  /** The main board of a new bin. */
  readonly board?: string;
  /** The number of the bin on that board. */
  readonly number?: number;
}

/** Parses the main board and the number of a new bin; invalid values are ignored. */
export function parseBinStationSearch(search: Record<string, unknown>): BinStationSearch {
  const { board, number } = search;
  // The router parses an ID that has only digits as a number.
  const id = typeof board === 'number' ? String(board) : board;
  return {
    ...(typeof id === 'string' && MAIN_BOARD_ID_PATTERN.test(id) && { board: id }),
    ...(typeof number === 'number' && isBinNumber(number) && { number }),
  };
}

function isBinNumber(number: number): boolean {
  const { min, max } = bounds.binNumber;
  return Number.isInteger(number) && number >= min && number <= max;
}

interface ChartSearch {
  readonly days?: number | undefined;
  readonly series?: string | undefined;
  /** Chosen sensors, as `cable.row`: '3.11,3.6'. */
  readonly sensors?: string | undefined;
  /** What the sensors are compared with: the same days last year, or the bin with this ID. */
  readonly against?: 'last-year' | number | undefined;
  readonly step?: string | undefined;
}

/** Parses the settings of a chart; the page checks them against the bin. */
export function parseChartSearch(search: Record<string, unknown>): ChartSearch {
  const { days, series, sensors, against, step } = search;
  return {
    // The router parses a single sensor as a number.
    ...((typeof sensors === 'string' || typeof sensors === 'number') && {
      sensors: String(sensors),
    }),
    ...((against === 'last-year' || typeof against === 'number') && { against }),
    ...(typeof step === 'string' && { step }),
    ...(typeof days === 'number' && { days }),
    ...(typeof series === 'string' && { series }),
  };
}

interface RawDataSearch extends FrameFilters {
  readonly page?: number;
  readonly until?: Millis;
}

/** Parses the filters of raw data; `page`: from 1; `until`: no page shows frames newer than this. */
export function parseRawDataSearch(search: Record<string, unknown>): RawDataSearch {
  const { id, date, unread, page, until } = search;
  const type = FRAME_KINDS.find((kind) => kind === search['type']);
  const untilTime = parseTime(until);
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    ...(typeof date === 'string' && { date }),
    ...(type !== undefined && { type }),
    ...(unread === true && { unread }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    ...(untilTime !== null && { until: untilTime }),
  };
}

/** Parses the filters of security events; `page`: from 1. */
export function parseSecurityEventSearch(
  search: Record<string, unknown>,
): EventFilters & { readonly page?: number } {
  const { address, user, board, page } = search;
  const kind = securityEventKinds.find((known) => known === search['kind']);
  return {
    ...(kind !== undefined && { kind }),
    ...(typeof address === 'string' && { address }),
    ...(typeof user === 'number' && { user }),
    ...((typeof board === 'string' || typeof board === 'number') && { board: String(board) }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  };
}

/** Parses the filters of alerts; `page`: from 1. */
export function parseAlertSearch(
  search: Record<string, unknown>,
): AlertFilters & { readonly page?: number } {
  const { farm, bin, search: text, page } = search;
  const state = alertStates.find((known) => known === search['state']);
  const rule = alertRules.find((known) => known === search['rule']);
  return {
    ...(state !== undefined && state !== 'open' && { state }),
    ...(typeof farm === 'number' && { farm }),
    ...(typeof bin === 'number' && { bin }),
    ...(rule !== undefined && { rule }),
    ...((typeof text === 'string' || typeof text === 'number') &&
      text !== '' && { search: String(text).slice(0, MAX_ALERT_SEARCH_LENGTH) }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  };
}

/** Parses an ID in a path; null if it is not valid. */
export const parsePathId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/**
 * The numbers of a bin's tabs in the address; the first tab, the results, has none. The inventory is 2 if it
 * is entered by hand and 3 if it is measured.
 */
const binTabs = [2, 3, 4, 5] as const;
export type BinTab = (typeof binTabs)[number];

export const isBinTab = (value: unknown): value is BinTab => binTabs.some((tab) => tab === value);
