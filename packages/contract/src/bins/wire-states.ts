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
