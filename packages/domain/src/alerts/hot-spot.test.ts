import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { createTestAlertSettings, createTestCables } from '../../test/support/alerts.ts';
import { testReading, toGrid } from '../../test/support/readings.ts';
import type { DayMeans } from '../readings/day-means.ts';
import { DAY, millis } from '../units.ts';
import { foldDay, foldReading, foldSettings } from './fold.ts';
import { type AlertMemory, NO_ALERT_MEMORY, restoreAlertMemory } from './memory.ts';
import type { AlertSettings } from './settings.ts';

const FIRST_DAY = Temporal.PlainDate.from('2026-01-01');
const START = FIRST_DAY.toZonedDateTime('UTC').epochMilliseconds;
const WINDOW = 31;

type Cells = readonly (readonly (number | null)[])[];

const settings = createTestAlertSettings({ difference: 5, cables: createTestCables(4) });

function toDay(index: number, cells: Cells): DayMeans {
  const means = toGrid(cells);
  const day = FIRST_DAY.add({ days: index }).toString();
  return {
    day,
    readings: 24,
    means,
    fanOffMeans: means,
    moistures: toGrid([]),
    lowestCo2: null,
    lowestFill: null,
  };
}

/** The memory after each of these days. */
function foldDays(
  days: readonly DayMeans[],
  { alertSettings = settings, from = NO_ALERT_MEMORY } = {},
): AlertMemory[] {
  let memory = from;
  return days.map((_, index) => {
    memory = foldDay(memory, days.slice(Math.max(0, index + 1 - WINDOW), index + 1), alertSettings);
    return memory;
  });
}

/**
 * Days with four cables of three sensors at 10 °C, except the middle sensor of the first cable: `celsius`
 * returns its temperature for each day.
 */
function createWarmDays(count: number, celsius: (day: number) => number | null): DayMeans[] {
  return Array.from({ length: count }, (_, index) =>
    toDay(index, [
      [10, celsius(index), 10],
      [10, 10, 10],
      [10, 10, 10],
      [10, 10, 10],
    ]),
  );
}

function findHotSpot({ open }: AlertMemory | undefined = NO_ALERT_MEMORY) {
  return open.find(({ rule }) => rule === 'hot-spot') ?? null;
}

/** The first day, from 0, after which there is a hot spot; -1 if there is none. */
function findFirstDay(memories: readonly AlertMemory[]): number {
  return memories.findIndex((memory) => findHotSpot(memory) !== null);
}

/** Warms by `rate` °C a day from day 31 on. */
const warmAtRate = (rate: number) => (day: number) => 10 + rate * Math.max(0, day - 31);

