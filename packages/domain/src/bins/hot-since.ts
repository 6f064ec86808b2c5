import { Temporal } from 'temporal-polyfill';
import { getHotSensorThreshold } from '../readings/hot-sensors.ts';
import type { SensorGrid } from '../readings/reading.ts';
import { type ConditionInputs, compareSensors } from './conditions.ts';

/** A bin's maximum temperatures on one day. */
export interface DayMaxima {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The highest temperature of each sensor, °C. */
  readonly temperatures: SensorGrid;
}

/**
 * The first of the consecutive days up to the newest on which the cable had a hot sensor according to today's
 * settings. A day without readings ends the streak. Null if the newest day has no hot sensor, or if the
 * series might have begun before the oldest day.
 *
 * @param days The days with readings, newest first, at most `dayLimit`; sensors above the grain have no
 * value.
 */
export function findFirstHotDay(
  bin: Omit<ConditionInputs, 'reading' | 'crop' | 'fillPercent'>,
  cable: number,
  days: readonly DayMaxima[],
  dayLimit: number,
): string | null {
  const difference = getHotSensorThreshold(bin.difference);
  const isHot = ({ temperatures }: DayMaxima) =>
    compareSensors(
      { ...bin, fillPercent: null, reading: { temperatures } },
      difference,
      cable,
    ).some(({ localExcess }) => localExcess >= difference);
  const end = days.findIndex(
    (day, index) => !isHot(day) || hasGapBetween(days[index - 1]?.day, day.day),
  );
  const runLength = end === -1 && days.length < dayLimit ? days.length : end;
  return days[runLength - 1]?.day ?? null;
}

function hasGapBetween(next: string | undefined, day: string): boolean {
  if (next === undefined) return false;
  return !Temporal.PlainDate.from(day).add({ days: 1 }).equals(next);
}
