import { type AlertChange, compareAlerts } from '@granary/domain/alerts/compare-alerts';
import { foldDay, foldReading } from '@granary/domain/alerts/fold';
import { type AlertMemory, NO_ALERT_MEMORY } from '@granary/domain/alerts/memory';
import type { AlertSettings } from '@granary/domain/alerts/settings';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { calculateDayMeans, type DayMeans } from '@granary/domain/readings/day-means';
import type { Reading, SensorGrid } from '@granary/domain/readings/reading';
import { NO_VALUE } from '@granary/domain/units';

/** The hot spot rule looks at this many days. */
const WINDOW_DAYS = 31;
/** The number of days for which warming is tracked. */
const MAX_WARMING_DAYS = 60;

/** Alerts do not depend on moisture. */
const NO_MOISTURES = new Int16Array();

/** A sensor's place in the grid of daily means. */
export interface GridSensor {
  readonly index: number;
  readonly cable: number;
  readonly position: number;
}

/** A bin's history with its alerts after each day. */
export interface BinHistory {
  readonly settings: AlertSettings;
  readonly days: readonly DayMeans[];
  readonly memories: readonly AlertMemory[];
  readonly changes: readonly AlertChange[];
}

/** Folds the readings of a bin, in chronological order; its fill and the state of its fan are unknown. */
export function buildBinHistory(readings: readonly Reading[], settings: AlertSettings): BinHistory {
  const readingsByDay = new Map<string, Reading[]>();
  for (const reading of readings) {
    const day = toLocalDay(reading.at, settings.timeZone);
    const earlierReadings = readingsByDay.get(day);
    if (earlierReadings) earlierReadings.push(reading);
    else readingsByDay.set(day, [reading]);
  }
  const days: DayMeans[] = [];
  const memories: AlertMemory[] = [];
  const changes: AlertChange[] = [];
  let memory = NO_ALERT_MEMORY;
  const advance = (next: AlertMemory) => {
    changes.push(...compareAlerts(memory.open, next.open));
    memory = next;
  };
  for (const [day, dayReadings] of readingsByDay) {
    for (const reading of dayReadings) {
      advance(foldReading(memory, { reading, fillPercent: null }, settings));
    }
    const inputs = dayReadings.map((reading) => ({
      reading,
      moistures: NO_MOISTURES,
      fillPercent: null,
      isFanRunning: null,
    }));
    days.push(calculateDayMeans(day, inputs, settings.cables));
    advance(foldDay(memory, days.slice(-WINDOW_DAYS), settings));
    memories.push(memory);
  }
  return { settings, days, memories, changes };
}

/**
 * Lists the sensors of a grid that the hot spot rule checks: all except the top sensor of a cable with more
 * than one sensor.
 */
export function listComparedSensors({ lengths }: SensorGrid): GridSensor[] {
  let index = 0;
  return lengths.flatMap((length, column) =>
    Array.from({ length }, (_, i) => ({
      index: index++,
      cable: column + 1,
      position: i + 1,
    })).filter(({ position }) => position > 1 || length === 1),
  );
}

/** Finds the sensors at the same depth on other cables, nearest cable first. */
export function findNeighbors({ lengths }: SensorGrid, sensor: GridSensor): GridSensor[] {
  const findStartIndex = (cable: number) =>
    lengths.slice(0, cable - 1).reduce((sum, n) => sum + n, 0);
  return lengths
    .map((length, column) => ({ length, cable: column + 1 }))
    .filter(({ length, cable }) => cable !== sensor.cable && length >= sensor.position)
    .sort((a, b) => Math.abs(a.cable - sensor.cable) - Math.abs(b.cable - sensor.cable))
    .map(({ cable }) => ({
      index: findStartIndex(cable) + sensor.position - 1,
      cable,
      position: sensor.position,
    }));
}

/** Grain that starts to warm on a given day. */
export interface Warming {
  readonly sensor: GridSensor;
  /** The index in the bin's history of the day on which it starts. */
  readonly start: number;
  /** °C a day. */
  readonly rate: number;
  /** Sensors that warm half as fast. */
  readonly halfRateSensors: readonly GridSensor[];
}

/**
 * Counts the days from the start of warming until a hot spot alert includes the sensor; null if none does
 * within 60 days or by the end of the history.
 */
export function countDaysToAlert(bin: BinHistory, warming: Warming): number | null {
  const { sensor, start, rate } = warming;
  const rates = new Map(warming.halfRateSensors.map(({ index }) => [index, rate / 2]));
  rates.set(sensor.index, rate);
  const days = bin.days.slice(Math.max(0, start + 1 - WINDOW_DAYS), start);
  let memory = bin.memories[start - 1] ?? NO_ALERT_MEMORY;
  for (const [count, day] of bin.days.slice(start, start + MAX_WARMING_DAYS).entries()) {
    const fanOffMeans = addWarming(day.fanOffMeans, rates, count + 1);
    days.push({ ...day, means: fanOffMeans, fanOffMeans });
    memory = foldDay(memory, days.slice(-WINDOW_DAYS), bin.settings);
    if (isInHotSpot(memory, sensor)) return count + 1;
  }
  return null;
}

/** Returns true if an open hot spot alert includes the sensor. */
export function isInHotSpot({ open }: AlertMemory, { cable, position }: GridSensor): boolean {
  return open.some(
    ({ rule, sensors }) =>
      rule === 'hot-spot' &&
      sensors.some((sensor) => sensor.cable === cable && sensor.position === position),
  );
}

function addWarming(
  grid: SensorGrid,
  rates: ReadonlyMap<number, number>,
  days: number,
): SensorGrid {
  const values = grid.values.slice();
  for (const [index, rate] of rates) {
    const value = values[index] ?? NO_VALUE;
    if (value !== NO_VALUE) values[index] = Math.round(value + rate * days * 100);
  }
  return { lengths: grid.lengths, values };
}
