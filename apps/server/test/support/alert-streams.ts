import { HOUR, MINUTE } from '@granary/domain/units';
import fc from 'fast-check';
import type { Updateable } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { Report } from './store-reports.ts';

/** What a bin of a stream has besides its readings; changes begin from it. */
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

/** The values of a reading; null: the reading lacks it. */
interface Values {
  /** The temperature of the lowest sensor, °C. */
  readonly temperature: number | null;
  readonly humidity: number;
  readonly co2: number | null;
  readonly fill: number | null;
  readonly battery: number | null;
  readonly hasError: boolean;
  /** The cable lists one sensor less than before. */
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

/** The same with values between the limit and the end of an alert, and with missing ones. */
const allValues = {
  ...unambiguousValues,
  temperature: fc.constantFrom(20, 24, 24.5, 25, 31, null),
  co2: fc.constantFrom(450, 700, 950, 1_000, 1_600, 5_000, null),
  fill: fc.constantFrom(0, 10, 21, 50, 79, 90, null),
  isSensorMissing: fc.boolean(),
};

interface Clock {
  /** How far the board's clock is ahead. */
  readonly minutes: number;
  /** Readings arrive as they are taken; otherwise all of them arrive late, in any order. */
  readonly isLive: boolean;
}

/** Readings more than ten minutes ahead are stored when they arrive, so they are in order. */
const clock = fc.constantFrom<Clock>(
  { minutes: 9, isLive: false },
  { minutes: -90, isLive: false },
  { minutes: -90, isLive: true },
  { minutes: 130, isLive: true },
);

/** A change to the settings after a reading. */
interface TimedChange {
  readonly after: number;
  readonly change: Change;
}

const changes = fc.array(fc.record<TimedChange>({ after: fc.nat(5), change }), {
  minLength: 1,
  maxLength: 3,
});

interface ReadingsAndChanges {
  readonly values: readonly Values[];
  readonly changes: readonly TimedChange[];
}

/**
 * Readings in the order in which they arrive, some twice, with what happens in between. Their board's clock
 * is wrong up to one of them. A late reading is evaluated with the current settings, so with changes the
 * values are unambiguous.
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
      corrected: fc.integer({ min: 1, max: values.length }),
      hoursApart: fc.constantFrom(1, 3),
      order: fc.shuffledSubarray(indexes, { minLength: values.length }),
      repeated: fc.subarray(indexes, { minLength: 1 }),
      waits: fc.array(fc.constantFrom(0, 1, 10), { minLength: 6, maxLength: 6 }),
      writes: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 8 }),
    });
  });

function createStream(model: { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> }) {
  return fc.array(fc.record<Values>(model), { minLength: 3, maxLength: 6 });
}

export type AlertStream = typeof alertStream extends fc.Arbitrary<infer S> ? S : never;

/** What happens to a bin: a report arrives, its settings change, or time passes. */
export type Step =
  | { readonly report: () => Report }
  | { readonly change: Change }
  | { readonly minutes: number };

/** The steps of a stream whose readings arrive in the order of these indexes, repeats included. */
export function toSteps(
  { values, clock, corrected, changes, waits, hoursApart }: AlertStream,
  indexes: readonly number[],
  now: () => number,
  lastAt: number,
): Step[] {
  const sent = new Map<number, Report>();
  const apart = hoursApart * HOUR;
  const take = (index: number): Report => {
    const takenAt = clock.isLive ? now() : lastAt - (values.length - 1 - index) * apart;
    const error = index < corrected ? clock.minutes * MINUTE : 0;
    return toReport(takenAt + error, values[index]);
  };
  const send = (index: number) => {
    const report = sent.get(index) ?? take(index);
    sent.set(index, report);
    return report;
  };
  return indexes.flatMap((index, step): Step[] => [
    { report: () => send(index) },
    ...changes.flatMap(({ after, change }) =>
      Math.min(after, values.length - 1) === step ? [{ change }] : [],
    ),
    { minutes: clock.isLive ? apart / MINUTE : (waits[step] ?? 0) },
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
