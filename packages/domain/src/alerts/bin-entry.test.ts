import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { DAY, HOUR, MINUTE, millis } from '../units.ts';
import { type TrackedEntryCo2, trackEntryCo2 } from './bin-entry.ts';
import { evaluateClockRules } from './clock-rules.ts';
import { foldReading, foldSettings } from './fold.ts';
import { type AlertMemory, keepNewestAlerts, NO_ALERT_MEMORY } from './memory.ts';
import type { AlertSettings } from './settings.ts';

const START = 1_700_000_000_000;

interface Sample {
  /** Hours after the start. */
  readonly hour: number;
  readonly co2?: number | null;
  readonly fill?: number | null;
}

function fold(samples: readonly Sample[], settings: AlertSettings = createTestAlertSettings()) {
  return samples.reduce<AlertMemory>((memory, { hour, co2 = null, fill = null }) => {
    const reading = testReading([], { at: START + hour * HOUR, scalars: { co2 } });
    return foldReading(memory, { reading, fillPercent: fill }, settings);
  }, NO_ALERT_MEMORY);
}

function findAlert({ open }: AlertMemory, rule: string) {
  return open.find((alert) => alert.rule === rule) ?? null;
}

describe('CO2 too high for entry', () => {
  const foldCo2 = (...values: readonly (readonly [hour: number, ppm: number | null])[]) =>
    findAlert(fold(values.map(([hour, ppm]) => ({ hour, co2: ppm }))), 'entry-co2');

  test('is critical from 5,000 ppm, even in an empty bin or with every optional alert turned off', () => {
    expect(foldCo2([0, 4_999])).toBeNull();
    expect(foldCo2([0, 5_000], [1, 5_600])).toEqual({
      rule: 'entry-co2',
      severity: 'critical',
      since: START,
      value: 5_600,
      limit: 5_000,
      sensors: [],
    });
    expect(findAlert(fold([{ hour: 0, co2: 9_000, fill: 0 }]), 'entry-co2')).not.toBeNull();
  });

  test('remains when the CO2 rules are turned off', () => {
    const settingsWithoutCo2 = createTestAlertSettings({ co2: null, isCo2RiskEnabled: false });
    expect(
      findAlert(foldSettings(fold([{ hour: 0, co2: 6_000 }]), settingsWithoutCo2), 'entry-co2'),
    ).not.toBeNull();
  });

  test('ends after an hour of readings below 4,500 ppm; a higher reading restarts the hour', () => {
    expect(foldCo2([0, 5_000], [1, 4_499], [1.9, 400])).not.toBeNull();
    expect(foldCo2([0, 5_000], [1, 4_499], [2, 4_499])).toBeNull();
    expect(foldCo2([0, 5_000], [1, 4_499], [2, 4_500])).not.toBeNull();
    expect(foldCo2([0, 5_000], [1, 400], [1.5, 4_500], [2, 400], [2.5, 400])).not.toBeNull();
    expect(foldCo2([0, 5_000], [1, 400], [1.5, 4_500], [2, 400], [2.5, 400], [3, 400])).toBeNull();
  });

  test('does not end because of missing readings, or readings without CO2', () => {
    const open = fold([{ hour: 0, co2: 6_000 }]);
    const withoutData = evaluateClockRules(open, {
      now: millis(START + 400 * DAY),
      lastArrivalAt: millis(START),
      lastAt: millis(START),
      arrivals: [],
      usualIntervalMs: HOUR,
      listeningSince: millis(START),
      noDataHours: 24,
      createdAt: millis(START),
      boardNoData: 'none',
    });
    expect(findAlert(withoutData, 'entry-co2')).not.toBeNull();
    expect(foldCo2([0, 6_000], [1, 400], [2, null], [900, null])).not.toBeNull();
    // The CO2 between two readings a day apart is not known.
    expect(foldCo2([0, 6_000], [24, 400], [48, 400], [72, 400])).not.toBeNull();
    expect(foldCo2([0, 6_000], [24, 400], [48, 400], [72, 400], [96, 400])).toBeNull();
  });

  const gap = fc.integer({ min: 1, max: 3 * DAY });
  const low = fc.integer({ min: 0, max: 4_499 });

  test('does not end because of gaps between readings, however long, until several readings were low', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ gap, ppm: low }), { maxLength: 12 }), (steps) => {
        let at = START;
        let tracked: TrackedEntryCo2 | null = trackEntryCo2(null, 5_000, millis(at));
        let covered = 0;
        for (const [index, step] of steps.entries()) {
          at += step.gap;
          // Counts only the time between readings that are about an hour apart or less.
          if (index > 0 && step.gap <= HOUR + MINUTE) covered += step.gap;
          tracked = trackEntryCo2(tracked, step.ppm, millis(at));
          if (tracked === null) {
            expect(covered >= HOUR - MINUTE || index >= 2).toBe(true);
            return;
          }
        }
      }),
    );
  });

  test('does not end because of late or repeated readings, however low', () => {
    const late = fc.array(fc.record({ ago: fc.integer({ min: 0, max: 2 * DAY }), ppm: low }));
    fc.assert(
      fc.property(late, (readings) => {
        const newest = millis(START + 10 * DAY);
        const tracked = readings.reduce<TrackedEntryCo2 | null>(
          (known, { ago, ppm }) => trackEntryCo2(known, ppm, millis(newest - ago)),
          { at: newest, below: null },
        );
        expect(tracked).toEqual({ at: newest, below: null });
      }),
    );
  });

  test('stays open while readings are re-evaluated from an earlier state', () => {
    const earlier = fold([{ hour: 0, co2: 400 }]);
    const newest = fold([{ hour: 5, co2: 7_000 }]);
    const merged = keepNewestAlerts(earlier, newest);
    expect(findAlert(merged, 'entry-co2')).toEqual(findAlert(newest, 'entry-co2'));
    expect(merged.entryCo2).toEqual(newest.entryCo2);
    expect(keepNewestAlerts(newest, earlier)).toEqual(newest);
  });
});

