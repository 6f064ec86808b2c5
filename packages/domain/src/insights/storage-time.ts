import { Temporal } from 'temporal-polyfill';
import type { SensorPlace } from '../alerts/alert.ts';
import { type CableLayout, getCableFlips } from '../cables/cable-layout.ts';
import { calculateStorageDays, type StorageCrop } from '../moisture/storage-days.ts';
import type { DayMeans } from '../readings/day-means.ts';
import { isUnderGrain } from '../readings/grain-level.ts';
import { depthFromTop, type GetStatus } from '../readings/sensors.ts';
import { NO_VALUE } from '../units.ts';

/** At or below this fill level, %, a bin is empty, and the storage time of new grain begins. */
const EMPTY_AT = 2;
/** Days without readings are treated like the day before them, but at most this many in a row. */
const MAX_GAP_DAYS = 30;

export interface StorageTimeInputs {
  /** The means of all closed days of the bin, oldest first. */
  readonly days: readonly StorageDay[];
  /** The first day that is no longer included, `YYYY-MM-DD`. */
  readonly until: string;
  /** How the storage time on a cable (from 1) is calculated; null if it cannot be. */
  readonly getCrop: (cable: number) => StorageCrop | null;
  readonly getStatus: GetStatus;
  /** How many sensors each cable has; see `listSensorCounts`. */
  readonly lengths: readonly number[];
  /** The cables of the bin; on any other cable, sensor 1 is at the top. */
  readonly cables: readonly CableLayout[];
}

export type StorageDay = Pick<
  DayMeans,
  'day' | 'means' | 'fanOffMeans' | 'moistures' | 'lowestFill'
>;

/** How much of the safe storage time of the grain has been used. */
export type StorageTime =
  | {
      readonly isKnown: true;
      /** The fraction used, 1 for all of it, at the sensor that has used the most. */
      readonly used: number;
      readonly sensor: SensorPlace;
      /** The first day that is included. */
      readonly since: string;
      /** Days until all of it is used, at the temperature and moisture of the last day; 0 or more. */
      readonly daysLeft: number;
      /** Whether the fill level was known on any day: otherwise nothing shows when the bin was empty. */
      readonly isFillKnown: boolean;
    }
  | {
      readonly isKnown: false;
      readonly reason: 'no-days' | 'no-storage-table' | 'no-moisture' | 'long-gap';
    };

/** The storage time of a bin without grain. */
export const NO_GRAIN: StorageTime = { isKnown: false, reason: 'no-days' };

/** What is tracked about a sensor from one day to the next. */
interface SensorUse extends SensorPlace {
  /** The row, counted from 1 at the top. */
  readonly depth: number;
  /** The last known moisture, % wet basis; on days before the first known one, the first. */
  moisture: number;
  used: number;
  /** The share that the day uses; null while the sensor is above the grain. */
  rate: number | null;
  /** The share of the last day with a value, and how many days ago that was. */
  lastMeasured: { readonly rate: number; readonly daysAgo: number } | null;
}

/**
 * Sums the share of the safe storage time that each day used, per sensor, since the bin was last empty or
 * first seen. The time is cumulative (NDSU): a day at a temperature and moisture at which grain lasts 100
 * days uses 1 %. While the fan is running, the air does not show the moisture of the grain, so the last known
 * moisture is used. On days before the first known moisture, that value is used. A sensor under grain without
 * a value uses as much as the sensor at its depth that uses the most.
 */
export function calculateStorageTime(inputs: StorageTimeInputs): StorageTime {
  const { days: allDays, until, getCrop } = inputs;
  const lastEmptyIndex = allDays.findLastIndex(({ lowestFill }) => isEmpty(lowestFill));
  const daysSinceEmpty = allDays.slice(lastEmptyIndex + 1).filter(({ day }) => day < until);
  const sensorDays = daysSinceEmpty.map((day) => ({ ...day, values: listSensors(day, inputs) }));
  if (sensorDays.length === 0) return NO_GRAIN;
  if (!sensorDays.some((day) => day.values.some(({ cable }) => getCrop(cable) !== null))) {
    return { isKnown: false, reason: 'no-storage-table' };
  }
  const sensors = findSensors(sensorDays, inputs);
  const days = sensorDays.filter((day) => day.values.some((value) => sensors.has(toKey(value))));
  const [first] = days;
  if (first === undefined) return { isKnown: false, reason: 'no-moisture' };
  for (const [index, day] of days.entries()) {
    const gap = countDaysBetween(day.day, days[index + 1]?.day ?? until);
    if (gap - 1 > MAX_GAP_DAYS) return { isKnown: false, reason: 'long-gap' };
    addDay(sensors, day, gap, inputs);
  }
  const isFillKnown = days.some(({ lowestFill }) => lowestFill !== null);
  return findMostUsed([...sensors.values()], { since: first.day, isFillKnown });
}

interface SensorDay extends StorageDay {
  readonly values: readonly SensorValue[];
}

