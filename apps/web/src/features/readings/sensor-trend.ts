import { DAY } from '@granary/domain/units';

/** A sensor's highest temperature under grain, °C, on each recent day, oldest first. */
export interface SensorTrend {
  readonly values: readonly (number | null)[];
  /** The change, °C, from the first to the last day with a value. */
  readonly change: number;
  readonly days: number;
}

/** The sensor's temperature on one day, as a one-element array; null if the sensor was above the grain. */
interface Point {
  readonly day: string | null;
  readonly temperatures: readonly (number | null)[];
}

/** Calculates the trend of a one-sensor series; null if fewer than two days have a value. */
export function calculateSensorTrend(points: readonly Point[]): SensorTrend | null {
  const days = points.map(({ day, temperatures }) => ({ day, celsius: temperatures[0] ?? null }));
  const knownDays = days.flatMap(({ day, celsius }) =>
    celsius === null || day === null ? [] : [{ day, celsius }],
  );
  const first = knownDays[0];
  const last = knownDays.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    values: days.map(({ celsius }) => celsius),
    change: last.celsius - first.celsius,
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
  };
}
