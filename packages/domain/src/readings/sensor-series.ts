import { Temporal } from 'temporal-polyfill';
import { NO_VALUE } from '../units.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { SensorGrid } from './reading.ts';
import { median, type RowSettings } from './rows.ts';
import { depthFromTop } from './sensors.ts';

/** A chosen sensor: its cable, from 1, and its row, counted from 1 at the top. */
export interface SensorLocation {
  readonly cable: number;
  readonly row: number;
}

/** The value of a chosen sensor, and the median of the other cables in its row. */
export interface ComparedValue {
  /** Null if the sensor does not exist, is disabled, has no value or is above the grain. */
  readonly value: number | null;
  /**
   * The median of the enabled sensors in its row on the other cables of its sub-bin; null if none has a
   * value.
   */
  readonly median: number | null;
}

/** Compares chosen sensors under grain in one grid: each value, °C or %, with the median of its row. */
export function compareSensorRows(
  grid: SensorGrid,
  chosenSensors: readonly SensorLocation[],
  { flips, subBins, getStatus, fillPercent }: RowSettings,
): ComparedValue[] {
  const { lengths, values } = maskAboveGrain(grid, flips, fillPercent);
  const starts: number[] = [];
  let end = 0;
  for (const length of lengths) {
    starts.push(end);
    end += length;
  }
  const read = (cable: number, row: number): number | null => {
    const length = lengths[cable - 1] ?? 0;
    if (row > length) return null;
    // `depthFromTop` also converts a depth to a position.
    const position = depthFromTop(row, length, flips[cable - 1] ?? false);
    if (getStatus(cable, position) === 'disable') return null;
    const hundredths = values[(starts[cable - 1] ?? 0) + position - 1] ?? NO_VALUE;
    return hundredths === NO_VALUE ? null : hundredths / 100;
  };
  const getSubBin = (cable: number) => subBins[cable - 1] ?? 1;
  return chosenSensors.map(({ cable, row }) => {
    const otherValues = lengths.flatMap((_, index) => {
      const otherCable = index + 1;
      if (otherCable === cable || getSubBin(otherCable) !== getSubBin(cable)) return [];
      return read(otherCable, row) ?? [];
    });
    return {
      value: read(cable, row),
      median: otherValues.length === 0 ? null : median(otherValues),
    };
  });
}

/** Combines several days, such as a week, into one with the highest values. */
export function pickHighest(days: readonly (readonly ComparedValue[])[]): ComparedValue[] {
  const [firstDay = []] = days;
  const pickMax = (values: readonly (number | null)[]) => {
    const knownValues = values.filter((value) => value !== null);
    return knownValues.length === 0 ? null : Math.max(...knownValues);
  };
  return firstDay.map((_, index) => ({
    value: pickMax(days.map((day) => day[index]?.value ?? null)),
    median: pickMax(days.map((day) => day[index]?.median ?? null)),
  }));
}

/** Returns the Monday, `YYYY-MM-DD`, of the week that contains a day. */
export function getMondayOfWeek(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}
