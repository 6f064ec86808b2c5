import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { HOUR, millis } from '../units.ts';
import type { SensorPlace } from './alert.ts';
import { foldReading } from './fold.ts';
import { type AlertMemory, NO_ALERT_MEMORY } from './memory.ts';
import { fullCableLengths } from './missing-sensors.ts';
import type { AlertSettings } from './settings.ts';

const START = 1_700_000_000_000;
type Temperatures = readonly (readonly (number | null)[])[];

const settings = testAlertSettings({ silenceHours: 7 });

/** The memory after readings at these hours. */
function fold(
  readings: readonly (readonly [hour: number, temperatures: Temperatures])[],
  { from = NO_ALERT_MEMORY, ...changed }: Partial<AlertSettings> & { from?: AlertMemory } = {},
): AlertMemory {
  return readings.reduce(
    (memory, [hour, temperatures]) =>
      foldReading(
        memory,
        { reading: testReading(temperatures, { at: START + hour * HOUR }), fillPercent: null },
        { ...settings, ...changed },
      ),
    from,
  );
}

/** The rules and sensors of the open alerts. */
function list({ open }: AlertMemory): [string, ...string[]][] {
  const name = ({ cable, position }: SensorPlace) => `${cable}.${position}`;
  return open.map(({ rule, sensors }) => [rule, ...sensors.map(name)]);
}

const ALL: Temperatures = [
  [20, 20],
  [20, 20],
];
const NO_SENSOR: Temperatures = [
  [20, null],
  [20, 20],
];
const NO_CABLE: Temperatures = [
  [null, null],
  [20, 20],
];

describe('a sensor without data', () => {
  it('raises an alert after the same time as a bin without data, and ends it with a value', () => {
    expect(
      list(
        fold([
          [0, ALL],
          [1, NO_SENSOR],
          [6.9, NO_SENSOR],
        ]),
      ),
    ).toEqual([]);
    const open = fold([
      [0, ALL],
      [1, NO_SENSOR],
      [7, NO_SENSOR],
    ]);
    expect(list(open)).toEqual([['sensor-no-data', '1.2']]);
    expect(open.open).toMatchObject([{ severity: 'warning', since: START, value: null }]);
    expect(list(fold([[8, ALL]], { from: open }))).toEqual([]);
  });

  it('requires two readings without a value', () => {
    expect(
      list(
        fold([
          [0, ALL],
          [24, NO_SENSOR],
        ]),
      ),
    ).toEqual([]);
    expect(
      list(
        fold([
          [0, ALL],
          [24, NO_SENSOR],
          [48, NO_SENSOR],
        ]),
      ),
    ).toHaveLength(1);
  });

  it('does not raise an alert if it never had a value, is muted or disabled, or the rule is off', () => {
    const readings = [
      [0, ALL],
      [1, NO_SENSOR],
      [9, NO_SENSOR],
    ] as const;
    expect(list(fold(readings.slice(1)))).toEqual([]);
    for (const status of ['mute', 'disable'] as const) {
      expect(list(fold(readings, { getStatus: () => status }))).toEqual([]);
    }
    expect(list(fold(readings, { silenceHours: null }))).toEqual([]);
    expect(list(fold(readings, { cables: [] }))).toEqual([]);
  });
});

