import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { isUnderGrain } from './grain-level.ts';
import { compareWithPeers, type HotSensorInputs } from './hot-sensors.ts';
import { depthFromTop, type SensorStatus } from './sensors.ts';

type Cables = readonly (readonly (number | null)[])[];

function findHotSensors(cables: Cables, overrides: Partial<HotSensorInputs> = {}) {
  const inputs: HotSensorInputs = {
    temperatures: toGrid(cables),
    getStatus: () => 'unmute',
    flips: [],
    subBins: [],
    fillPercent: null,
    difference: 5,
    ...overrides,
  };
  return compareWithPeers(inputs).flatMap(({ cable, position, localExcess }) =>
    localExcess < inputs.difference ? [] : [[cable, position, localExcess]],
  );
}

const evenCable = [15, 15, 15, 15];

test.each<[string, Cables, Partial<HotSensorInputs>, number[][]]>([
  [
    'a sensor 5 °C above the median at its depth',
    [evenCable, evenCable, [15, 15, 20, 15]],
    {},
    [[3, 3, 5]],
  ],
  [
    'no sensor 4.99 °C above the median at its depth',
    [evenCable, evenCable, [15, 15, 19.99, 15]],
    {},
    [],
  ],
  [
    "a sensor that reaches the bin's own limit",
    [evenCable, evenCable, [15, 15, 17, 15]],
    { difference: 2 },
    [[3, 3, 2]],
  ],
  ['no top sensor of a cable', [evenCable, evenCable, [30, 15, 15, 15]], {}, []],
  [
    'no top sensor of a flipped cable',
    [evenCable, evenCable, [15, 15, 15, 30]],
    { flips: [false, false, true] },
    [],
  ],
  ['the only sensor of its cable', [[15], [15], [20]], {}, [[3, 1, 5]]],
  [
    'no warm layer',
    [
      [15, 30, 15],
      [15, 30, 15],
      [15, 30, 15],
    ],
    {},
    [],
  ],
  ['no sensor at a depth with fewer than three sensors', [evenCable, [15, 15, 25, 15]], {}, []],
  [
    'no sensor of a sub-bin that is evenly warmer',
    [evenCable, evenCable, [20, 20, 20]],
    { subBins: [1, 1, 2] },
    [],
  ],
  [
    'a sensor that is warmer than the others of its cooler sub-bin',
    [evenCable, [5, 5, 5], [5, 5, 5], [5, 5, 10]],
    { subBins: [1, 2, 2, 2] },
    [[4, 3, 5]],
  ],
  [
    'no sensor of a sub-bin with two cables',
    [evenCable, evenCable, evenCable, [5, 5, 5], [5, 5, 20]],
    { subBins: [1, 1, 1, 2, 2] },
    [],
  ],
  [
    'no sensor of a cable that is warmer in all its rows',
    [evenCable, evenCable, [15, 22, 22, 22, 22, 22]],
    {},
    [],
  ],
  [
    'a sensor that is also warmer than the rest of its cable',
    [
      [15, 15, 15, 15, 15, 15],
      [15, 15, 15, 15, 15, 15],
      [15, 22, 22, 30, 22, 22],
    ],
    {},
    [[3, 4, 8]],
  ],
  [
    'the sensors of a hot spot at the bottom',
    [
      [15, 15, 15, 15, 15, 15, 15],
      [15, 15, 15, 15, 15, 15, 15],
      [15, 15, 15, 15, 15, 24, 26],
    ],
    {},
    [
      [3, 6, 9],
      [3, 7, 11],
    ],
  ],
  [
    'no sensor of a cable near the wall in warm grain left from an earlier load',
    [
      [15, 15, 15, 15, 15, 10, 10, 10, 10, 10, 10, 10],
      [15, 15, 15, 15, 15, 10, 10, 10, 10, 10, 10, 10],
      [15, 15, 15, 15, 15, 18, 18, 18, 18, 18, 18, 18],
    ],
    {},
    [],
  ],
  [
    'the hot spot in the center, and no sensor near the wall below it',
    [
      [14, 14, 14, 14, 14, 14, 14],
      [6, 6, 6, 6, 6, 6, 6],
      [6, 22, 22, 22, 6, 6, 6],
      [6, 6, 6, 6, 6, 6, 6],
      [14, 14, 14, 14, 14, 14, 14],
    ],
    {},
    [
      [3, 2, 8],
      [3, 3, 8],
    ],
  ],
  [
    'no sensor in the warm center of a bin with four cables, cooler toward the floor',
    [
      [0, 0, 0, 0, 0, 0, 0],
      [4, 8, 13, 10, 6, 4, 2],
      [4, 8, 13, 10, 6, 4, 2],
      [0, 0, 0, 0, 0, 0, 0],
    ],
    {},
    [],
  ],
  [
    'no sensor just because a neighboring sensor has no value',
    [
      [10, 10, 10, 10, 10, 10],
      [18, 18, 18, 18, 18, 18],
      [18, 18, 18, 18, 18, 18],
      [10, 10, null, 10, 10, 10],
      [10, 10, 10, 10, 10, 10],
    ],
    {},
    [],
  ],
  ['no sensor above the grain', [evenCable, evenCable, [15, 30, 15, 15]], { fillPercent: 40 }, []],
  [
    'a muted sensor',
    [evenCable, evenCable, [15, 15, 20, 15]],
    { getStatus: (cable) => (cable === 3 ? 'mute' : 'unmute') },
    [[3, 3, 5]],
  ],
  [
    'no disabled sensor',
    [evenCable, evenCable, [15, 15, 20, 15]],
    { getStatus: (cable) => (cable === 3 ? 'disable' : 'unmute') },
    [],
  ],
  [
    'no sensor without a value',
    [
      [null, null],
      [null, null],
    ],
    {},
    [],
  ],
])('finds %s', (_, cables, parts, expected) => {
  expect(findHotSensors(cables, parts)).toEqual(expected);
});