/** The sensors with a known moisture that still exist, by their key. */
function findSensors(
  days: readonly SensorDay[],
  { getCrop, cables, lengths }: StorageTimeInputs,
): Map<number, SensorUse> {
  const flips = getCableFlips(cables, lengths.length);
  const sensors = new Map<number, SensorUse>();
  const add = ({ cable, position, moisture }: SensorValue) => {
    const key = toKey({ cable, position });
    const length = lengths[cable - 1] ?? 0;
    if (moisture === null || sensors.has(key) || position > length || getCrop(cable) === null)
      return;
    const depth = depthFromTop(position, length, flips[cable - 1] ?? false);
    sensors.set(key, { cable, position, depth, moisture, used: 0, rate: null, lastMeasured: null });
  };
  for (const { values } of days) values.forEach(add);
  return sensors;
}

/**
 * Adds the share that a day uses, multiplied by `gap`, the number of days until the next one with values;
 * updates the sensors in place.
 */
function addDay(
  sensors: ReadonlyMap<number, SensorUse>,
  { values, lowestFill }: SensorDay,
  gap: number,
  { getCrop, lengths }: StorageTimeInputs,
): void {
  for (const { cable, position, temperature, moisture } of values) {
    const sensor = sensors.get(toKey({ cable, position }));
    const crop = getCrop(cable);
    if (sensor === undefined || crop === null) continue;
    sensor.moisture = moisture ?? sensor.moisture;
    sensor.rate = 1 / calculateStorageDays(crop, temperature, sensor.moisture);
    sensor.lastMeasured = { rate: sensor.rate, daysAgo: 0 };
  }
  const rows = Math.max(0, ...lengths);
  const measuredSensors = [...sensors.values()].filter(isMeasured);
  for (const sensor of sensors.values()) {
    if (!isMeasured(sensor)) {
      const isCovered = isUnderGrain(lowestFill, sensor.depth, rows);
      sensor.rate = isCovered ? estimateRate(sensor, measuredSensors) : null;
    }
    const { lastMeasured } = sensor;
    if (lastMeasured !== null)
      sensor.lastMeasured = { ...lastMeasured, daysAgo: lastMeasured.daysAgo + gap };
    sensor.used += (sensor.rate ?? 0) * gap;
  }
}

/** Whether the sensor has a value on the day that is being added. */
function isMeasured({ lastMeasured }: SensorUse): boolean {
  return lastMeasured?.daysAgo === 0;
}

/**
 * The share that a sensor without a value uses on a day: as much as the one that uses the most at its depth,
 * or in the whole bin if none there has a value; for up to `MAX_GAP_DAYS`, at least as much as on its last
 * day with a value.
 */
function estimateRate({ depth, lastMeasured }: SensorUse, measured: readonly SensorUse[]): number {
  const row = measured.filter((sensor) => sensor.depth === depth);
  const otherRates = (row.length > 0 ? row : measured).map(({ rate }) => rate ?? 0);
  const ownRate =
    lastMeasured !== null && lastMeasured.daysAgo <= MAX_GAP_DAYS ? lastMeasured.rate : 0;
  return Math.max(ownRate, ...otherRates);
}

/** A cable has at most 64 sensors. */
function toKey({ cable, position }: SensorPlace): number {
  return cable * 1_000 + position;
}

export function isEmpty(fillPercent: number | null): boolean {
  return fillPercent !== null && fillPercent <= EMPTY_AT;
}

function findMostUsed(
  sensors: readonly SensorUse[],
  period: { readonly since: string; readonly isFillKnown: boolean },
): StorageTime {
  const [mostUsed] = sensors
    .filter(({ rate }) => rate !== null)
    .sort((a, b) => b.used - a.used || a.cable - b.cable || a.position - b.position);
  if (mostUsed === undefined || mostUsed.rate === null)
    return { isKnown: false, reason: 'no-moisture' };
  const { cable, position, used, rate } = mostUsed;
  const daysLeft = Math.max(0, (1 - used) / rate);
  return { isKnown: true, used, sensor: { cable, position }, daysLeft, ...period };
}

function countDaysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

/** The values of a sensor on a day, in °C and % wet basis. */
interface SensorValue extends SensorPlace {
  readonly temperature: number;
  /** Null if it is not known. */
  readonly moisture: number | null;
}

/** The enabled sensors under grain with a value on a day. */
function listSensors(
  { means, fanOffMeans, moistures }: StorageDay,
  { getStatus }: StorageTimeInputs,
): SensorValue[] {
  const sensors: SensorValue[] = [];
  let index = -1;
  for (const [column, length] of means.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      index++;
      const dayMean = means.values[index] ?? NO_VALUE;
      const fanOffMean = fanOffMeans.values[index] ?? NO_VALUE;
      const hundredths = fanOffMean === NO_VALUE ? dayMean : fanOffMean;
      const cable = column + 1;
      if (hundredths === NO_VALUE || getStatus(cable, position) === 'disable') continue;
      const moisture = moistures.values[index] ?? NO_VALUE;
      sensors.push({
        cable,
        position,
        temperature: hundredths / 100,
        moisture: moisture === NO_VALUE ? null : moisture / 100,
      });
    }
  }
  return sensors;
}
