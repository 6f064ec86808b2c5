import { Temporal } from 'temporal-polyfill';
import type { SensorGrid } from '../readings/reading.ts';
import { type BinAssessmentInput, findHotSensors } from './assess-bin.ts';

/** A bin's day. */
export interface DayMaxima {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The greatest temperature of each sensor, °C. */
  readonly temperatures: SensorGrid;
}

/**
 * The first of the newest days, in one run, on each of which a sensor of the cable stood out from
 * its like, as the bin is set up today. A day without readings ends the run: nobody knows how the
 * bin was. `days` are those with readings, the newest first, `most` at most; null where the newest
 * is no such day, or where so many are that the run may have begun before them.
 */
export function findFirstHotDay(
  bin: Pick<BinAssessmentInput, 'cables' | 'statusOf' | 'fillPercent' | 'difference'>,
  cable: number,
  days: readonly DayMaxima[],
  most: number,
): string | null {
  const isHot = ({ temperatures }: DayMaxima) =>
    findHotSensors({ ...bin, reading: { temperatures } }).some((sensor) => sensor.cable === cable);
  const end = days.findIndex(
    (day, index) => !isHot(day) || isAfterGap(days[index - 1]?.day, day.day),
  );
  const run = end === -1 && days.length < most ? days.length : end;
  return days[run - 1]?.day ?? null;
}

function isAfterGap(next: string | undefined, day: string): boolean {
  if (next === undefined) return false;
  return !Temporal.PlainDate.from(day).add({ days: 1 }).equals(next);
}