describe('the alert about a level that does not drop after an unload', () => {
  const createUnload = (hour: number, percent: number) => ({
    at: millis(START + hour * HOUR),
    percent,
  });
  /** Hourly readings with these levels, %. */
  const createSamples = (...fills: readonly number[]): Sample[] =>
    fills.map((fill, hour) => ({ hour, fill }));
  const repeatFill = (hours: number, fill = 80) => Array.from({ length: hours }, () => fill);
  const createSettings = (...unloads: readonly ReturnType<typeof createUnload>[]) =>
    createTestAlertSettings({ unloads });

  test('is raised after two readings an hour or more after the unload', () => {
    const unloadSettings = createSettings(createUnload(10, 20));
    expect(
      findAlert(fold(createSamples(...repeatFill(12)), unloadSettings), 'entry-unload'),
    ).toBeNull();
    expect(
      findAlert(fold(createSamples(...repeatFill(13)), unloadSettings), 'entry-unload'),
    ).toEqual({
      rule: 'entry-unload',
      severity: 'critical',
      since: START + 12 * HOUR,
      value: 0,
      limit: 20,
      sensors: [],
    });
  });

  test('is not raised if the level dropped before or after the unload, or if little was unloaded', () => {
    const unloading = createSettings(createUnload(10, 20));
    expect(
      findAlert(
        fold(createSamples(...repeatFill(6), ...repeatFill(9, 60)), unloading),
        'entry-unload',
      ),
    ).toBeNull();
    expect(
      findAlert(
        fold(createSamples(...repeatFill(15)), createSettings(createUnload(10, 4))),
        'entry-unload',
      ),
    ).toBeNull();
    const unknown = fold(
      [...createSamples(...repeatFill(8)).map(({ hour }) => ({ hour }))],
      unloading,
    );
    expect(findAlert(unknown, 'entry-unload')).toBeNull();
  });

  const boards = fc.record({
    /** Hours between readings. */
    intervalHours: fc.double({ min: 0.1, max: 24, noNaN: true }),
    /** The time from the unload to the next reading, as a fraction of the interval. */
    phase: fc.double({ min: 0.001, max: 1, noNaN: true }),
  });
  const createReadingHours = ({
    intervalHours,
    phase,
  }: {
    readonly intervalHours: number;
    readonly phase: number;
  }) => {
    const before = Math.ceil(12 / intervalHours) + 4;
    const after = Math.ceil(3 / intervalHours) + 3;
    return Array.from(
      { length: before + after },
      (_, index) => 100 + (index - before + phase) * intervalHours,
    );
  };

  test('is not raised if the level dropped within the hour, no matter how rarely the board reports', () => {
    fc.assert(
      fc.property(boards, fc.double({ min: 0, max: 1, noNaN: true }), (board, fallDelayHours) => {
        const unloading = createSettings(createUnload(100, 20));
        createReadingHours(board).reduce<AlertMemory>((memory, hour) => {
          const fill = hour < 100 + fallDelayHours ? 80 : 60;
          const reading = testReading([], { at: Math.round(START + hour * HOUR) });
          const next = foldReading(memory, { reading, fillPercent: fill }, unloading);
          expect(findAlert(next, 'entry-unload')).toBeNull();
          return next;
        }, NO_ALERT_MEMORY);
      }),
      // A reading at the exact time of the unload, with 33 hours from the reading before it to the second one
      // after it.
      { examples: [[{ intervalHours: 11.000000069427493, phase: 0.9999999999999994 }, 0]] },
    );
  });

  test('is raised if the level never dropped, no matter how rarely the board reports', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const samples = createReadingHours(board).map((hour) => ({ hour, fill: 80 }));
        expect(
          findAlert(fold(samples, createSettings(createUnload(100, 20))), 'entry-unload'),
        ).not.toBeNull();
      }),
    );
  });

  test('is not raised because of a level that was measured before grain was loaded', () => {
    const daily = [0, 24, 48, 72, 96, 120].map((hour) => ({ hour, fill: hour < 48 ? 40 : 80 }));
    const afterUnload = daily.map((sample) => ({
      ...sample,
      fill: sample.hour > 58 ? 60 : sample.fill,
    }));
    const unloading = {
      ...createSettings(createUnload(58, 20)),
      loadedAt: [millis(START + 40 * HOUR)],
    };
    for (const [index] of afterUnload.entries()) {
      expect(
        findAlert(fold(afterUnload.slice(0, index + 1), unloading), 'entry-unload'),
      ).toBeNull();
    }
  });

  test('stays open with state saved by an earlier version until new levels confirm the drop', () => {
    const unloading = createSettings(createUnload(10, 20));
    const { level, ...open } = fold(createSamples(...repeatFill(13)), unloading);
    const earlier = { ...open, level: level && { recent: level.recent, lowest: level.lowest } };
    const next = (memory: AlertMemory, hour: number): AlertMemory =>
      foldReading(
        memory,
        { reading: testReading([], { at: START + hour * HOUR }), fillPercent: 60 },
        unloading,
      );
    const twoLevels = [13, 14].reduce(next, earlier);
    expect(findAlert(twoLevels, 'entry-unload')).not.toBeNull();
    expect(findAlert(next(twoLevels, 15), 'entry-unload')).toBeNull();
  });

  test('is not raised if grain was also loaded', () => {
    const loadAndUnload = {
      ...createSettings(createUnload(10, 20)),
      loadedAt: [millis(START + 9 * HOUR)],
    };
    expect(
      findAlert(fold(createSamples(...repeatFill(15)), loadAndUnload), 'entry-unload'),
    ).toBeNull();
  });

  test('ends when the level has dropped by half of the unload, not because of time or missing data', () => {
    const unloading = createSettings(createUnload(10, 20));
    const stillOpen = fold(
      [...createSamples(...repeatFill(13)), { hour: 400, fill: 79 }],
      unloading,
    );
    expect(findAlert(stillOpen, 'entry-unload')).toMatchObject({
      since: START + 12 * HOUR,
      value: 0,
    });
    // One false echo is not a drop in the level.
    const echo = fold([...createSamples(...repeatFill(13), 10), { hour: 14, fill: 80 }], unloading);
    expect(findAlert(echo, 'entry-unload')).not.toBeNull();
    const fallen = fold(createSamples(...repeatFill(13), 70, 70), unloading);
    expect(findAlert(fallen, 'entry-unload')).toBeNull();
  });

  test('ends when the unload is corrected', () => {
    const open = fold(createSamples(...repeatFill(13)), createSettings(createUnload(10, 20)));
    const reading = testReading([], { at: START + 12 * HOUR });
    const corrected = foldReading(
      open,
      { reading, fillPercent: 80 },
      createSettings(createUnload(10, 2)),
    );
    expect(findAlert(corrected, 'entry-unload')).toBeNull();
  });
});
