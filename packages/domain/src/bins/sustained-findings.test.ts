import { expect, test } from 'vitest';
import { testReading } from '../../test/support/readings.ts';
import { HOUR, millis } from '../units.ts';
import {
  listSustainedFindings,
  type SustainedFinding,
  type SustainedFindingInputs,
  type TrackedFinding,
  trackFindings,
} from './sustained-findings.ts';

interface Values {
  /** The temperatures of every cable from the top, °C. */
  readonly temperatures?: readonly number[];
  readonly humidities?: readonly (readonly number[])[];
  readonly battery?: number;
}

/** The findings after each of these readings, an hour apart. */
function trackReadings(
  readings: readonly Values[],
  overrides: Partial<SustainedFindingInputs> = {},
) {
  let tracked: readonly TrackedFinding[] = [];
  return readings.map(
    ({ temperatures = [8, 8, 8], humidities = [[50, 50, 50]], battery }, hour) => {
      const reading = testReading(
        humidities.map(() => temperatures),
        { at: millis(hour * HOUR), humidities, scalars: { battery: battery ?? null } },
      );
      tracked = trackFindings(tracked, {
        reading,
        rows: { getStatus: () => 'unmute', flips: [], subBins: [], fillPercent: null },
        crop: 'Wheat',
        isHotSpot: () => false,
        ...overrides,
      });
      return listSustainedFindings(tracked);
    },
  );
}

const limits: [SustainedFinding, Values, Values, Values][] = [
  [
    'temperature-insight',
    { temperatures: [8, 20.5] },
    { temperatures: [8, 19.5] },
    { temperatures: [8, 19] },
  ],
  ['humidity-insight', { humidities: [[71]] }, { humidities: [[69]] }, { humidities: [[68]] }],
  ['wet-grain', { humidities: [[20, 75]] }, { humidities: [[20, 69]] }, { humidities: [[20, 68]] }],
  ['battery-low', { battery: 19 }, { battery: 24 }, { battery: 25 }],
];

test.each(limits)(
  '%s starts and ends after an hour, and ends only well within its limit',
  (kind, above, near, below) => {
    const found = trackReadings([above, above, near, near, below, near, below, below, below]);
    expect(found.map((kinds) => kinds.includes(kind))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  },
);

test('a single reading does not raise findings', () => {
  const all = { temperatures: [30, 8], humidities: [[90, 90]], battery: 5 };
  expect(trackReadings([all, {}, all, {}]).flat()).toEqual([]);
});

test('cold grain is not damp or wet', () => {
  const cold = { temperatures: [2, 2], humidities: [[50, 95]] };
  expect(trackReadings([cold, cold]).flat()).toEqual([]);
});

test('a row is wet if its median sensor is, not counting muted sensors', () => {
  const oneWetCable = {
    humidities: [
      [20, 90],
      [20, 60],
      [20, 60],
    ],
  };
  const twoWetCables = {
    humidities: [
      [20, 90],
      [20, 80],
      [20, 60],
    ],
  };
  expect(trackReadings([oneWetCable, oneWetCable]).at(-1)).toEqual([]);
  expect(trackReadings([twoWetCables, twoWetCables]).at(-1)).toEqual(['wet-grain']);
  const rows = { flips: [], subBins: [], fillPercent: null };
  const getStatus = (cable: number) => (cable === 1 ? ('mute' as const) : ('unmute' as const));
  expect(
    trackReadings([twoWetCables, twoWetCables], { rows: { ...rows, getStatus } }).at(-1),
  ).toEqual([]);
});

test('sensors in the headspace do not raise findings', () => {
  const damp = { temperatures: [35, 8, 8], humidities: [[99, 50, 50]] };
  const rows = { getStatus: () => 'unmute' as const, flips: [], subBins: [], fillPercent: 60 };
  expect(trackReadings([damp, damp], { rows }).at(-1)).toEqual([]);
});

test('a hot spot is not also reported as warm grain', () => {
  const hot = { temperatures: [8, 30] };
  const isHotSpot: SustainedFindingInputs['isHotSpot'] = ({ position }) => position === 2;
  expect(trackReadings([hot, hot], { isHotSpot }).at(-1)).toEqual([]);
  const hotter = { temperatures: [8, 30, 31] };
  expect(trackReadings([hotter, hotter], { isHotSpot }).at(-1)).toEqual(['temperature-insight']);
});
