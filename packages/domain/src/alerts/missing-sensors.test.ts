import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { HOUR, millis } from '../units.ts';
import type { SensorPlace } from './alert.ts';
import { foldReading } from './fold.ts';
import { type AlertMemory, NO_ALERT_MEMORY } from './memory.ts';
import { getFullCableLengths } from './missing-sensors.ts';
import type { AlertSettings } from './settings.ts';

const START = 1_700_000_000_000;
type Temperatures = readonly (readonly (number | null)[])[];

const settings = createTestAlertSettings({ noDataHours: 7 });

/** The memory after readings at these hours. */
function foldReadings(
  readings: readonly (readonly [hour: number, temperatures: Temperatures])[],
  { from = NO_ALERT_MEMORY, ...overrides }: Partial<AlertSettings> & { from?: AlertMemory } = {},
): AlertMemory {
  return readings.reduce(
    (memory, [hour, temperatures]) =>
      foldReading(
        memory,
        { reading: testReading(temperatures, { at: START + hour * HOUR }), fillPercent: null },
        { ...settings, ...overrides },
      ),
    from,
  );
}

/** The rules and sensors of the open alerts. */
function listAlertSensors({ open }: AlertMemory): [string, ...string[]][] {
  const name = ({ cable, position }: SensorPlace) => `${cable}.${position}`;
  return open.map(({ rule, sensors }) => [rule, ...sensors.map(name)]);
}

const ALL_VALUES: Temperatures = [
  [20, 20],
  [20, 20],
];
const NO_SENSOR_VALUE: Temperatures = [
  [20, null],
  [20, 20],
];
const NO_CABLE_VALUES: Temperatures = [
  [null, null],
  [20, 20],
];

describe('a sensor without data', () => {
  it('raises an alert after the same delay as a bin without data, and ends it at its next value', () => {
    expect(
      listAlertSensors(
        foldReadings([
          [0, ALL_VALUES],
          [1, NO_SENSOR_VALUE],
          [6.9, NO_SENSOR_VALUE],
        ]),
      ),
    ).toEqual([]);
    const open = foldReadings([
      [0, ALL_VALUES],
      [1, NO_SENSOR_VALUE],
      [7, NO_SENSOR_VALUE],
    ]);
    expect(listAlertSensors(open)).toEqual([['sensor-no-data', '1.2']]);
    expect(open.open).toMatchObject([{ severity: 'warning', since: START, value: null }]);
    expect(listAlertSensors(foldReadings([[8, ALL_VALUES]], { from: open }))).toEqual([]);
  });

  it('requires two readings without a value', () => {
    expect(
      listAlertSensors(
        foldReadings([
          [0, ALL_VALUES],
          [24, NO_SENSOR_VALUE],
        ]),
      ),
    ).toEqual([]);
    expect(
      listAlertSensors(
        foldReadings([
          [0, ALL_VALUES],
          [24, NO_SENSOR_VALUE],
          [48, NO_SENSOR_VALUE],
        ]),
      ),
    ).toHaveLength(1);
  });

  it('does not raise an alert if it never had a value, is muted or disabled, or the rule is off', () => {
    const readings = [
      [0, ALL_VALUES],
      [1, NO_SENSOR_VALUE],
      [9, NO_SENSOR_VALUE],
    ] as const;
    expect(listAlertSensors(foldReadings(readings.slice(1)))).toEqual([]);
    for (const status of ['mute', 'disable'] as const) {
      expect(listAlertSensors(foldReadings(readings, { getStatus: () => status }))).toEqual([]);
    }
    expect(listAlertSensors(foldReadings(readings, { noDataHours: null }))).toEqual([]);
    expect(listAlertSensors(foldReadings(readings, { cables: [] }))).toEqual([]);
  });
});

describe('a cable without data', () => {
  it('raises one alert, even if the board leaves the cable out', () => {
    for (const missing of [NO_CABLE_VALUES, [[], [20, 20]]] as const) {
      const open = foldReadings([
        [0, ALL_VALUES],
        [1, missing],
        [7, missing],
      ]);
      expect(listAlertSensors(open)).toEqual([['cable-no-data', '1.1']]);
    }
    expect(
      listAlertSensors(
        foldReadings([
          [0, ALL_VALUES],
          [1, [[20, 20]]],
          [7, [[20, 20]]],
        ]),
      ),
    ).toEqual([['cable-no-data', '2.1']]);
  });

  it('has its own alert, separate from those about single sensors of other cables', () => {
    const both: Temperatures = [
      [null, null],
      [20, null],
    ];
    expect(
      listAlertSensors(
        foldReadings([
          [0, ALL_VALUES],
          [1, both],
          [7, both],
        ]),
      ),
    ).toEqual([
      ['cable-no-data', '1.1'],
      ['sensor-no-data', '2.2'],
    ]);
  });
});

