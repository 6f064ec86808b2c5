import { DAY, type Millis } from '@granary/domain/units';

/** The number of days since the same date last year; for February 29, since March 1. */
export function countDaysSinceLastYear(now: Millis): number {
  const today = new Date(now);
  const lastYear = new Date(now);
  lastYear.setUTCFullYear(today.getUTCFullYear() - 1);
  return (today.getTime() - lastYear.getTime()) / DAY;
}
