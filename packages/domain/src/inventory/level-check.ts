/** What was entered into the ledger for a time, and what the level sensor measured over it. */
export interface MeasuredEntries {
  /** The sum of the entries in the unit of the bin's size; unloads are negative. */
  readonly entered: number;
  /** The change in quantity according to the level sensor, in the same unit. */
  readonly measured: number;
  readonly binSize: number;
}

/**
 * A level sensor measures one point of a surface that forms peaks and funnels, so smaller differences
 * are not a contradiction. Both are parts, the first of the bin's size, the second of the entries;
 * our choice, as no source has a number.
 */
const TOLERANCE_OF_SIZE = 0.05;
const TOLERANCE_OF_ENTRIES = 0.3;

/** Whether the level sensor contradicts the ledger: it measured another change than was entered. */
export function isContradictedByLevel({ entered, measured, binSize }: MeasuredEntries): boolean {
  const tolerance = Math.max(TOLERANCE_OF_SIZE * binSize, TOLERANCE_OF_ENTRIES * Math.abs(entered));
  return Math.abs(measured - entered) > tolerance;
}
