/** A smaller setting, °C, has too many false alerts for a critical one. */
export const CRITICAL_HOT_SPOT_FROM = 5;

/**
 * False alerts per 100 compared sensors a month by the setting, °C, in healthy grain of a real store over
 * three and a half years (`npm run prove -- depot --difference`; ADR 0031).
 */
const measured = [
  [1, 1.65],
  [2, 1.14],
  [3, 1.05],
  [4, 0.78],
  [5, 0.42],
  [6, 0.33],
  [8, 0.18],
  [10, 0.18],
] as const;

/** How many false hot spot alerts per 100 sensors a month a setting, °C, leads to. */
export function expectFalseHotSpots(difference: number): number {
  const after = measured.findIndex(([setting]) => setting >= difference);
  const [to, from] = [measured.at(after), measured[after - 1]];
  // Beyond the ends the nearest one counts.
  if (to === undefined || from === undefined) return (to ?? from ?? measured[0])[1];
  const part = (difference - from[0]) / (to[0] - from[0]);
  return from[1] + (to[1] - from[1]) * part;
}
