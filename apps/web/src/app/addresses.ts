import { type BinState, worstFirst } from '@granary/domain/bins/state';

interface BinFilterSearch {
  readonly state?: BinState;
  readonly farm?: number;
  readonly crop?: string;
}

/** Which bins are shown; what cannot be read does not restrict. */
export function binFilterSearch(search: Record<string, unknown>): BinFilterSearch {
  const state = worstFirst.find((known) => known === search['state']);
  const { farm, crop } = search;
  return {
    ...(state !== undefined && { state }),
    ...(typeof farm === 'number' && { farm }),
    ...(typeof crop === 'string' && { crop }),
  };
}

/** A number in a path; null where it is none. */
export const pathId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);