describe('a hot spot', () => {
  test('is raised when the third daily mean in a row reaches the setting, as of the start of that day', () => {
    const memories = foldDays(createWarmDays(50, warmAtRate(1)));
    // 5 °C above the other sensors at its depth on day 36.
    expect(findFirstDay(memories)).toBe(38);
    expect(findHotSpot(memories[38])).toEqual({
      rule: 'hot-spot',
      severity: 'critical',
      since: START + 38 * DAY,
      value: 7,
      limit: 5,
      sensors: [{ cable: 1, position: 2, value: 7 }],
    });
    expect(findHotSpot(memories[40])).toMatchObject({ since: START + 38 * DAY, value: 9 });
  });

  test('that warms 0.3 °C a day is detected within a month; one that warms less than 5 °C a month is not', () => {
    expect(findFirstDay(foldDays(createWarmDays(80, warmAtRate(0.3))))).toBe(31 + 19);
    expect(findFirstDay(foldDays(createWarmDays(200, warmAtRate(0.15))))).toBe(-1);
  });

  test('requires three means in a row', () => {
    const values = [16, 16, 14.9, 16, 16, 16];
    const memories = foldDays(
      createWarmDays(40, (day) => (day < 31 ? 10 : (values[day - 31] ?? 10))),
    );
    expect(findFirstDay(memories)).toBe(36);
  });

  test('is not raised for a sensor that was always that warm or is not warming', () => {
    expect(findFirstDay(foldDays(createWarmDays(60, () => 20)))).toBe(-1);
    // The other cables cool by 6 °C.
    const cooling = Array.from({ length: 60 }, (_, day) => {
      const cold = 10 - 0.3 * Math.max(0, Math.min(day - 31, 20));
      return toDay(day, [
        [10, 10, 10],
        [cold, cold, cold],
        [cold, cold, cold],
        [cold, cold, cold],
      ]);
    });
    expect(findFirstDay(foldDays(cooling))).toBe(-1);
  });

  test('ends 1 °C below the setting, not when the warming stops', () => {
    const values = (end: number) => (day: number) =>
      day < 31 ? 10 : day < 100 ? 16 : day < 101 ? end : 16;
    const memoriesWhileWarm = foldDays(createWarmDays(102, values(14.01)));
    expect(findFirstDay(memoriesWhileWarm)).toBe(33);
    expect(memoriesWhileWarm.slice(33).every((memory) => findHotSpot(memory) !== null)).toBe(true);
    const endedMemories = foldDays(createWarmDays(101, values(14)));
    expect(findHotSpot(endedMemories[99])).not.toBeNull();
    expect(findHotSpot(endedMemories[100])).toBeNull();
  });

  test('ends when a sensor that was always warmer returns to its usual temperature', () => {
    const memories = foldDays(
      createWarmDays(60, (day) => (day < 31 ? 13 : day < 50 ? 19 : 13 + 4)),
    );
    expect(findFirstDay(memories)).toBe(33);
    expect(findHotSpot(memories[49])).not.toBeNull();
    // Still 7 °C above the other sensors at its depth, but only 4 °C above its usual temperature.
    expect(findHotSpot(memories[50])).toBeNull();
  });

  test.each([
    [4.99, 'warning'],
    [5, 'critical'],
  ] as const)('with a setting of %s °C is %s', (difference, severity) => {
    const memories = foldDays(
      createWarmDays(40, (day) => (day < 31 ? 10 : 16)),
      {
        alertSettings: { ...settings, difference },
      },
    );
    expect(findHotSpot(memories.at(-1))?.severity).toBe(severity);
  });

  test('is never the top sensor, unless it is the only one on its cable', () => {
    const createTopSensorDays = (count: number) =>
      Array.from({ length: 40 }, (_, day) => {
        const rest = Array.from({ length: count - 1 }, () => 10);
        return toDay(day, [
          [day < 31 ? 10 : 20, ...rest],
          [10, ...rest],
          [10, ...rest],
        ]);
      });
    expect(findFirstDay(foldDays(createTopSensorDays(2)))).toBe(-1);
    expect(findFirstDay(foldDays(createTopSensorDays(1)))).toBe(33);
    // On a bottom-up cable, position 1 is at the bottom.
    const flippedCables = createTestCables(3).map((cable) => ({ ...cable, flip: true }));
    expect(
      findFirstDay(
        foldDays(createTopSensorDays(2), { alertSettings: { ...settings, cables: flippedCables } }),
      ),
    ).toBe(33);
  });

  test('is compared with all depths if fewer than three sensors are at its depth', () => {
    const days = Array.from({ length: 40 }, (_, day) =>
      toDay(day, [[10, 10, 10, day < 31 ? 10 : 18]]),
    );
    const memories = foldDays(days);
    expect(findHotSpot(memories.at(-1))?.sensors).toEqual([
      { cable: 1, position: 4, value: 8, isComparedWithAllDepths: true },
    ]);
  });

  test('is not compared with another sub-bin, disabled sensors or removed cables', () => {
    const days = Array.from({ length: 40 }, (_, day) =>
      toDay(day, [
        [10, day < 31 ? 10 : 16],
        [10, 10],
        [10, 10],
        [30, 30],
        [30, 30],
        [30, 30],
      ]),
    );
    const cables = createTestCables(6).map((layout) => ({
      ...layout,
      subBin: layout.cable > 3 ? 2 : 1,
    }));
    expect(findFirstDay(foldDays(days, { alertSettings: { ...settings, cables } }))).toBe(33);
    expect(
      findFirstDay(foldDays(days, { alertSettings: { ...settings, cables: createTestCables(3) } })),
    ).toBe(33);
    const getStatus: AlertSettings['getStatus'] = (cable) => (cable > 3 ? 'disable' : 'unmute');
    const disabledSettings = { ...settings, cables: createTestCables(6), getStatus };
    expect(findFirstDay(foldDays(days, { alertSettings: disabledSettings }))).toBe(33);
    expect(
      findFirstDay(foldDays(days, { alertSettings: { ...settings, cables: createTestCables(6) } })),
    ).toBe(-1);
  });

  test('is never a muted sensor, and ends when the sensor is muted or the rule is off', () => {
    const days = createWarmDays(40, (day) => (day < 31 ? 10 : 16));
    const mutedSettings: AlertSettings = {
      ...settings,
      getStatus: (cable) => (cable === 1 ? 'mute' : 'unmute'),
    };
    expect(findFirstDay(foldDays(days, { alertSettings: mutedSettings }))).toBe(-1);
    const memoryWithHotSpot = foldDays(days).at(-1) ?? NO_ALERT_MEMORY;
    expect(foldSettings(memoryWithHotSpot, mutedSettings)).toMatchObject({
      open: [],
      warmSensors: [],
    });
    expect(foldSettings(memoryWithHotSpot, { ...settings, difference: null }).open).toEqual([]);
  });

  test('is not changed by days without a mean, such as when the fan runs all day', () => {
    const days = createWarmDays(60, (day) => (day < 31 ? 10 : day === 32 || day > 36 ? null : 16));
    const memories = foldDays(days);
    expect(findFirstDay(memories)).toBe(34);
    expect(findHotSpot(memories.at(-1))).toMatchObject({ value: 6 });
  });
});

