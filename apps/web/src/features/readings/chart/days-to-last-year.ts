import { DAY, type Millis } from '@granary/domain/units';

/** How many days ago the same date of last year was; for February 29 it is March 1. */
export function daysToLastYear(now: Millis): number {
  const today = new Date(now);
  const lastYear = new Date(now);
  lastYear.setUTCFullYear(today.getUTCFullYear() - 1);
  return (today.getTime() - lastYear.getTime()) / DAY;
}
