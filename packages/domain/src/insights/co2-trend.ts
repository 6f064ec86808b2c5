import { Temporal } from 'temporal-polyfill';
import type { DayMeans } from '../readings/day-means.ts';
import { median } from '../readings/rows.ts';

/** ppm a day; mold raises the CO2 in a bin by 24 to 60 ppm a day (Purdue, K. Ileleji 2006). */
export const CO2_TREND_LIMIT = 20;
const TREND_DAYS = 7;
const MIN_DAYS = 5;
/** The trend must be at or above its limit for this many days in a row, which wind alone rarely causes. */
const DAYS_IN_A_ROW = 4;
/**
 * The last days must all be above the median of the days before the week, by the greater of MIN_RISE and
 * NOISE_FACTOR times the noise.
 */
const LAST_DAYS = 3;
const MIN_RISE = 100;
const NOISE_FACTOR = 3;
/** The minimum number of days before the week; fewer do not show how much a bin's CO2 varies. */
const MIN_DAYS_BEFORE = 14;
const MAX_DAYS_BEFORE = 24;
/** The standard deviation divided by the median absolute deviation, for normally distributed values. */
const SIGMA_PER_MAD = 1.4826;

type Co2Day = Pick<DayMeans, 'day' | 'lowestCo2'>;

/**
 * How CO2 changes, ppm a day, over the seven days up to the last of `days`: the median slope between the
 * lowest values with the fan off, so that one odd day does not make a trend. Null with fewer than five
 * values.
 */
export function calculateCo2Trend(days: readonly Co2Day[]): number | null {
  const values = listValues(days.slice(-TREND_DAYS)).filter(({ daysAgo }) => daysAgo < TREND_DAYS);
  if (values.length < MIN_DAYS) return null;
  const slopes = values.flatMap((from, index) =>
    values
      .slice(index + 1)
      .map((to) => (to.lowestCo2 - from.lowestCo2) / (from.daysAgo - to.daysAgo)),
  );
  return median(slopes);
}

/**
 * Whether CO2 is rising more than it usually varies in this bin: its trend has been at or above the limit for
 * four days in a row, and the last three days are all above the median of the days before that week, by both
 * 100 ppm and three times their noise. On windy days, the trend alone reaches its limit too.
 */
export function isCo2Rising(days: readonly Co2Day[]): boolean {
  const knownDays = days.filter(({ lowestCo2 }) => lowestCo2 !== null);
  for (let count = 0; count < DAYS_IN_A_ROW; count += 1) {
    const trend = calculateCo2Trend(knownDays.slice(0, knownDays.length - count));
    if (trend === null || trend < CO2_TREND_LIMIT) return false;
  }
  const values = listValues(knownDays);
  const valuesBefore = values
    .filter(({ daysAgo }) => daysAgo >= TREND_DAYS && daysAgo < TREND_DAYS + MAX_DAYS_BEFORE)
    .map(({ lowestCo2 }) => lowestCo2);
  if (valuesBefore.length < MIN_DAYS_BEFORE) return false;
  const usualValue = median(valuesBefore);
  const noise = SIGMA_PER_MAD * median(valuesBefore.map((ppm) => Math.abs(ppm - usualValue)));
  const lastValues = values.slice(-LAST_DAYS).map(({ lowestCo2 }) => lowestCo2);
  return Math.min(...lastValues) - usualValue >= Math.max(MIN_RISE, NOISE_FACTOR * noise);
}

/** The known values, each with its number of days before the last day. */
function listValues(days: readonly Co2Day[]) {
  const lastDay = days.at(-1);
  if (lastDay === undefined) return [];
  const end = Temporal.PlainDate.from(lastDay.day);
  return days.flatMap(({ day, lowestCo2 }) =>
    lowestCo2 === null
      ? []
      : [{ daysAgo: end.since(day, { largestUnit: 'days' }).days, lowestCo2 }],
  );
}
