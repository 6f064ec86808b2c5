import { NO_VALUE } from '../units.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { Reading, SensorGrid } from './reading.ts';
import { depthFromTop, type GetStatus } from './sensors.ts';

/** The settings that decide which sensors are under grain, and in which row. */
export interface RowSettings {
  readonly getStatus: GetStatus;
  /** Whether sensor 1 of cable i + 1 is at the bottom. */
  readonly flips: readonly boolean[];
  /** The sub-bin of cable i + 1; 1 if not given. */
  readonly subBins: readonly number[];
  /** The fill level, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
}

/** An enabled sensor under grain with its value. Cable, position and depth count from 1. */
export interface RowSensor {
  readonly cable: number;
  readonly position: number;
  readonly depth: number;
  /** The number of sensors of its cable. */
  readonly length: number;
  /** Its index in the grid's values. */
  readonly index: number;
  readonly hundredths: number;
}

/** Groups the enabled sensors under grain that have a value by sub-bin and depth. */
export function groupByRow(grid: SensorGrid, settings: RowSettings): RowSensor[][] {
  const { flips, getStatus, subBins } = settings;
  const { values } = maskAboveGrain(grid, flips, settings.fillPercent);
  const rows = new Map<string, RowSensor[]>();
  let index = -1;
  for (const [column, length] of grid.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = values[++index] ?? NO_VALUE;
      if (hundredths === NO_VALUE || getStatus(column + 1, position) === 'disable') continue;
      const depth = depthFromTop(position, length, flips[column] ?? false);
      const sensor = { cable: column + 1, position, depth, length, index, hundredths };
      const key = `${subBins[column] ?? 1}:${depth}`;
      const rowSensors = rows.get(key);
      if (rowSensors) rowSensors.push(sensor);
      else rows.set(key, [sensor]);
    }
  }
  return [...rows.values()];
}

/** A row of sensors at one depth, with the median humidity of its sensors. */
export interface WetRow {
  /** From 1 at the top. */
  readonly depth: number;
  /** % */
  readonly humidity: number;
}

/**
 * Finds the row with the highest humidity among those above `humidityLimit`, %, and at least
 * `minTemperature`, °C; null if there is none. Medians are used, so that one faulty sensor does not make a
 * row wet. Muted sensors are left out.
 */
export function findWettestRow(
  { temperatures, humidities }: Pick<Reading, 'temperatures' | 'humidities'>,
  settings: RowSettings,
  {
    humidityAbove: humidityLimit,
    temperatureFrom: minTemperature,
  }: { readonly humidityAbove: number; readonly temperatureFrom: number },
): WetRow | null {
  if (!humidities.values.some((value) => value > humidityLimit * 100)) return null;
  const rows = groupByRow(humidities, {
    ...settings,
    getStatus: (cable, position) =>
      settings.getStatus(cable, position) === 'unmute' ? 'unmute' : 'disable',
  });
  let wettestRow: WetRow | null = null;
  for (const row of rows) {
    const humidity = median(row.map(({ hundredths }) => hundredths)) / 100;
    if (humidity <= Math.max(humidityLimit, wettestRow?.humidity ?? humidityLimit)) continue;
    const rowTemperatures = row.flatMap(({ index }) => temperatures.values[index] ?? NO_VALUE);
    if (median(rowTemperatures.filter((value) => value !== NO_VALUE)) < minTemperature * 100)
      continue;
    wettestRow = { depth: row[0]?.depth ?? 0, humidity };
  }
  return wettestRow;
}

/** Returns the middle value, or the mean of the two middle values; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
