/** Below this setting, °C, false alerts are too frequent for a hot spot to be critical. */
export const CRITICAL_HOT_SPOT_FROM = 5;

/**
 * False alerts per 100 sensors a month by the setting, °C, in sound grain in a real storage facility over
 * three and a half years (`npm run prove -- depot --difference`; ADR 0031). A quarter of its sensors, the top
 * ones, raise none.
 */
const falseAlertRates = [
  [1, 1.24],
  [2, 0.85],
  [3, 0.79],
  [4, 0.58],
  [5, 0.31],
  [6, 0.25],
  [8, 0.13],
  [10, 0.13],
] as const;

/**
 * About how many false hot spot alerts per 100 sensors a month a setting, °C, causes. For a setting below or
 * above the measured ones, the nearest measured rate is used.
 */
export function estimateFalseAlerts(difference: number): number {
  const [first] = falseAlertRates;
  if (difference <= first[0]) return first[1];
  let [from, alerts]: readonly [number, number] = first;
  for (const [to, nextAlerts] of falseAlertRates) {
    if (difference < to) {
      return alerts + ((difference - from) / (to - from)) * (nextAlerts - alerts);
    }
    [from, alerts] = [to, nextAlerts];
  }
  return alerts;
}
