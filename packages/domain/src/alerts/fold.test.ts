import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestAlertSettings, createTestCables } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { HOUR, toCelsius, toFahrenheit } from '../units.ts';
import { type AlertRule, alertRules } from './alert.ts';
import { foldReading, foldSettings } from './fold.ts';
import { type AlertMemory, NO_ALERT_MEMORY, restoreAlertMemory } from './memory.ts';
import type { AlertReading } from './reading-rules.ts';
import type { AlertSettings } from './settings.ts';

const START = 1_700_000_000_000;

type Parts = NonNullable<Parameters<typeof testReading>[1]>;

/** A reading `hours` after the start. */
function createReading(
  hours: number,
  temperatures: readonly (readonly (number | null)[])[],
  { fill = null, ...parts }: Parts & { readonly fill?: number | null } = {},
): AlertReading {
  const reading = testReading(temperatures, { ...parts, at: START + hours * HOUR });
  return { reading, fillPercent: fill };
}

function fold(
  readings: readonly AlertReading[],
  settings: AlertSettings,
  from: AlertMemory = NO_ALERT_MEMORY,
): AlertMemory {
  return readings.reduce((memory, reading) => foldReading(memory, reading, settings), from);
}

function findAlert({ open }: AlertMemory, rule: AlertRule) {
  return open.find((alert) => alert.rule === rule) ?? null;
}

/** Whether the rule has an alert after each reading. */
function isOpenAfterEach(
  rule: AlertRule,
  readings: readonly AlertReading[],
  settings: AlertSettings,
) {
  let memory = NO_ALERT_MEMORY;
  return readings.map((reading) => {
    memory = foldReading(memory, reading, settings);
    return findAlert(memory, rule) !== null;
  });
}

