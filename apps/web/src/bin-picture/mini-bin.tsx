import type { Level } from './model.ts';

/** How far a bin is to be trusted: its outline is dashed unless its readings are fresh. */
export type MiniBinAge = 'fresh' | 'silent' | 'never-read';

export interface MiniBinProps {
  readonly cables: number;
  readonly level: Level;
  readonly age: MiniBinAge;
  /** Where the hottest sensor hangs; null where none is known. */
  readonly hottest: MiniBinSensor | null;
  /** "level ?"; drawn where the level is unknown. */
  readonly levelUnknown: string;
}

export interface MiniBinSensor {
  /** From 0, from the left. */
  readonly cableIndex: number;
  /** Depth over the number of rows, 0 at the top to 1 at the floor. */
  readonly depth: number;
  readonly temperature: number;
  readonly crop: string | null;
  readonly isHotSpot: boolean;
}
