import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, millis } from '../units.ts';
import type { AlertRule } from './alert.ts';
import { type BoardBin, findBoardNoData } from './board-no-data.ts';
import { type ClockRuleInputs, evaluateClockRules } from './clock-rules.ts';
import { type AlertMemory, NO_ALERT_MEMORY } from './memory.ts';

const START = 1_700_000_000_000;
const NOW = START + 30 * DAY;

function findAlert({ open }: AlertMemory, rule: AlertRule) {
  return open.find((alert) => alert.rule === rule) ?? null;
}

const createInputs = (
  overrides: Partial<
    | Record<keyof ClockRuleInputs, number | null>
    | Pick<ClockRuleInputs, 'boardNoData'>
    | { readonly arrivals: readonly { readonly at: number; readonly arrivedAt: number }[] }
  >,
): ClockRuleInputs =>
  ({
    now: NOW,
    createdAt: START,
    arrivals: [],
    lastArrivalAt: NOW - 8 * HOUR,
    lastAt: NOW - 8 * HOUR,
    usualIntervalMs: HOUR,
    listeningSince: START,
    noDataHours: 7,
    boardNoData: 'none',
    ...overrides,
  }) as ClockRuleInputs;

describe('the alert about a bin without data', () => {
  const isOpen = (overrides: Parameters<typeof createInputs>[0], from = NO_ALERT_MEMORY) =>
    findAlert(evaluateClockRules(from, createInputs(overrides)), 'no-data') !== null;

  test('is raised after the longer of the setting and two usual intervals', () => {
    expect(isOpen({ lastArrivalAt: NOW - 7 * HOUR })).toBe(false);
    expect(isOpen({ lastArrivalAt: NOW - 7 * HOUR - 1 })).toBe(true);
    expect(isOpen({ usualIntervalMs: 4 * HOUR })).toBe(false);
    expect(
      findAlert(evaluateClockRules(NO_ALERT_MEMORY, createInputs({})), 'no-data'),
    ).toMatchObject({
      severity: 'warning',
      since: NOW - 8 * HOUR,
      value: 8,
      limit: 7,
    });
  });

  test('is timed from when the last reading arrived, because a slow clock does not mean missing data', () => {
    expect(isOpen({ lastAt: NOW - 9 * DAY, lastArrivalAt: NOW - MINUTE })).toBe(false);
    expect(isOpen({ lastAt: NOW, lastArrivalAt: NOW - 8 * HOUR })).toBe(true);
    expect(isOpen({ lastArrivalAt: null })).toBe(true);
  });

  test('waits for two usual intervals, at least an hour, after the server starts or an outage ends', () => {
    expect(isOpen({ listeningSince: NOW - 2 * HOUR })).toBe(false);
    expect(isOpen({ listeningSince: NOW - 2 * HOUR - 1 })).toBe(true);
    expect(isOpen({ listeningSince: NOW - HOUR, usualIntervalMs: MINUTE })).toBe(false);
    expect(isOpen({ listeningSince: null })).toBe(false);
  });

  test('ends when a frame arrives or the rule is off, and is unchanged until then', () => {
    const open = evaluateClockRules(NO_ALERT_MEMORY, createInputs({}));
    expect(evaluateClockRules(open, createInputs({ now: NOW + DAY }))).toEqual(open);
    expect(
      evaluateClockRules(open, createInputs({ now: NOW + DAY, listeningSince: null })),
    ).toEqual(open);
    expect(isOpen({ lastArrivalAt: NOW - MINUTE }, open)).toBe(false);
    expect(isOpen({ noDataHours: null }, open)).toBe(false);
  });

  test('is not raised for a bin without a reading', () => {
    expect(isOpen({ lastArrivalAt: null, lastAt: null })).toBe(false);
  });
});

