import { useReducer } from 'react';
import type { MapBin } from './components/bin-marker.tsx';
import type { Position } from './positions.ts';

/** The message about the last move. */
export type MoveMessage =
  | { readonly kind: 'none' }
  /** `from` is null if the bin had no position; such a move cannot be undone. */
  | { readonly kind: 'moved'; readonly bin: MapBin; readonly from: Position | null }
  | { readonly kind: 'moved-back'; readonly bin: MapBin }
  | { readonly kind: 'canceled'; readonly bin: MapBin };

/** A move that was not saved, shown until the bin is moved again. */
export interface FailedMove {
  readonly bin: MapBin;
  readonly to: Position;
  readonly error: unknown;
}

export interface MoveState {
  readonly message: MoveMessage;
  readonly failedMoves: readonly FailedMove[];
}

export type MoveEvent =
  | { readonly kind: 'started'; readonly bin: MapBin }
  | { readonly kind: 'done'; readonly message: MoveMessage }
  | { readonly kind: 'failed'; readonly move: FailedMove }
  /** Another action started, so the last message is outdated. */
  | { readonly kind: 'cleared' }
  | { readonly kind: 'reset' };

export const INITIAL_MOVES: MoveState = { message: { kind: 'none' }, failedMoves: [] };

/** The state after an event; a failure stays visible when other bins are moved. */
export function reduceMoveState(state: MoveState, event: MoveEvent): MoveState {
  const failedMovesExcept = (bin: MapBin) =>
    state.failedMoves.filter((move) => move.bin.id !== bin.id);
  switch (event.kind) {
    case 'started':
      return { message: { kind: 'none' }, failedMoves: failedMovesExcept(event.bin) };
    case 'done':
      return {
        message: event.message,
        failedMoves: isMoved(event.message)
          ? failedMovesExcept(event.message.bin)
          : state.failedMoves,
      };
    case 'failed':
      return { ...state, failedMoves: [...failedMovesExcept(event.move.bin), event.move] };
    case 'cleared':
      return { ...state, message: { kind: 'none' } };
    case 'reset':
      return INITIAL_MOVES;
  }
}

/** After a successful move, retrying an earlier failed one would undo it. */
const isMoved = (message: MoveMessage) => message.kind === 'moved' || message.kind === 'moved-back';

export interface BinMoves extends MoveState {
  move(bin: MapBin, to: Position): void;
  undo(bin: MapBin, from: Position): void;
  cancel(bin: MapBin): void;
  clearMessage(): void;
  reset(): void;
}

/** Moves bins on the map, with undo, and stores the last result and the failed moves. */
export function useBinMoves(save: (binId: number, to: Position) => Promise<unknown>): BinMoves {
  const [moves, dispatch] = useReducer(reduceMoveState, INITIAL_MOVES);
  const start = (bin: MapBin, to: Position, message: MoveMessage) => {
    dispatch({ kind: 'started', bin });
    save(bin.id, to).then(
      () => dispatch({ kind: 'done', message }),
      (error: unknown) => dispatch({ kind: 'failed', move: { bin, to, error } }),
    );
  };
  return {
    ...moves,
    move: (bin, to) => start(bin, to, { kind: 'moved', bin, from: bin.position }),
    undo: (bin, from) => start(bin, from, { kind: 'moved-back', bin }),
    cancel: (bin) => dispatch({ kind: 'done', message: { kind: 'canceled', bin } }),
    clearMessage: () => dispatch({ kind: 'cleared' }),
    reset: () => dispatch({ kind: 'reset' }),
  };
}