describe('the temperature alert', () => {
  const settings = createTestAlertSettings({ temperature: 30 });

  test('is raised at the limit and ends 1 °C below it', () => {
    const values = [29.99, 30, 29.01, 29, 29.99, 30];
    const readings = values.map((value, hour) => createReading(hour, [[10, value]]));
    expect(isOpenAfterEach('temperature', readings, settings)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  test('for a limit in °F is raised when the value shown in °F reaches the limit, and ends 1.8 °F below', () => {
    const tenths = fc.integer({ min: -400, max: 1_850 });
    fc.assert(
      fc.property(tenths, (tenth) => {
        const limit = Math.round(toCelsius(tenth / 10) * 100) / 100;
        // Hundredths of °C below the limit.
        const readings = [1, 0, 99, 100, 1].map((below, hour) =>
          createReading(hour, [[-50, (Math.round(limit * 100) - below) / 100]]),
        );
        const found = isOpenAfterEach(
          'temperature',
          readings,
          createTestAlertSettings({ temperature: limit }),
        );
        expect(found).toEqual([false, true, true, false, false]);
        expect(toFahrenheit(limit) * 10).toBeCloseTo(tenth, 0);
        expect(toFahrenheit(limit - 1) * 10).toBeCloseTo(tenth - 18, 0);
      }),
    );
  });

  test('is raised for a sensor under grain on a broken cable with sensor 1 at the bottom', () => {
    const cables = [{ cable: 1, cableId: 1, subBin: 1, flip: true }];
    const flippedSettings = createTestAlertSettings({ temperature: 30, cables });
    const halfFull = { fill: 50 };
    const readings = [
      createReading(0, [[20, 20, 31, 31]], halfFull),
      createReading(1, [[31, 20]], halfFull),
      createReading(2, [[29, 31]], halfFull),
    ];
    expect(isOpenAfterEach('temperature', readings, flippedSettings)).toEqual([false, true, true]);
  });

  test('lists all sensors at or above the limit, worst first, and keeps its start time', () => {
    const memory = fold(
      [
        createReading(0, [
          [20, 31],
          [30, 10],
        ]),
        createReading(1, [
          [20, 30.5],
          [33, 30],
        ]),
      ],
      settings,
    );
    expect(findAlert(memory, 'temperature')).toEqual({
      rule: 'temperature',
      severity: 'critical',
      since: START,
      value: 33,
      limit: 30,
      sensors: [
        { cable: 2, position: 1, value: 33 },
        { cable: 1, position: 2, value: 30.5 },
        { cable: 2, position: 2, value: 30 },
      ],
    });
  });

  test('does not end when a hot sensor reports no value or a reading has no cables', () => {
    const readings = [
      createReading(0, [[10, 31]]),
      createReading(1, [[10, null]]),
      createReading(2, []),
    ];
    expect(isOpenAfterEach('temperature', readings, settings)).toEqual([true, true, true]);
  });

  test('leaves out muted and disabled sensors and removed cables, even once it is open', () => {
    const open = fold([createReading(0, [[10, 31], [40]])], settings);
    const mutedSettings = createTestAlertSettings({
      temperature: 30,
      getStatus: (cable) => (cable === 2 ? 'mute' : 'unmute'),
    });
    expect(findAlert(foldSettings(open, mutedSettings), 'temperature')).toMatchObject({
      value: 31,
      sensors: [{ cable: 1 }],
    });
    const settingsWithoutCables = createTestAlertSettings({ temperature: 30, cables: [] });
    expect(foldSettings(open, settingsWithoutCables).open).toEqual([]);
    expect(fold([createReading(0, [[10, 31], [40]])], settingsWithoutCables).open).toEqual([]);
  });

  test('ends when its rule is switched off', () => {
    const open = fold([createReading(0, [[31]])], settings);
    expect(foldSettings(open, createTestAlertSettings()).open).toEqual([]);
  });

  test('stays open while the grain surface is less than 2 points below its sensor', () => {
    // The middle of the second row of five is at 70 % of the height.
    const cable = [10, 31, 10, 10, 10];
    const hot = [10, 50, 10, 10, 10];
    const readings = [
      createReading(0, [cable], { fill: 70 }),
      createReading(1, [hot], { fill: 69 }),
      createReading(2, [hot], { fill: 67.9 }),
    ];
    expect(isOpenAfterEach('temperature', readings, settings)).toEqual([true, true, false]);
    // The value is from the grain, not from the air above it.
    expect(findAlert(fold(readings.slice(0, 2), settings), 'temperature')?.value).toBe(31);
  });
});

describe('the CO2 alerts', () => {
  const settings = createTestAlertSettings({ co2: 1_200 });
  const readings = (values: readonly (number | null)[]) =>
    values.map((co2, hour) => createReading(hour, [], { scalars: { co2 } }));

  test('about the limit begin at the limit, end 10 % below it, and do not change without a value', () => {
    expect(isOpenAfterEach('co2', readings([1_199, 1_200, null, 1_081, 1_080]), settings)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('about the limit are critical from 1,500 ppm until 10 % below that', () => {
    const severities = [1_499, 1_500, 1_351, 1_350].map(
      (_, i, all) => findAlert(fold(readings(all.slice(0, i + 1)), settings), 'co2')?.severity,
    );
    expect(severities).toEqual(['warning', 'critical', 'critical', 'warning']);
  });

  test('about the risk follow the risk level and need no setting', () => {
    const risk = (values: readonly (number | null)[]) =>
      findAlert(fold(readings(values), createTestAlertSettings()), 'co2-risk');
    expect(risk([1_100])).toBeNull();
    expect(risk([1_100, 1_100])).toMatchObject({ severity: 'warning', limit: 1_000 });
    expect(risk([1_100, 1_600, 1_600, null])).toMatchObject({ severity: 'critical', value: 1_600 });
  });
});

describe('the level alerts', () => {
  const settings = createTestAlertSettings({ minLevel: 20, maxLevel: 80 });
  const createLevelReadings = (values: readonly (number | null)[]) =>
    values.map((fill, hour) => createReading(hour, [], { fill }));

  test('are raised outside their limits and end 2 points inside; unknown levels change nothing', () => {
    expect(
      isOpenAfterEach('level-low', createLevelReadings([20, 19.9, null, 21.9, 22]), settings),
    ).toEqual([false, true, true, true, false]);
    expect(
      isOpenAfterEach('level-high', createLevelReadings([80, 80.1, null, 78.1, 78]), settings),
    ).toEqual([false, true, true, true, false]);
  });

  test('can end even if the limit is close to 0 or 100 %', () => {
    const extremeSettings = createTestAlertSettings({ minLevel: 99.5, maxLevel: 1 });
    expect(isOpenAfterEach('level-low', createLevelReadings([99, 100]), extremeSettings)).toEqual([
      true,
      false,
    ]);
    expect(isOpenAfterEach('level-high', createLevelReadings([2, 0]), extremeSettings)).toEqual([
      true,
      false,
    ]);
  });
});

describe('the alerts about the board', () => {
  test('are raised for a low battery after an hour, and only for bins with a battery', () => {
    const readings = [20, 19, 19, 24, 26, 26].map((battery, hour) =>
      createReading(hour, [], { scalars: { battery } }),
    );
    expect(
      isOpenAfterEach('battery-low', readings, createTestAlertSettings({ hasBattery: true })),
    ).toEqual([false, false, true, true, true, false]);
    expect(isOpenAfterEach('battery-low', readings, createTestAlertSettings())).not.toContain(true);
  });

  test.each([
    ['clock-wrong', { clockWrong: true }],
    ['board-error', { anyError: true }],
    ['cable-address', { cableIds: [-1] }],
  ] as const)('%s is raised at once and ends after an hour without it', (rule, parts) => {
    const readings = [0, 0.25, 0.5, 1, 1.5].map((hours, i) =>
      createReading(hours, [[10]], i === 1 ? parts : {}),
    );
    expect(isOpenAfterEach(rule, readings, createTestAlertSettings())).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('report a cable whose address is unreadable in the settings', () => {
    const settings = createTestAlertSettings({
      cables: [{ cable: 1, cableId: -1, subBin: 1, flip: false }],
    });
    expect(findAlert(fold([createReading(0, [[10]])], settings), 'cable-address')).not.toBeNull();
  });
});

const settings = createTestAlertSettings({
  temperature: 30,
  co2: 1_200,
  difference: 5,
  minLevel: 20,
  maxLevel: 80,
  noDataHours: 7,
  hasBattery: true,
  cables: createTestCables(2),
});
const cell = fc.option(fc.integer({ min: 2_600, max: 3_200 }).map((value) => value / 100));
const cable = fc.array(cell, { minLength: 5, maxLength: 5 });
const parts = fc.record({
  temperatures: fc.tuple(cable, cable),
  gapMinutes: fc.integer({ min: 1, max: 300 }),
  fill: fc.option(fc.constantFrom(0, 10, 19, 21, 50, 79, 81, 100)),
  co2: fc.option(fc.integer({ min: 400, max: 1_800 })),
  battery: fc.option(fc.integer({ min: 0, max: 40 })),
  anyError: fc.boolean(),
});
const stream = fc.array(parts, { minLength: 1, maxLength: 40 }).map((all) => {
  let minutes = 0;
  return all.map(({ temperatures, gapMinutes, fill, co2, battery, anyError }) => {
    minutes += gapMinutes;
    return createReading(minutes / 60, temperatures, { fill, scalars: { co2, battery }, anyError });
  });
});

describe('any readings', () => {
  test('give the same alert state when split anywhere, stored and restored', () => {
    fc.assert(
      fc.property(stream, fc.nat(), (readings, at) => {
        const split = at % (readings.length + 1);
        const stored = JSON.stringify(fold(readings.slice(0, split), settings));
        const restored = restoreAlertMemory(JSON.parse(stored) as AlertMemory);
        expect(fold(readings.slice(split), settings, restored)).toEqual(fold(readings, settings));
      }),
    );
  });

  test('change nothing when the newest reading is evaluated again', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const memory = fold(readings, settings);
        expect(fold(readings.slice(-1), settings, memory)).toEqual(memory);
      }),
    );
  });

  test('leave at most one alert for each rule, in the order of the rules', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const rules = fold(readings, settings).open.map(({ rule }) => rule);
        expect(rules).toEqual(alertRules.filter((rule) => rules.includes(rule)));
      }),
    );
  });

  test('do not leave a grain alert in an empty bin', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const last = readings.at(-1);
        if (last === undefined) return;
        const { open } = fold([...readings.slice(0, -1), { ...last, fillPercent: 0 }], settings);
        for (const rule of ['temperature', 'hot-spot', 'co2', 'co2-risk', 'co2-trend']) {
          expect(open.map((alert) => alert.rule)).not.toContain(rule);
        }
      }),
    );
  });

  test('give the same alerts regardless of the sensors above the grain', () => {
    // At 50 %, the upper two of five rows are in the headspace.
    const halfFullStream = stream.map((readings) =>
      readings.map((alertReading) => ({ ...alertReading, fillPercent: 50 })),
    );
    fc.assert(
      fc.property(halfFullStream, fc.integer({ min: -40, max: 80 }), (readings, value) => {
        const changed = readings.map(({ reading, fillPercent }) => {
          const values = reading.temperatures.values.map((hundredths, i) =>
            i % 5 < 2 ? value * 100 : hundredths,
          );
          const temperatures = { lengths: reading.temperatures.lengths, values };
          return { reading: { ...reading, temperatures }, fillPercent };
        });
        // Missing data is also reported for sensors above the grain.
        const settingsWithoutNoData = { ...settings, noDataHours: null };
        expect(fold(changed, settingsWithoutNoData).open).toEqual(
          fold(readings, settingsWithoutNoData).open,
        );
      }),
    );
  });
});