describe('the alert about a board without data', () => {
  test('replaces the alerts of its bins and is raised on the first bin', () => {
    const open = evaluateClockRules(NO_ALERT_MEMORY, createInputs({}));
    const first = evaluateClockRules(open, createInputs({ boardNoData: 'first' }));
    expect(first.open).toMatchObject([{ rule: 'board-no-data', since: NOW - 8 * HOUR }]);
    expect(evaluateClockRules(open, createInputs({ boardNoData: 'other' })).open).toEqual([]);
    expect(evaluateClockRules(first, createInputs({})).open).toMatchObject([{ rule: 'no-data' }]);
    expect(evaluateClockRules(first, createInputs({ lastArrivalAt: NOW })).open).toEqual([]);
  });

  const createBin = (
    binNumber: number,
    hours: number | null,
    noDataHours: number | null = 7,
  ): BoardBin => ({
    id: 100 - binNumber,
    binNumber,
    heardAt: hours === null ? null : millis(NOW - hours * HOUR),
    usualIntervalMs: HOUR,
    noDataHours,
  });
  const findNoData = (...bins: BoardBin[]) =>
    bins.map(({ id }) => findBoardNoData(bins, id, millis(NOW)));

  test('requires two bins that sent data before, and none that sends data now', () => {
    expect(findNoData(createBin(1, 8))).toEqual(['none']);
    expect(findNoData(createBin(1, 8), createBin(2, null))).toEqual(['none', 'none']);
    expect(findNoData(createBin(1, 8), createBin(2, 7))).toEqual(['none', 'none']);
    expect(findNoData(createBin(2, 8), createBin(1, 9), createBin(3, null))).toEqual([
      'other',
      'first',
      'other',
    ]);
  });

  test('is not raised on a bin whose rule is off', () => {
    expect(findNoData(createBin(1, 8, null), createBin(2, 8))).toEqual(['other', 'first']);
    expect(findNoData(createBin(1, 1, null), createBin(2, 8))).toEqual(['none', 'none']);
  });

  test('is raised on exactly one bin of a board, regardless of the order in which bins are checked', () => {
    const bins = fc.uniqueArray(fc.integer({ min: 1, max: 32 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(bins, (numbers) => {
        const found = findNoData(...numbers.map((number) => createBin(number, 8)));
        expect(found.filter((result) => result === 'first')).toHaveLength(1);
        expect(found[numbers.indexOf(Math.min(...numbers))]).toBe('first');
      }),
    );
  });
});

describe('the alert about a new bin without data', () => {
  const neverReported = { lastAt: null, lastArrivalAt: null };
  const isOpen = (ageMs: number, overrides: Parameters<typeof createInputs>[0] = {}) =>
    findAlert(
      evaluateClockRules(
        NO_ALERT_MEMORY,
        createInputs({ ...neverReported, createdAt: NOW - ageMs, ...overrides }),
      ),
      'never-reported',
    ) !== null;

  test('is raised after a day, but not for bins that were added long ago', () => {
    expect(isOpen(DAY - 1)).toBe(false);
    expect(isOpen(DAY)).toBe(true);
    expect(isOpen(31 * DAY)).toBe(false);
    expect(isOpen(DAY, { noDataHours: null })).toBe(true);
    expect(isOpen(DAY, { listeningSince: NOW - HOUR })).toBe(false);
  });

  test('ends with the first reading, however long that takes', () => {
    const open = evaluateClockRules(
      NO_ALERT_MEMORY,
      createInputs({ ...neverReported, createdAt: NOW - DAY }),
    );
    const later = { now: NOW + 60 * DAY, createdAt: NOW - DAY };
    expect(evaluateClockRules(open, createInputs({ ...neverReported, ...later })).open).toEqual(
      open.open,
    );
    expect(evaluateClockRules(open, createInputs({})).open).toEqual([
      expect.objectContaining({ rule: 'no-data' }),
    ]);
  });
});

describe('the alert about late readings', () => {
  /** Inputs with these arrivals, given as the hours when readings were taken and when they arrived. */
  function createArrivalInputs(...readings: [at: number, arrivedAt: number][]): ClockRuleInputs {
    const arrivals = readings.map(([at, arrivedAt]) => ({
      at: START + at * HOUR,
      arrivedAt: START + arrivedAt * HOUR,
    }));
    const newest = arrivals.at(-1);
    const [now, lastAt] = [newest?.arrivedAt ?? NOW, newest?.at ?? null];
    return createInputs({ now, lastAt, lastArrivalAt: now, arrivals });
  }

  /** Whether the alert is open after each reading. */
  function isOpenAfterEach(...readings: [at: number, arrivedAt: number][]): boolean[] {
    let memory = NO_ALERT_MEMORY;
    return readings.map(([at, arrivedAt]) => {
      memory = evaluateClockRules(memory, createArrivalInputs([at, arrivedAt]));
      return findAlert(memory, 'clock-late') !== null;
    });
  }

  test('begins with the third reading in a row that is an hour late, and ends with one on time', () => {
    const readings: [number, number][] = [0, 1, 2, 3].map((hour) => [hour, hour + 1]);
    expect(isOpenAfterEach(...readings, [5, 5.9])).toEqual([false, false, true, true, false]);
    expect(isOpenAfterEach([0, 1], [1, 2], [2, 2.9], [3, 4])).toEqual([false, false, false, false]);
  });

  test('counts each reading that arrived since the previous evaluation', () => {
    const isOpen = (...readings: [number, number][]) =>
      findAlert(
        evaluateClockRules(NO_ALERT_MEMORY, createArrivalInputs(...readings)),
        'clock-late',
      ) !== null;
    expect(isOpen([0, 1], [1, 2], [2, 3])).toBe(true);
    expect(isOpen([0, 1], [1, 2])).toBe(false);
    expect(isOpen([0, 1], [1, 2], [2, 3], [3.5, 4])).toBe(false);
  });

  test('is not raised by readings that a board stored while it could not send', () => {
    const storedReadings: [number, number][] = [0, 1, 2, 3, 4, 5].map((hour) => [
      hour,
      8 + hour / 60,
    ]);
    expect(isOpenAfterEach(...storedReadings)).toEqual(storedReadings.map(() => false));
  });

  test('counts a reading once, and does not count one that is older than the newest', () => {
    expect(isOpenAfterEach([0, 1], [0, 2], [-1, 3], [1, 2])).toEqual([false, false, false, false]);
  });

  test('is the same as for readings in order, despite wrong clocks, repeats, older frames and crashes', () => {
    const step = fc.record({
      gap: fc.constantFrom(0.5, 1, 3),
      /** Hours for which the board could not send the reading. */
      wait: fc.constantFrom(0, 0, 0.5, 5),
      /**
       * Hours until a repeat or an older frame arrives; 0 if the reading is evaluated again after a crash.
       */
      repeatDelays: fc.array(fc.constantFrom(0, 0.1, 2), { maxLength: 3 }),
    });
    const steps = fc.array(step, { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(0, 0.5, 1, 2),
        fc.nat(9),
        (stream, hoursSlow, correctedAtIndex) => {
          let [takenAt, arrivedAt] = [0, 0];
          const readings = stream.map(({ gap, wait }, index): [at: number, arrivedAt: number] => {
            takenAt += gap;
            arrivedAt = Math.max(arrivedAt, takenAt + wait);
            return [takenAt - (index < correctedAtIndex ? hoursSlow : 0), arrivedAt];
          });
          const readingsWithRepeats = readings.flatMap(([at, arrival], index) => [
            [at, arrival] as [number, number],
            ...(stream[index]?.repeatDelays ?? []).map((delay): [number, number] => [
              at,
              arrival + delay,
            ]),
          ]);
          const found = isOpenAfterEach(...readingsWithRepeats).filter(
            (_, i) => readingsWithRepeats[i]?.[0] !== readingsWithRepeats[i + 1]?.[0],
          );
          expect(found).toEqual(isOpenAfterEach(...readings));
        },
      ),
    );
  });
});