describe('a cable with muted sensors', () => {
  const muteSecondSensor = (_: number, position: number) => (position === 2 ? 'mute' : 'unmute');

  it('has data while a muted sensor reports', () => {
    const readings = [
      [0, ALL_VALUES],
      [
        1,
        [
          [null, 20],
          [20, 20],
        ],
      ],
      [
        7,
        [
          [null, 20],
          [20, 20],
        ],
      ],
    ] as const;
    expect(listAlertSensors(foldReadings(readings, { getStatus: muteSecondSensor }))).toEqual([
      ['sensor-no-data', '1.1'],
    ]);
  });

  it('has no data once none of its sensors has data, and its alert names a sensor that is not muted', () => {
    const readings = [
      [0, ALL_VALUES],
      [1, NO_CABLE_VALUES],
      [7, NO_CABLE_VALUES],
    ] as const;
    expect(listAlertSensors(foldReadings(readings, { getStatus: muteSecondSensor }))).toEqual([
      ['cable-no-data', '1.1'],
    ]);
    expect(
      listAlertSensors(
        foldReadings(readings, { getStatus: (cable) => (cable === 1 ? 'mute' : 'unmute') }),
      ),
    ).toEqual([]);
  });

  it('reports a sensor that is unmuted later, if it has had no value since', () => {
    const readings = [
      [0, ALL_VALUES],
      [1, NO_SENSOR_VALUE],
      [7, NO_SENSOR_VALUE],
    ] as const;
    const muted = foldReadings(readings, { getStatus: muteSecondSensor });
    expect(listAlertSensors(muted)).toEqual([]);
    expect(listAlertSensors(foldReadings([[7, NO_SENSOR_VALUE]], { from: muted }))).toEqual([
      ['sensor-no-data', '1.2'],
    ]);
  });
});

describe('a cable that lists fewer sensors than before', () => {
  const SHORT_CABLE: Temperatures = [[20], [20, 20]];
  const BROKEN_CABLE = [
    [0, ALL_VALUES],
    [1, NO_CABLE_VALUES],
    [7, NO_CABLE_VALUES],
    [8, SHORT_CABLE],
    [48, SHORT_CABLE],
  ] as const;

  it('is missing the sensors that had a value, because a broken cable does not list those beyond the break', () => {
    expect(listAlertSensors(foldReadings(BROKEN_CABLE))).toEqual([['sensor-no-data', '1.2']]);
    expect(listAlertSensors(foldReadings([[0, ALL_VALUES], ...BROKEN_CABLE.slice(3)]))).toEqual([
      ['sensor-no-data', '1.2'],
    ]);
    const hot = [
      [20, 31],
      [20, 20],
    ] as const;
    expect(
      listAlertSensors(foldReadings([[0, hot], ...BROKEN_CABLE.slice(3)], { temperature: 30 })),
    ).toEqual([
      ['temperature', '1.2'],
      ['sensor-no-data', '1.2'],
    ]);
  });

  it('has been replaced if it reports the new cable ID that a user set, which ends all alerts about its missing sensors', () => {
    const hot = [
      [20, 31],
      [20, 20],
    ] as const;
    const limit = { temperature: 30 };
    const broken = foldReadings([[0, hot], ...BROKEN_CABLE.slice(3)], limit);
    const cables = settings.cables.map((layout) =>
      layout.cable === 1 ? { ...layout, cableId: 26 } : layout,
    );
    const report = (
      hour: number,
      newTemperatures: Temperatures,
      from = broken,
      overrides: Partial<AlertSettings> = { ...limit, cables },
    ) =>
      foldReading(
        from,
        {
          reading: testReading(newTemperatures, { at: START + hour * HOUR, cableIds: [26, 2] }),
          fillPercent: null,
        },
        { ...settings, ...overrides },
      );
    // The user has not set the new cable ID yet.
    const unset = { ...limit, cables: settings.cables };
    expect(listAlertSensors(report(49, SHORT_CABLE, broken, unset))).toEqual(
      listAlertSensors(broken),
    );
    const replaced = report(49, SHORT_CABLE);
    expect(listAlertSensors(replaced)).toEqual([]);
    expect(listAlertSensors(report(60, SHORT_CABLE, replaced))).toEqual([]);
    // A sensor of the new cable that never had a value is not missing.
    expect(listAlertSensors(report(49, NO_SENSOR_VALUE))).toEqual([['temperature', '1.2']]);
  });

  it('has no alert about its missing sensors once they are muted or disabled, or the cable was removed and added again', () => {
    const broken = foldReadings(BROKEN_CABLE);
    const isMissing = (cable: number, position: number) => cable === 1 && position === 2;
    for (const status of ['mute', 'disable'] as const) {
      const getStatus = (...place: [number, number]) => (isMissing(...place) ? status : 'unmute');
      expect(
        listAlertSensors(foldReadings([[48, SHORT_CABLE]], { from: broken, getStatus })),
      ).toEqual([]);
    }
    const cables = settings.cables.filter(({ cable }) => cable !== 1);
    const removed = foldReadings([[48, SHORT_CABLE]], { from: broken, cables });
    const laterReadings = [
      [49, SHORT_CABLE],
      [60, SHORT_CABLE],
    ] as const;
    expect(listAlertSensors(foldReadings(laterReadings, { from: removed }))).toEqual([]);
  });
});

