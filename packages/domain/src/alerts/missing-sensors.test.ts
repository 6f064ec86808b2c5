import { describe, expect, it } from 'vitest';
import { testAlertSettings } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { HOUR } from '../units.ts';
import type { SensorPlace } from './alert.ts';
import { foldReading } from './fold.ts';
import { type AlertMemory, NO_ALERT_MEMORY } from './memory.ts';
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
  it('is an alert as long after its last value as a bin, and ends with a value', () => {
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

  it('needs two readings without a value', () => {
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

  it('is no alert if it never had a value, is muted or disabled, or the rule is off', () => {
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
  it('is one alert, also if the board leaves it out', () => {
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

it('a reading that is evaluated again changes nothing', () => {
  const open = fold([
    [0, ALL],
    [1, NO_SENSOR],
    [7, NO_SENSOR],
  ]);
  expect(fold([[7, NO_SENSOR]], { from: open })).toEqual(open);
});
