import { Temporal } from 'temporal-polyfill';
import type { DayMeans } from '../readings/day-means.ts';
import { median } from '../readings/rows.ts';

/** ppm a day; mold sources raise the air of a bin by 24 to 60 ppm a day (Purdue, K. Ileleji 2006). */
export const CO2_TREND_LIMIT = 20;
const TREND_DAYS = 7;
const MIN_DAYS = 5;

/**
 * How CO2 changes, ppm a day, over the seven days up to the last of these: the median slope between
 * their lowest values without a running fan, so that one odd day does not make a trend. Null with fewer
 * than five values.
 */
export function calculateCo2Trend(
  days: readonly Pick<DayMeans, 'day' | 'lowestCo2'>[],
): number | null {
  const last = days.at(-1);
  if (last === undefined) return null;
  const end = Temporal.PlainDate.from(last.day);
  const values = days.flatMap(({ day, lowestCo2 }) => {
    const ago = end.since(day, { largestUnit: 'days' }).days;
    return lowestCo2 === null || ago >= TREND_DAYS ? [] : [{ ago, lowestCo2 }];
  });
  if (values.length < MIN_DAYS) return null;
  const slopes = values.flatMap((from, index) =>
    values.slice(index + 1).map((to) => (to.lowestCo2 - from.lowestCo2) / (from.ago - to.ago)),
  );
  return median(slopes);
}