test('ignores missing values in the median of a depth', () => {
  const intactCables = [
    [15, 15, 15],
    [15, 15, 18],
    [15, 15, 18],
  ];
  const brokenCable = [15, null, null];
  expect(findHotSensors([...intactCables, brokenCable, brokenCable, brokenCable])).toEqual([]);
});

const celsius = fc.option(fc.integer({ min: -5000, max: 8400 }).map((value) => value / 100));
const anyBin = fc.record({
  cables: fc.array(fc.array(celsius, { minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 8,
  }),
  flips: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  subBins: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 8, maxLength: 8 }),
  fillPercent: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  statuses: fc.infiniteStream(fc.constantFrom<SensorStatus>('unmute', 'mute', 'disable')),
  difference: fc.double({ min: 0.5, max: 30, noNaN: true }),
});

test('compares only enabled sensors under grain, below the top', () => {
  fc.assert(
    fc.property(anyBin, ({ cables, flips, subBins, fillPercent, statuses, difference }) => {
      const status = cables.map((cable) => cable.map(() => statuses.next().value));
      const temperatures = toGrid(cables);
      const getStatus = (cable: number, position: number) =>
        status[cable - 1]?.[position - 1] ?? 'unmute';
      const inputs = {
        temperatures,
        getStatus,
        flips,
        subBins,
        fillPercent,
        difference,
      };
      for (const hot of compareWithPeers(inputs)) {
        const length = cables[hot.cable - 1]?.length ?? 0;
        const depth = depthFromTop(hot.position, length, flips[hot.cable - 1] ?? false);
        expect(hot.depth).toBe(depth);
        expect(cables[hot.cable - 1]?.[hot.position - 1]).toBe(hot.temperature);
        expect(getStatus(hot.cable, hot.position)).not.toBe('disable');
        expect(isUnderGrain(fillPercent, depth, Math.max(...temperatures.lengths))).toBe(true);
        expect(depth > 1 || length === 1).toBe(true);
      }
    }),
  );
});

test('a uniform change in temperature makes no difference', () => {
  fc.assert(
    fc.property(anyBin, fc.integer({ min: -10, max: 10 }), (bin, shift) => {
      const cables = bin.cables.map((cable) =>
        cable.map((value) => (value === null ? null : Math.max(-30, Math.min(60, value)))),
      );
      const shiftedCables = cables.map((cable) =>
        cable.map((value) => (value === null ? null : value + shift)),
      );
      const inputs = { flips: bin.flips, fillPercent: bin.fillPercent };
      const places = (list: number[][]) => list.map(([cable, position]) => [cable, position]);
      expect(places(findHotSensors(shiftedCables, inputs))).toEqual(
        places(findHotSensors(cables, inputs)),
      );
    }),
  );
});
