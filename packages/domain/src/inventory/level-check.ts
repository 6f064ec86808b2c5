import { MINUTE } from '../units.ts';

/** What was entered into the ledger for a period, and what the level sensor measured over that period. */
export interface MeasuredEntries {
  /** The sum of the entries in the unit of the bin's size; unloads are negative. */
  readonly enteredChange: number;
  /** The change in quantity according to the level sensor, in the same unit. */
  readonly measuredChange: number;
  readonly binSize: number;
}

/**
 * A level sensor measures one point of a surface that forms peaks and funnels, so smaller differences are
 * not a contradiction. Both are fractions, the first of the bin's size, the second of the entries. We chose
 * them, because no source gives values.
 */
const SIZE_TOLERANCE = 0.05;
const ENTRY_TOLERANCE = 0.3;

/**
 * A truck needs up to about half an hour to unload, ms, and the load might be entered when it starts to
 * unload. We chose this value, because no source gives one.
 */
export const UNLOADING_TIME = 30 * MINUTE;

/** Whether the level sensor contradicts the ledger: it measured a different change than was entered. */
export function isContradictedByLevel({
  enteredChange,
  measuredChange,
  binSize,
}: MeasuredEntries): boolean {
  const tolerance = Math.max(SIZE_TOLERANCE * binSize, ENTRY_TOLERANCE * Math.abs(enteredChange));
  return Math.abs(measuredChange - enteredChange) > tolerance;
}
