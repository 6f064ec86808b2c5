import { Temporal } from 'temporal-polyfill';
import type { SensorPlace } from '../alerts/alert.ts';
import { calculateStorageDays, type StorageCrop } from '../moisture/storage-days.ts';
import type { DayMeans } from '../readings/day-means.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { NO_VALUE } from '../units.ts';

/** At this fill level, %, a bin is empty: the storage time of new grain begins. */
const EMPTY_AT = 2;
/** Days without readings count as the day before them, but only so many in a row. */
const MAX_GAP_DAYS = 30;

export interface StorageTimeInputs {
  /** The means of all closed days of the bin, oldest first. */
  readonly days: readonly StorageDay[];
  /** The first day that does not count, `YYYY-MM-DD`. */
  readonly until: string;
  /** How the storage time on a cable (from 1) is calculated; null if it cannot be. */
  readonly cropOf: (cable: number) => StorageCrop | null;
  readonly getStatus: GetStatus;
}

export type StorageDay = Pick<
  DayMeans,
  'day' | 'means' | 'fanOffMeans' | 'moistures' | 'lowestFill'
>;

/** How much of the safe storage time of the grain has been used. */
export type StorageTime =
  | {
      readonly isKnown: true;
      /** 1 is all of it, at the sensor that has used most. */
      readonly used: number;
      readonly sensor: SensorPlace;
      /** The first day that counts. */
      readonly since: string;
      /** At the temperature and moisture of the last day, until all is used; 0 or more. */
      readonly daysLeft: number;
    }
  | {
      readonly isKnown: false;
      readonly reason: 'no-days' | 'no-storage-table' | 'no-moisture' | 'long-gap';
    };

/** What is followed of a sensor from one day to the next. */
interface SensorUse extends SensorPlace {
  used: number;
  moisture: number | null;
  /** The share that a day used; null on a day without a value under grain. */
  rate: number | null;
}

/**
 * Sums the share of the safe storage time that each day used, per sensor, since the bin was last
 * empty or first seen. The time is cumulative (NDSU): a day at a temperature and moisture at which
 * grain lasts 100 days uses 1 %. While the fan runs, the air does not show the moisture of the grain:
 * the last known one counts, and the first one for the days before it.
 */
export function calculateStorageTime(inputs: StorageTimeInputs): StorageTime {
  const { cropOf, getStatus } = inputs;
  const lastEmpty = inputs.days.findLastIndex(({ lowestFill }) => isEmpty(lowestFill));
  const days = inputs.days.slice(lastEmpty + 1).filter(({ day }) => day < inputs.until);
  const [first] = days;
  if (first === undefined) return { isKnown: false, reason: 'no-days' };
  const sensors = new Map<string, SensorUse>();
  for (const { cable, position, moisture } of days.flatMap((day) => [...listSensors(day)])) {
    const key = toKey(cable, position);
    if (getStatus(cable, position) === 'disable' || cropOf(cable) === null) continue;
    const known = sensors.get(key);
    if (known === undefined) {
      sensors.set(key, { cable, position, used: 0, moisture, rate: null });
    } else known.moisture ??= moisture;
  }
  for (const [index, day] of days.entries()) {
    const gap = daysBetween(day.day, days[index + 1]?.day ?? inputs.until);
    if (gap - 1 > MAX_GAP_DAYS) return { isKnown: false, reason: 'long-gap' };
    for (const sensor of sensors.values()) sensor.rate = null;
    for (const { cable, position, temperature, moisture } of listSensors(day)) {
      const known = sensors.get(toKey(cable, position));
      const crop = cropOf(cable);
      if (known === undefined || crop === null) continue;
      known.moisture = moisture ?? known.moisture;
      if (known.moisture === null) continue;
      known.rate = 1 / calculateStorageDays(crop, temperature, known.moisture);
      known.used += known.rate * gap;
    }
  }
  return findMostUsed([...sensors.values()], first.day);
}

function toKey(cable: number, position: number): string {
  return `${cable}:${position}`;
}

export function isEmpty(fillPercent: number | null): boolean {
  return fillPercent !== null && fillPercent <= EMPTY_AT;
}

function findMostUsed(sensors: readonly SensorUse[], since: string): StorageTime {
  if (sensors.length === 0) return { isKnown: false, reason: 'no-storage-table' };
  const [most] = sensors
    .filter(({ rate }) => rate !== null)
    .sort((a, b) => b.used - a.used || a.cable - b.cable || a.position - b.position);
  if (most === undefined || most.rate === null) return { isKnown: false, reason: 'no-moisture' };
  const { cable, position, used, rate } = most;
  const daysLeft = Math.max(0, (1 - used) / rate);
  return { isKnown: true, used, sensor: { cable, position }, since, daysLeft };
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

/** The sensors under grain on a day, in °C and % wet basis. */
function* listSensors({ means, fanOffMeans, moistures }: StorageDay) {
  let index = -1;
  for (const [column, length] of means.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      index++;
      const withFan = means.values[index] ?? NO_VALUE;
      const fanOff = fanOffMeans.values[index] ?? NO_VALUE;
      const hundredths = fanOff === NO_VALUE ? withFan : fanOff;
      if (hundredths === NO_VALUE) continue;
      const moisture = moistures.values[index] ?? NO_VALUE;
      yield {
        cable: column + 1,
        position,
        temperature: hundredths / 100,
        moisture: moisture === NO_VALUE ? null : moisture / 100,
      };
    }
  }
}
