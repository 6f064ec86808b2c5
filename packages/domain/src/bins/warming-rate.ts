import { Temporal } from 'temporal-polyfill';
import { NO_VALUE } from '../units.ts';
import type { DayMaxima } from './hot-since.ts';

/** The rate is the mean over this many days. */
const SPAN_DAYS = 7;

/**
 * How fast a sensor is warming, °C a day: the mean rise of its daily maxima over the last seven days, or over
 * the days with values if there are fewer. `days` are newest first; null with fewer than two values. A
 * forecast would need the cause of the heat, so only the measured rate is returned.
 */
export function calculateWarmingRate(
  days: readonly DayMaxima[],
  { cable, position }: { readonly cable: number; readonly position: number },
): number | null {
  const [newest] = days;
  if (newest === undefined) return null;
  const oldestDay = Temporal.PlainDate.from(newest.day).subtract({ days: SPAN_DAYS }).toString();
  const knownValues = days.flatMap((day) => {
    const hundredths = findValue(day, cable, position);
    return day.day < oldestDay || hundredths === NO_VALUE ? [] : [{ day: day.day, hundredths }];
  });
  const [last, first] = [knownValues[0], knownValues.at(-1)];
  if (last === undefined || first === undefined || last === first) return null;
  const spanDays = Temporal.PlainDate.from(first.day).until(last.day).total('days');
  return (last.hundredths - first.hundredths) / 100 / spanDays;
}

function findValue({ temperatures }: DayMaxima, cable: number, position: number): number {
  const { lengths, values } = temperatures;
  if (position > (lengths[cable - 1] ?? 0)) return NO_VALUE;
  const start = lengths.slice(0, cable - 1).reduce((sum, length) => sum + length, 0);
  return values[start + position - 1] ?? NO_VALUE;
}
