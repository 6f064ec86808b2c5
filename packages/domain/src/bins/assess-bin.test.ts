import { describe, expect, it } from 'vitest';
import { testReading } from '../../test/support/readings.ts';
import type { CableLayout } from '../cables/cable-layout.ts';
import { HOUR, millis } from '../units.ts';
import { assessBin, type BinAssessmentInput } from './assess-bin.ts';

const now = millis(1_700_000_000_000);

const cable = (number: number, parts: Partial<CableLayout> = {}): CableLayout => ({
  cable: number,
  cableId: 10 + number,
  subBin: 1,
  flip: false,
  ...parts,
});

function found(
  temperatures: readonly (readonly number[])[],
  parts: Partial<BinAssessmentInput> = {},
) {
  const reading = testReading(temperatures, { at: now });
  const cables = temperatures.map((_, index) => cable(index + 1));
  const bin: BinAssessmentInput = {
    reading,
    cables,
    usualIntervalMs: HOUR,
    crop: 'Wheat',
    getStatus: () => 'unmute',
    fillPercent: null,
    difference: null,
    ...parts,
  };
  return assessBin(bin, now);
}

const isHot = (...of: Parameters<typeof found>) =>
  found(...of).some(({ kind }) => kind === 'hot-spot');

describe('a cable whose address cannot be read', () => {
  const unreadable = (cables: readonly CableLayout[], cableIds: readonly (number | null)[]) => {
    const reading = testReading(
      cableIds.map(() => [14]),
      { at: now, cableIds },
    );
    return found([], { reading, cables }).flatMap((one) =>
      one.kind === 'cable-address' ? one.cables : [],
    );
  };

  it('is found if the board reports it, even if the settings have an address', () => {
    expect(unreadable([cable(1), cable(2)], [-1, 12])).toEqual([1]);
    expect(unreadable([cable(1), cable(2)], [11, 12])).toEqual([]);
  });

  it('is found if the settings have no address, even if the board reports one', () => {
    expect(unreadable([cable(1), cable(2, { cableId: -1 })], [null, null])).toEqual([2]);
    expect(unreadable([cable(1), cable(2, { cableId: -1 })], [11])).toEqual([2]);
  });

  it('is named by its number after a cable before it was removed', () => {
    expect(unreadable([cable(2), cable(3)], [-1, 12, -1])).toEqual([3]);
  });
});

describe('a hot spot', () => {
  const warm = [
    [14, 14, 21],
    [14, 14, 14],
    [14, 14, 14],
  ];

  it("depends on the bin's temperature difference, or on 5 °C by default", () => {
    expect(isHot(warm)).toBe(true);
    expect(isHot(warm, { difference: 0 })).toBe(true);
    expect(isHot(warm, { difference: 8 })).toBe(false);
  });

  it('is never above the grain, also on a flipped cable', () => {
    expect(isHot(warm, { fillPercent: 50 })).toBe(true);
    const flipped = [1, 2, 3].map((number) => cable(number, { flip: true }));
    expect(isHot(warm, { fillPercent: 50, cables: flipped })).toBe(false);
  });

  it('is compared with the sensors of the same sub-bin', () => {
    const halves = [
      [14, 14, 14],
      [25, 25, 25],
    ];
    expect(isHot(halves)).toBe(true);
    const apart = [cable(1), cable(2, { subBin: 2 })];
    expect(isHot(halves, { cables: apart })).toBe(false);
  });

  it('is not found in a bin without readings', () => {
    expect(found([], { reading: null })).toEqual([{ kind: 'never-read' }]);
  });
});
