import { type BinState, worstFirst } from '@granary/domain/bins/state';

/** How a bin, a sensor or an alert stands. */
export type State = BinState;

/** Sorts the worse state first: negative when `a` is worse than `b`. */
export function byState(a: State, b: State): number {
  return worstFirst.indexOf(a) - worstFirst.indexOf(b);
}

/** How a fan stands; a bin without a fan draws none. */
export type FanState = 'on' | 'off' | 'no-air' | 'waiting';
