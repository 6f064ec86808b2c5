import { getNoDataAlertDelay } from '../boards/report-interval.ts';
import type { Millis } from '../units.ts';

/** Whether all bins of a board lack data, and whether a bin is the first of them. */
export type BoardNoData = 'none' | 'first' | 'other';

/** A bin of a board. */
export interface BoardBin {
  readonly id: number;
  readonly binNumber: number;
  /** When it was last heard from; null before the first reading. */
  readonly heardAt: Millis | null;
  readonly usualIntervalMs: number;
  /** Null if the rule is off. */
  readonly noDataHours: number | null;
}

/**
 * Whether one alert about the board replaces those about its bins, because every bin that ever sent data has
 * stopped sending it. Bins whose rule is off are treated as lacking data after two usual intervals, and have
 * no alert.
 */
export function findBoardNoData(
  bins: readonly BoardBin[],
  id: BoardBin['id'],
  now: Millis,
): BoardNoData {
  const reportingBins = bins.filter(({ heardAt }) => heardAt !== null);
  const isOverdue = ({ heardAt, usualIntervalMs, noDataHours }: BoardBin) =>
    now - (heardAt ?? now) > getNoDataAlertDelay(noDataHours ?? 0, usualIntervalMs);
  if (reportingBins.length < 2 || !reportingBins.every(isOverdue)) return 'none';
  const [first] = reportingBins
    .filter(({ noDataHours }) => noDataHours !== null)
    .sort((a, b) => a.binNumber - b.binNumber);
  return first?.id === id ? 'first' : 'other';
}