describe('a cable without data', () => {
  it('raises one alert, even if the board leaves it out', () => {
    for (const missing of [NO_CABLE, [[], [20, 20]]] as const) {
      const open = fold([
        [0, ALL],
        [1, missing],
        [7, missing],
      ]);
      expect(list(open)).toEqual([['cable-no-data', '1.1']]);
    }
    expect(
      list(
        fold([
          [0, ALL],
          [1, [[20, 20]]],
          [7, [[20, 20]]],
        ]),
      ),
    ).toEqual([['cable-no-data', '2.1']]);
  });

  it('is separate from single sensors of other cables', () => {
    const both: Temperatures = [
      [null, null],
      [20, null],
    ];
    expect(
      list(
        fold([
          [0, ALL],
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
  const isMuted = (_: number, position: number) => (position === 2 ? 'mute' : 'unmute');

  it('has data while a muted one reports', () => {
    const readings = [
      [0, ALL],
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
    expect(list(fold(readings, { getStatus: isMuted }))).toEqual([['sensor-no-data', '1.1']]);
  });

  it('is without data once all its sensors are, and its alert names one that is not muted', () => {
    const readings = [
      [0, ALL],
      [1, NO_CABLE],
      [7, NO_CABLE],
    ] as const;
    expect(list(fold(readings, { getStatus: isMuted }))).toEqual([['cable-no-data', '1.1']]);
    expect(
      list(fold(readings, { getStatus: (cable) => (cable === 1 ? 'mute' : 'unmute') })),
    ).toEqual([]);
  });

  it('reports one that is unmuted later, if it has had no value since', () => {
    const readings = [
      [0, ALL],
      [1, NO_SENSOR],
      [7, NO_SENSOR],
    ] as const;
    const muted = fold(readings, { getStatus: isMuted });
    expect(list(muted)).toEqual([]);
    expect(list(fold([[7, NO_SENSOR]], { from: muted }))).toEqual([['sensor-no-data', '1.2']]);
  });
});

describe('a cable that lists fewer sensors than before', () => {
  const SHORT_CABLE: Temperatures = [[20], [20, 20]];
  const BROKEN_CABLE = [
    [0, ALL],
    [1, NO_CABLE],
    [7, NO_CABLE],
    [8, SHORT_CABLE],
    [48, SHORT_CABLE],
  ] as const;

  it('is missing those that had a value, because a broken cable does not list what is behind the break', () => {
    expect(list(fold(BROKEN_CABLE))).toEqual([['sensor-no-data', '1.2']]);
    expect(list(fold([[0, ALL], ...BROKEN_CABLE.slice(3)]))).toEqual([['sensor-no-data', '1.2']]);
    const hot = [
      [20, 31],
      [20, 20],
    ] as const;
    expect(list(fold([[0, hot], ...BROKEN_CABLE.slice(3)], { temperature: 30 }))).toEqual([
      ['temperature', '1.2'],
      ['sensor-no-data', '1.2'],
    ]);
  });

  it('was replaced if it reports the new cable ID that a user set, which ends all alerts about the missing ones', () => {
    const hot = [
      [20, 31],
      [20, 20],
    ] as const;
    const limit = { temperature: 30 };
    const broken = fold([[0, hot], ...BROKEN_CABLE.slice(3)], limit);
    const cables = settings.cables.map((one) => (one.cable === 1 ? { ...one, cableId: 26 } : one));
    const report = (
      hour: number,
      sent: Temperatures,
      from = broken,
      changed: Partial<AlertSettings> = { ...limit, cables },
    ) =>
      foldReading(
        from,
        {
          reading: testReading(sent, { at: START + hour * HOUR, cableIds: [26, 2] }),
          fillPercent: null,
        },
        { ...settings, ...changed },
      );
    // The user has not set the new cable ID yet.
    const unset = { ...limit, cables: settings.cables };
    expect(list(report(49, SHORT_CABLE, broken, unset))).toEqual(list(broken));
    const replaced = report(49, SHORT_CABLE);
    expect(list(replaced)).toEqual([]);
    expect(list(report(60, SHORT_CABLE, replaced))).toEqual([]);
    // A sensor of the new cable that never had a value is not missing.
    expect(list(report(49, NO_SENSOR))).toEqual([['temperature', '1.2']]);
  });

  it('has no alert about them once they are muted or disabled, or the cable was removed and added again', () => {
    const broken = fold(BROKEN_CABLE);
    const isGone = (cable: number, position: number) => cable === 1 && position === 2;
    for (const status of ['mute', 'disable'] as const) {
      const getStatus = (...place: [number, number]) => (isGone(...place) ? status : 'unmute');
      expect(list(fold([[48, SHORT_CABLE]], { from: broken, getStatus }))).toEqual([]);
    }
    const cables = settings.cables.filter(({ cable }) => cable !== 1);
    const removed = fold([[48, SHORT_CABLE]], { from: broken, cables });
    const again = [
      [49, SHORT_CABLE],
      [60, SHORT_CABLE],
    ] as const;
    expect(list(fold(again, { from: removed }))).toEqual([]);
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
    fc.property(streams, statuses, (stream, some) => {
      const getStatus = (of: number, position: number) =>
        some[(of - 1) * 3 + position - 1] ?? 'unmute';
      const memory = fold(
        stream.map((cables, index) => [index * 4, cables]),
        { getStatus },
      );
      const newest = stream.at(-1) ?? [];
      const isWorking = (of: number, position: number) =>
        (newest[of - 1]?.[position - 1] ?? null) !== null && getStatus(of, position) !== 'disable';
      const named = memory.open.flatMap(({ rule, sensors }) =>
        sensors.map((sensor) => ({ rule, ...sensor })),
      );
      expect(new Set(named.map((one) => `${one.cable}.${one.position}`)).size).toBe(named.length);
      for (const { rule, cable: of, position } of named) {
        expect(getStatus(of, position)).toBe('unmute');
        expect(isWorking(of, position)).toBe(false);
        const works = [1, 2, 3].some((one) => isWorking(of, one));
        expect(rule === 'cable-no-data' && works).toBe(false);
      }
      const all = [
        [20, 20, 20],
        [20, 20, 20],
      ];
      expect(list(fold([[100, all]], { from: memory }))).toEqual([]);
    }),
  );
});

it('a reading that is evaluated again changes nothing', () => {
  const open = fold([
    [0, ALL],
    [1, NO_SENSOR],
    [7, NO_SENSOR],
  ]);
  expect(fold([[7, NO_SENSOR]], { from: open })).toEqual(open);
});

it('the length of a cable depends on its values, not on positions that a frame only listed', () => {
  const lengths = (reporting: string[], missing: number[] = []) => {
    const sensors = missing.map((position) => ({
      cable: 1,
      position,
      since: millis(START),
      readings: 1,
    }));
    const tracked = { reporting, missing: sensors, addresses: [] };
    return fullCableLengths([3], tracked, testAlertSettings());
  };
  expect(lengths(['111'])).toEqual([3]);
  expect(lengths(['11100000'])).toEqual([3]);
  expect(lengths(['1110'], [4])).toEqual([4]);
  expect(lengths(['1'])).toEqual([3]);
});
