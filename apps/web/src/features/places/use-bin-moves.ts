import { useReducer } from 'react';
import type { MapBin } from './components/bin-marker.tsx';
import type { Position } from './positions.ts';

/** What there is to say of the last move of a bin. */
export type MoveMessage =
  | { readonly kind: 'nothing' }
  /** `from` is null where it had no position before, which nothing leads back to. */
  | { readonly kind: 'moved'; readonly bin: MapBin; readonly from: Position | null }
  | { readonly kind: 'moved-back'; readonly bin: MapBin }
  | { readonly kind: 'cancelled'; readonly bin: MapBin };

/** A move that was not saved: it is told until that bin is moved again. */
export interface FailedMove {
  readonly bin: MapBin;
  readonly to: Position;
  readonly error: unknown;
}

export interface MoveState {
  readonly message: MoveMessage;
  readonly failed: readonly FailedMove[];
}

export type MoveEvent =
  | { readonly kind: 'asked'; readonly bin: MapBin }
  | { readonly kind: 'done'; readonly told: MoveMessage }
  | { readonly kind: 'failed'; readonly move: FailedMove }
  /** Something else begins, beside which the last move is not to be told. */
  | { readonly kind: 'passed' }
  | { readonly kind: 'ended' };

export const INITIAL_MOVES: MoveState = { message: { kind: 'nothing' }, failed: [] };

/** What there is to tell after an event: of bins moved meanwhile a failure is not covered. */
export function nextMoveState(before: MoveState, event: MoveEvent): MoveState {
  const without = (bin: MapBin) => before.failed.filter((one) => one.bin.id !== bin.id);
  switch (event.kind) {
    case 'asked':
      return { message: { kind: 'nothing' }, failed: without(event.bin) };
    case 'done':
      return {
        message: event.told,
        failed: isMoved(event.told) ? without(event.told.bin) : before.failed,
      };
    case 'failed':
      return { ...before, failed: [...without(event.move.bin), event.move] };
    case 'passed':
      return { ...before, message: { kind: 'nothing' } };
    case 'ended':
      return INITIAL_MOVES;
  }
}

/** Of a bin that stands where it was put an earlier failure is of no use, and its retry would harm. */
const isMoved = (told: MoveMessage) => told.kind === 'moved' || told.kind === 'moved-back';

export interface BinMoves extends MoveState {
  move(bin: MapBin, to: Position): void;
  undo(bin: MapBin, from: Position): void;
  cancel(bin: MapBin): void;
  clearMessage(): void;
  reset(): void;
}

/** Moves bins on the map, one way and back, and remembers how that went. */
export function useBinMoves(save: (binId: number, to: Position) => Promise<unknown>): BinMoves {
  const [moves, happen] = useReducer(nextMoveState, INITIAL_MOVES);
  const carry = (bin: MapBin, to: Position, told: MoveMessage) => {
    happen({ kind: 'asked', bin });
    save(bin.id, to).then(
      () => happen({ kind: 'done', told }),
      (error: unknown) => happen({ kind: 'failed', move: { bin, to, error } }),
    );
  };
  return {
    ...moves,
    move: (bin, to) => carry(bin, to, { kind: 'moved', bin, from: bin.at }),
    undo: (bin, from) => carry(bin, from, { kind: 'moved-back', bin }),
    cancel: (bin) => happen({ kind: 'done', told: { kind: 'cancelled', bin } }),
    clearMessage: () => happen({ kind: 'passed' }),
    reset: () => happen({ kind: 'ended' }),
  };
}
