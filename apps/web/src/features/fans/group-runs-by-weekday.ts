import { toKnownZone } from '@granary/domain/bins/known-zone';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import { toWallClock } from '@granary/domain/fans/fan-schedule';
import { WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { FanRun } from './api/get-fan-history.ts';

/** A time span within one day, in minutes of local clock time. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
}

/** When a fan ran on the days of this week, in the farm's local time. */
export function groupRunsByWeekday(
  runs: readonly FanRun[],
  timeZone: string,
  now: Millis,
): Readonly<Partial<Record<Weekday, readonly DayPart[]>>> {
  const zone = toKnownZone(timeZone);
  const today = Date.parse(toLocalDay(now, zone));
  const todayIndex = WEEKDAYS.indexOf(toWallClock(now, zone).weekday);
  const days = WEEKDAYS.slice(0, todayIndex + 1).map((weekday, index) => {
    const date = new Date(today - (todayIndex - index) * DAY).toISOString().slice(0, 10);
    const day = getLocalDayBounds(date, zone);
    const parts = runs.flatMap(({ from, to }): DayPart[] => {
      const start = millis(Math.max(from, day.from));
      const end = millis(Math.min(to ?? now, day.to));
      if (start >= end) return [];
      const endMinutes = end === day.to ? 24 * 60 : toWallClock(end, zone).minutes;
      return [{ from: toWallClock(start, zone).minutes, to: endMinutes }];
    });
    return [weekday, parts] as const;
  });
  return Object.fromEntries(days);
}
