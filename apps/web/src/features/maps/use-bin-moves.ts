import { useState } from 'react';
import type { MapBin } from './bin-marker.tsx';
import type { Position } from './positions.ts';

/** What there is to say of the last move of a bin. */
export type Told =
  | { readonly kind: 'nothing' }
  /** `from` is null where it had no position before, which nothing leads back to. */
  | { readonly kind: 'moved'; readonly bin: MapBin; readonly from: Position | null }
  | { readonly kind: 'moved-back'; readonly bin: MapBin }
  | { readonly kind: 'cancelled'; readonly bin: MapBin }
  | {
      readonly kind: 'failed';
      readonly bin: MapBin;
      readonly to: Position;
      readonly error: unknown;
    };

export interface BinMoves {
  readonly told: Told;
  move(bin: MapBin, to: Position): void;
  undo(bin: MapBin, from: Position): void;
  cancel(bin: MapBin): void;
  forget(): void;
}

/** Moves bins on the map, one way and back, and remembers how the last move went. */
export function useBinMoves(save: (binId: number, to: Position) => Promise<unknown>): BinMoves {
  const [told, setTold] = useState<Told>({ kind: 'nothing' });
  const carry = (bin: MapBin, to: Position, done: Told) => {
    setTold({ kind: 'nothing' });
    save(bin.id, to).then(
      () => setTold(done),
      (error: unknown) => setTold({ kind: 'failed', bin, to, error }),
    );
  };
  return {
    told,
    move: (bin, to) => carry(bin, to, { kind: 'moved', bin, from: bin.at }),
    undo: (bin, from) => carry(bin, from, { kind: 'moved-back', bin }),
    cancel: (bin) => setTold({ kind: 'cancelled', bin }),
    forget: () => setTold({ kind: 'nothing' }),
  };
}
