import type { BinState } from '@granary/domain/bins/state';

/** The state of a bin, a sensor or an alert. */
export type State = BinState;

/** The state of a fan; a bin without a fan shows none. */
export type FanState = 'on' | 'off' | 'no-air' | 'waiting';
