import { HOUR, MINUTE } from '@granary/domain/units';
import fc from 'fast-check';
import type { Updateable } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { Report } from './store-reports.ts';

/** The settings of a stream's bin before any changes. */
export const STREAM_BIN = {
  temperatureAlertEnabled: true,
  temperatureAlertC: 25,
  co2AlertEnabled: true,
  co2Alert: 1_000,
  minLevelAlertEnabled: true,
  maxLevelAlertEnabled: true,
  batteryAttached: true,
  loadMethod: 'siloscan max',
  levelSensorEmptyMm: 10_000,
  deadZoneMm: 0,
} as const satisfies Updateable<Tables['bins']>;

/** The values of a reading; null if the reading lacks the value. */
interface Values {
  /** The temperature of the lowest sensor, °C. */
  readonly temperature: number | null;
  readonly humidity: number;
  readonly co2: number | null;
  readonly fill: number | null;
  readonly battery: number | null;
  readonly hasError: boolean;
  /** The cable reports one sensor fewer than before. */
  readonly isSensorMissing: boolean;
}

/** A change to the settings of a bin. */
export type Change = Updateable<Tables['bins']> | 'mute' | 'unmute';

const change = fc.constantFrom<Change>(
  { temperatureAlertC: 30 },
  { temperatureAlertC: 25 },
  { temperatureAlertEnabled: false },
  { temperatureAlertEnabled: true },
  { co2Alert: 1_500 },
  { co2AlertEnabled: false },
  { co2AlertEnabled: true },
  { co2RiskEnabled: false },
  { co2RiskEnabled: true },
  { minLevelAlert: 5 },
  { maxLevelAlertEnabled: false },
  { maxLevelAlertEnabled: true },
  'mute',
  'unmute',
);

/** Values whose alerts do not depend on earlier readings or settings. */
const unambiguousValues = {
  temperature: fc.constantFrom(20, 24, 25, 31),
  humidity: fc.constantFrom(40, 90),
  co2: fc.constantFrom(450, 1_000, 1_600, 5_000),
  fill: fc.constantFrom(0, 10, 50, 90),
  battery: fc.constantFrom(10, 22, 80, null),
  hasError: fc.boolean(),
  isSensorMissing: fc.constant(false),
};

/**
 * The unambiguous values, plus values between the limits at which an alert begins and ends, and missing
 * values.
 */
const allValues = {
  ...unambiguousValues,
  temperature: fc.constantFrom(20, 24, 24.5, 25, 31, null),
  co2: fc.constantFrom(450, 700, 950, 1_000, 1_600, 5_000, null),
  fill: fc.constantFrom(0, 10, 21, 50, 79, 90, null),
  isSensorMissing: fc.boolean(),
};

interface BoardClock {
  /** How far the board's clock is ahead, minutes. */
  readonly minutesAhead: number;
  /** Readings arrive as they are taken; otherwise all of them arrive late, in any order. */
  readonly isLive: boolean;
}

/**
 * Readings more than ten minutes ahead are stored with their time of arrival, so they must arrive in order.
 */
const clock = fc.constantFrom<BoardClock>(
  { minutesAhead: 9, isLive: false },
  { minutesAhead: -90, isLive: false },
  { minutesAhead: -90, isLive: true },
  { minutesAhead: 130, isLive: true },
);

/** A change to the settings after a reading. */
interface TimedChange {
  readonly readingIndex: number;
  readonly change: Change;
}

const changes = fc.array(fc.record<TimedChange>({ readingIndex: fc.nat(5), change }), {
  minLength: 1,
  maxLength: 3,
});

interface ReadingsAndChanges {
  readonly values: readonly Values[];
  readonly changes: readonly TimedChange[];
}

/**
 * Readings, the order in which they arrive, the repeats, and the changes in between. The board's clock is
 * wrong in the readings before `firstCorrectIndex`. A late reading is evaluated with the current settings, so
 * a stream with changes uses unambiguous values.
 */
export const alertStream = fc
  .oneof(
    fc.record<ReadingsAndChanges>({ values: createStream(allValues), changes: fc.constant([]) }),
    fc.record<ReadingsAndChanges>({ values: createStream(unambiguousValues), changes }),
  )
  .chain(({ values, changes }) => {
    const indexes = values.map((_, index) => index);
    return fc.record({
      values: fc.constant(values),
      changes: fc.constant(changes),
      clock,
      firstCorrectIndex: fc.integer({ min: 1, max: values.length }),
      hoursApart: fc.constantFrom(1, 3),
      order: fc.shuffledSubarray(indexes, { minLength: values.length }),
      repeatedIndexes: fc.subarray(indexes, { minLength: 1 }),
      waitMinutes: fc.array(fc.constantFrom(0, 1, 10), { minLength: 6, maxLength: 6 }),
      killedWrites: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 8 }),
    });
  });

function createStream(model: { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> }) {
  return fc.array(fc.record<Values>(model), { minLength: 3, maxLength: 6 });
}

export type AlertStream = typeof alertStream extends fc.Arbitrary<infer S> ? S : never;

/** A step of a stream: a report arrives, the settings change, or time passes. */
export type Step =
  | { readonly report: () => Report }
  | { readonly change: Change }
  | { readonly minutes: number };

/** Returns the steps of a stream whose readings arrive in the order of `indexes`, repeats included. */
export function toSteps(
  { values, clock, firstCorrectIndex, changes, waitMinutes, hoursApart }: AlertStream,
  indexes: readonly number[],
  now: () => number,
  lastAt: number,
): Step[] {
  const sentReports = new Map<number, Report>();
  const intervalMs = hoursApart * HOUR;
  const createReport = (index: number): Report => {
    const takenAt = clock.isLive ? now() : lastAt - (values.length - 1 - index) * intervalMs;
    const clockOffset = index < firstCorrectIndex ? clock.minutesAhead * MINUTE : 0;
    return toReport(takenAt + clockOffset, values[index]);
  };
  const getReport = (index: number) => {
    const report = sentReports.get(index) ?? createReport(index);
    sentReports.set(index, report);
    return report;
  };
  return indexes.flatMap((index, step): Step[] => [
    { report: () => getReport(index) },
    ...changes.flatMap(({ readingIndex, change }) =>
      Math.min(readingIndex, values.length - 1) === step ? [{ change }] : [],
    ),
    { minutes: clock.isLive ? intervalMs / MINUTE : (waitMinutes[step] ?? 0) },
  ]);
}

function toReport(at: number, values: Values | undefined): Report {
  if (values === undefined) throw new Error('The stream has no such reading.');
  const { temperature, humidity, co2, fill, battery, hasError, isSensorMissing } = values;
  // The second sensor is hot, and above the grain unless the bin is nearly full.
  const temperatures = [12, 26, 12, ...(isSensorMissing ? [] : [temperature ?? -200])];
  return {
    date_time: new Date(at).toISOString(),
    temp_reading: [temperatures],
    humidity_readings: [temperatures.map(() => humidity)],
    ...(co2 !== null && { co2 }),
    ...(fill !== null && { level_sensor: 10_000 - fill * 100 }),
    ...(battery !== null && { battery }),
    any_error: hasError ? 1 : 0,
  };
}
