import type { BinState } from '@granary/domain/bins/state';

/** The names of the bin states on the wire; bookmarked addresses have them too. */
export const wireStates = {
  critical: 'grave',
  warning: 'warn',
  'no-data': 'silent',
  watch: 'watch',
  unknown: 'unknown',
  ok: 'ok',
} as const satisfies Readonly<Record<BinState, string>>;

export type WireState = (typeof wireStates)[BinState];

/** The state with a name on the wire; null if there is none. */
export function parseWireState(text: unknown): BinState | null {
  const names = Object.keys(wireStates) as BinState[];
  return names.find((state) => wireStates[state] === text) ?? null;
}