it('alerts about missing data name each sensor once, and never one that works or is muted', () => {
  const value = fc.option(fc.constant(20), { freq: 2 });
  const cable = fc.array(value, { maxLength: 3 });
  const streams = fc.array(fc.tuple(cable, cable), { minLength: 1, maxLength: 12 });
  const statuses = fc.array(fc.constantFrom('unmute', 'mute', 'disable'), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(streams, statuses, (stream, sensorStatuses) => {
      const getStatus = (cableNumber: number, position: number) =>
        sensorStatuses[(cableNumber - 1) * 3 + position - 1] ?? 'unmute';
      const memory = foldReadings(
        stream.map((cables, index) => [index * 4, cables]),
        { getStatus },
      );
      const newest = stream.at(-1) ?? [];
      const isWorking = (cableNumber: number, position: number) =>
        (newest[cableNumber - 1]?.[position - 1] ?? null) !== null &&
        getStatus(cableNumber, position) !== 'disable';
      const alertSensors = memory.open.flatMap(({ rule, sensors }) =>
        sensors.map((sensor) => ({ rule, ...sensor })),
      );
      expect(new Set(alertSensors.map((sensor) => `${sensor.cable}.${sensor.position}`)).size).toBe(
        alertSensors.length,
      );
      for (const { rule, cable: cableNumber, position } of alertSensors) {
        expect(getStatus(cableNumber, position)).toBe('unmute');
        expect(isWorking(cableNumber, position)).toBe(false);
        const isCableWorking = [1, 2, 3].some((anyPosition) => isWorking(cableNumber, anyPosition));
        expect(rule === 'cable-no-data' && isCableWorking).toBe(false);
      }
      const all = [
        [20, 20, 20],
        [20, 20, 20],
      ];
      expect(listAlertSensors(foldReadings([[100, all]], { from: memory }))).toEqual([]);
    }),
  );
});

it('a reading that is evaluated again changes nothing', () => {
  const open = foldReadings([
    [0, ALL_VALUES],
    [1, NO_SENSOR_VALUE],
    [7, NO_SENSOR_VALUE],
  ]);
  expect(foldReadings([[7, NO_SENSOR_VALUE]], { from: open })).toEqual(open);
});

it('the length of a cable depends on its values, not on positions that a frame lists without values', () => {
  const findLengths = (reporting: string[], missing: number[] = []) => {
    const sensors = missing.map((position) => ({
      cable: 1,
      position,
      since: millis(START),
      readings: 1,
    }));
    const tracked = { reporting, missing: sensors, addresses: [] };
    return getFullCableLengths([3], tracked, createTestAlertSettings());
  };
  expect(findLengths(['111'])).toEqual([3]);
  expect(findLengths(['11100000'])).toEqual([3]);
  expect(findLengths(['1110'], [4])).toEqual([4]);
  expect(findLengths(['1'])).toEqual([3]);
});
