import type { BinState } from '@granary/domain/bins/state';

/** How a bin, a sensor or an alert stands. */
export type State = BinState;

/** How a fan stands; a bin without a fan draws none. */
export type FanState = 'on' | 'off' | 'no-air' | 'waiting';
