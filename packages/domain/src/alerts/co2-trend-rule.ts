import { getLocalDayBounds } from '../bins/local-day.ts';
import { CO2_TREND_LIMIT, calculateCo2Trend, isCo2Rising } from '../insights/co2-trend.ts';
import { isEmpty } from '../insights/storage-time.ts';
import type { DayMeans } from '../readings/day-means.ts';
import type { AlertRule, OpenAlert } from './alert.ts';
import { CO2_TREND_END_RATIO } from './alert-end.ts';
import type { AlertSettings } from './settings.ts';

/** The rules that depend on closed days, not on readings. */
export const dayRules: ReadonlySet<AlertRule> = new Set(['hot-spot', 'co2-trend']);

/** The alert ends below this trend. */
const END_LIMIT = CO2_TREND_LIMIT * CO2_TREND_END_RATIO;

/**
 * The alert about rising CO2 after a day; `days` are oldest first, at most 31. A day without CO2 changes
 * nothing; the alert ends when the trend is below half its limit or can no longer be calculated.
 */
export function evaluateCo2Trend(
  previous: OpenAlert | null,
  days: readonly DayMeans[],
  { isCo2RiskEnabled, timeZone }: Pick<AlertSettings, 'isCo2RiskEnabled' | 'timeZone'>,
): OpenAlert | null {
  const today = days.at(-1);
  // The air in an empty bin does not indicate the condition of any grain.
  if (!isCo2RiskEnabled || isEmpty(today?.lowestFill ?? null)) return null;
  if (today === undefined || today.lowestCo2 === null) return previous;
  const trend = calculateCo2Trend(days);
  if (trend === null || trend < END_LIMIT) return null;
  if (previous === null && !isCo2Rising(days)) return null;
  return {
    rule: 'co2-trend',
    severity: 'watch',
    since: previous?.since ?? getLocalDayBounds(today.day, timeZone).from,
    value: Math.round(trend),
    limit: CO2_TREND_LIMIT,
    sensors: [],
  };
}

/**
 * Leaves out the alert about the CO2 trend while there is one about the CO2 level, because both have the same
 * cause.
 */
export function omitTrendBesideLevel(open: readonly OpenAlert[]): readonly OpenAlert[] {
  if (!open.some(({ rule }) => rule === 'co2-risk')) return open;
  return open.filter(({ rule }) => rule !== 'co2-trend');
}
