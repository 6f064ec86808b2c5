import { useReducer } from 'react';
import type { MapBin } from './components/bin-marker.tsx';
import type { Position } from './positions.ts';

/** What there is to say of the last move of a bin. */
export type Told =
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

export interface MovesToTell {
  readonly told: Told;
  readonly failed: readonly FailedMove[];
}

export type MoveEvent =
  | { readonly kind: 'asked'; readonly bin: MapBin }
  | { readonly kind: 'done'; readonly told: Told }
  | { readonly kind: 'failed'; readonly move: FailedMove }
  /** Something else begins, beside which the last move is not to be told. */
  | { readonly kind: 'passed' }
  | { readonly kind: 'ended' };

export const NOTHING_MOVED: MovesToTell = { told: { kind: 'nothing' }, failed: [] };

/** What there is to tell after an event: of bins moved meanwhile a failure is not covered. */
export function toTellAfter(before: MovesToTell, event: MoveEvent): MovesToTell {
  const without = (bin: MapBin) => before.failed.filter((one) => one.bin.id !== bin.id);
  switch (event.kind) {
    case 'asked':
      return { told: { kind: 'nothing' }, failed: without(event.bin) };
    case 'done':
      return {
        told: event.told,
        failed: isMoved(event.told) ? without(event.told.bin) : before.failed,
      };
    case 'failed':
      return { ...before, failed: [...without(event.move.bin), event.move] };
    case 'passed':
      return { ...before, told: { kind: 'nothing' } };
    case 'ended':
      return NOTHING_MOVED;
  }
}

/** Of a bin that stands where it was put an earlier failure is of no use, and its retry would harm. */
const isMoved = (told: Told) => told.kind === 'moved' || told.kind === 'moved-back';

export interface BinMoves extends MovesToTell {
  move(bin: MapBin, to: Position): void;
  undo(bin: MapBin, from: Position): void;
  cancel(bin: MapBin): void;
  pass(): void;
  end(): void;
}

/** Moves bins on the map, one way and back, and remembers how that went. */
export function useBinMoves(save: (binId: number, to: Position) => Promise<unknown>): BinMoves {
  const [moves, happen] = useReducer(toTellAfter, NOTHING_MOVED);
  const carry = (bin: MapBin, to: Position, told: Told) => {
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
    pass: () => happen({ kind: 'passed' }),
    end: () => happen({ kind: 'ended' }),
  };
}
