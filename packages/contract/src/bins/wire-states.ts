import type { BinState } from '@granary/domain/bins/state';

/** The wire names of the bin states; bookmarked URLs contain them too. */
export const wireStates = {
  critical: 'grave',
  warning: 'warn',
  'no-data': 'silent',
  watch: 'watch',
  unknown: 'unknown',
  ok: 'ok',
} as const satisfies Readonly<Record<BinState, string>>;

export type WireState = (typeof wireStates)[BinState];

/** Parses a state's wire name; null if it is unknown. */
export function parseWireState(text: unknown): BinState | null {
  const names = Object.keys(wireStates) as BinState[];
  return names.find((state) => wireStates[state] === text) ?? null;
}