describe('a load', () => {
  const days = createWarmDays(50, (day) => (day < 31 ? 10 : 16));

  test('that was recorded excludes its day and the next three from hot-spot detection', () => {
    const loadedAt = [millis(START + 30.5 * DAY)];
    expect(findFirstDay(foldDays(days, { alertSettings: { ...settings, loadedAt } }))).toBe(36);
  });

  test('is assumed when the level rises 5 points, but not after one false echo', () => {
    const foldLevels = (levels: readonly number[]) =>
      levels.reduce((memory, fillPercent, i) => {
        const reading = testReading([[10]], { at: START + 30 * DAY + i * 60_000 });
        return foldReading(memory, { reading, fillPercent }, settings);
      }, NO_ALERT_MEMORY);
    expect(foldLevels([50, 50, 50, 54.9, 54.9, 54.9]).roseAt).toBeNull();
    expect(foldLevels([50, 50, 50, 20, 50, 80, 50, 50]).roseAt).toBeNull();
    const memoryAfterRise = foldLevels([50, 50, 50, 52, 55, 55]);
    expect(memoryAfterRise.roseAt).toBe(START + 30 * DAY + 5 * 60_000);
    const memories = foldDays(days.slice(0, 31), { from: memoryAfterRise });
    const memoriesAfterRise = days.slice(31).reduce<AlertMemory[]>((all, _, i) => {
      const last = all.at(-1) ?? memories.at(-1) ?? NO_ALERT_MEMORY;
      return [...all, foldDay(last, days.slice(i + 1, i + 32), settings)];
    }, []);
    expect(31 + findFirstDay(memoriesAfterRise)).toBe(36);
  });
});

describe('any sequence of days', () => {
  const mean = fc.option(fc.integer({ min: 800, max: 2_200 }).map((value) => value / 100));
  const cable = fc.array(mean, { minLength: 3, maxLength: 3 });
  const history = fc
    .array(fc.tuple(cable, cable, cable), { minLength: 1, maxLength: 45 })
    .map((all) => all.map((cells, index) => toDay(index, cells)));

  test('gives the same alert state when split anywhere, stored and restored', () => {
    fc.assert(
      fc.property(history, fc.nat(), (days, at) => {
        const split = at % days.length;
        const before = foldDays(days.slice(0, split)).at(-1) ?? NO_ALERT_MEMORY;
        let memory = restoreAlertMemory(JSON.parse(JSON.stringify(before)) as AlertMemory);
        for (let i = split; i < days.length; i++) {
          memory = foldDay(memory, days.slice(Math.max(0, i + 1 - WINDOW), i + 1), settings);
        }
        expect(memory).toEqual(foldDays(days).at(-1));
      }),
    );
  });

  test('does not leave a hot spot in an emptied bin, even if only the ledger shows that it is empty', () => {
    fc.assert(
      fc.property(history, (days) => {
        const reading = testReading([[10, 10, 10]], { at: START });
        const full = foldReading(NO_ALERT_MEMORY, { reading, fillPercent: 90 }, settings);
        const memory = foldDays(days, { from: full }).at(-1) ?? full;
        const emptied = foldReading(memory, { reading, fillPercent: 0 }, settings);
        expect(emptied).toMatchObject({ open: [], warmSensors: [] });
      }),
    );
  });
});
