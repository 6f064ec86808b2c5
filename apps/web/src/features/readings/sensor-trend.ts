import { DAY } from '@granary/domain/units';

/** The highest temperature, °C, of one sensor on each of the last eight days, oldest first. */
export interface SensorTrend {
  readonly values: readonly (number | null)[];
  /** From the first to the last day with a value. */
  readonly change: number;
  readonly days: number;
}

interface Day {
  readonly day: string;
  readonly maxTemperatures: readonly (readonly (number | null)[])[];
}

/**
 * The trend of the sensor at a position of a cable, both from 1; null with fewer than two values.
 */
export function calculateSensorTrend(
  days: readonly Day[],
  cable: number,
  position: number,
): SensorTrend | null {
  const points = days.slice(-8).map(({ day, maxTemperatures }) => ({
    day,
    celsius: maxTemperatures[cable - 1]?.[position - 1] ?? null,
  }));
  const known = points.flatMap(({ day, celsius }) => (celsius === null ? [] : [{ day, celsius }]));
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    values: points.map((point) => point.celsius),
    change: last.celsius - first.celsius,
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
  };
}
