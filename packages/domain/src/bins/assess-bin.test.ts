import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { testReading } from '../../test/support/readings.ts';
import type { CableLayout } from '../cables/cable-layout.ts';
import { DAY, HOUR, millis } from '../units.ts';
import { assessBin, type BinAssessmentInput, findNextChange } from './assess-bin.ts';

const now = millis(1_700_000_000_000);

const cable = (number: number, overrides: Partial<CableLayout> = {}): CableLayout => ({
  cable: number,
  cableId: 10 + number,
  subBin: 1,
  flip: false,
  ...overrides,
});

function assessTestBin(
  temperatures: readonly (readonly number[])[],
  overrides: Partial<BinAssessmentInput> = {},
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
    hotSensors: [],
    co2Risk: null,
    sustainedFindings: [],
    boardProblems: null,
    alerts: [],
    ...overrides,
  };
  return assessBin(bin, now);
}

describe('a cable whose address cannot be read', () => {
  const findUnreadableCables = (
    cables: readonly CableLayout[],
    cableIds: readonly (number | null)[],
  ) => {
    const reading = testReading(
      cableIds.map(() => [14]),
      { at: now, cableIds },
    );
    return assessTestBin([], { reading, cables }).flatMap((finding) =>
      finding.kind === 'cable-address' ? finding.cables : [],
    );
  };

  it('is a finding if the board reports it, even if the settings have an address', () => {
    expect(findUnreadableCables([cable(1), cable(2)], [-1, 12])).toEqual([1]);
    expect(findUnreadableCables([cable(1), cable(2)], [11, 12])).toEqual([]);
  });

  it('is a finding if the settings have no address, even if the board reports one', () => {
    expect(findUnreadableCables([cable(1), cable(2, { cableId: -1 })], [null, null])).toEqual([2]);
    expect(findUnreadableCables([cable(1), cable(2, { cableId: -1 })], [11])).toEqual([2]);
  });

  it('is named by its number even after an earlier cable was removed', () => {
    expect(findUnreadableCables([cable(2), cable(3)], [-1, 12, -1])).toEqual([3]);
  });
});

test('a bin without readings has only the never-read finding', () => {
  expect(assessTestBin([], { reading: null })).toEqual([{ kind: 'never-read' }]);
});

test("a hot spot and the CO2 that it causes are one finding, with the bin's limit", () => {
  const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 21, excess: 7 }];
  const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
  expect(assessTestBin([[14, 21]], { hotSensors, difference: 6, co2Risk })).toEqual([
    { kind: 'hot-spot', ...hotSensors[0], limit: 6, co2: co2Risk },
  ]);
});

test('without new data, the findings change only at the calculated times', () => {
  const ago = fc.integer({ min: 0, max: 8 * DAY });
  const inputs = fc.record({
    readingAgeMs: fc.option(ago),
    usualIntervalMs: fc.constantFrom(10_000.5, HOUR, 5 * HOUR),
    refusedAgo: fc.option(ago),
    isKeyProven: fc.boolean(),
    unknownAgo: fc.option(ago),
  });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 0, max: 9 * DAY }), (times, later) => {
      const { readingAgeMs, refusedAgo, unknownAgo } = times;
      const input: BinAssessmentInput = {
        reading:
          readingAgeMs === null ? null : testReading([[4]], { at: millis(now - readingAgeMs) }),
        cables: [cable(1)],
        usualIntervalMs: times.usualIntervalMs,
        crop: 'Wheat',
        getStatus: () => 'unmute',
        fillPercent: null,
        difference: null,
        hotSensors: [],
        co2Risk: null,
        sustainedFindings: [],
        boardProblems: {
          refusedAt: refusedAgo === null ? null : millis(now - refusedAgo),
          isKeyProven: times.isKeyProven,
          unknownBins: unknownAgo === null ? [] : [{ binNumber: 2, at: millis(now - unknownAgo) }],
        },
        alerts: [],
      };
      const changesAt = findNextChange(input, now) ?? Number.POSITIVE_INFINITY;
      expect(changesAt).toBeGreaterThan(now);
      const before = millis(Math.min(now + later, changesAt - 1));
      expect(assessBin(input, before)).toEqual(assessBin(input, now));
      if (changesAt !== Number.POSITIVE_INFINITY && times.refusedAgo === null) {
        expect(assessBin(input, millis(changesAt))).not.toEqual(assessBin(input, now));
      }
    }),
  );
});
