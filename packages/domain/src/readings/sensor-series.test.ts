import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUE } from '../units.ts';
import { compareSensorRows, getMondayOfWeek, pickHighest } from './sensor-series.ts';

const getEnabled = () => 'unmute' as const;
const layout = { flips: [], subBins: [], getStatus: getEnabled, fillPercent: null };

/** A grid of cables with these values, in hundredths. */
const createGrid = (...cables: readonly (readonly number[])[]) => ({
  lengths: cables.map(({ length }) => length),
  values: Int16Array.from(cables.flat()),
});

describe('a chosen sensor', () => {
  it('is compared with the median of the other cables in its row', () => {
    const grid = createGrid([100, 900], [200, 1000], [300, 3140], [400, 1200]);
    expect(compareSensorRows(grid, [{ cable: 3, row: 2 }], layout)).toEqual([
      { value: 31.4, median: 10 },
    ]);
  });

  it('is found by its row from the top, even on cables with sensor 1 at the bottom', () => {
    const grid = createGrid([100, 200, 300], [100, 200, 300]);
    const flipped = { ...layout, flips: [true, false] };
    expect(compareSensorRows(grid, [{ cable: 1, row: 1 }], flipped)).toEqual([
      { value: 3, median: 1 },
    ]);
  });

  it('has no value if it does not exist, is disabled or was not measured', () => {
    const grid = createGrid([100], [NO_VALUE, 200], [300, 400]);
    const none = { value: null, median: null };
    const chosen = [
      { cable: 1, row: 1 },
      { cable: 1, row: 2 },
      { cable: 2, row: 1 },
      { cable: 9, row: 9 },
    ];
    const getStatus = (cable: number) => (cable === 3 ? ('disable' as const) : getEnabled());
    expect(compareSensorRows(grid, chosen, { ...layout, getStatus })).toEqual([
      { value: 1, median: null },
      { value: null, median: 2 },
      { value: null, median: 1 },
      none,
    ]);
  });

  it('has no value and no median above the grain', () => {
    const grid = createGrid([100, 200], [300, 400]);
    const chosen = [
      { cable: 1, row: 1 },
      { cable: 1, row: 2 },
    ];
    expect(compareSensorRows(grid, chosen, { ...layout, fillPercent: 40 })).toEqual([
      { value: null, median: null },
      { value: 2, median: 4 },
    ]);
  });

  it('is not compared with cables of another sub-bin', () => {
    const grid = createGrid([100], [200], [300]);
    expect(
      compareSensorRows(grid, [{ cable: 1, row: 1 }], { ...layout, subBins: [1, 2, 1] }),
    ).toEqual([{ value: 1, median: 3 }]);
  });

  it('has a median that does not depend on its own value', () => {
    const hundredths = fc.integer({ min: -5000, max: 8500 });
    fc.assert(
      fc.property(
        fc.array(hundredths, { minLength: 2, maxLength: 8 }),
        hundredths,
        (row, other) => {
          const calculateMedian = (own: number) =>
            compareSensorRows(
              createGrid(...[own, ...row.slice(1)].map((value) => [value])),
              [{ cable: 1, row: 1 }],
              layout,
            )[0]?.median;
          expect(calculateMedian(other)).toBe(calculateMedian(row[0] ?? 0));
        },
      ),
    );
  });
});

describe('several days', () => {
  it('are combined into the highest values of each sensor', () => {
    const days = [
      [
        { value: 1, median: 5 },
        { value: null, median: null },
      ],
      [
        { value: 3, median: null },
        { value: null, median: 2 },
      ],
    ];
    expect(pickHighest(days)).toEqual([
      { value: 3, median: 5 },
      { value: null, median: 2 },
    ]);
    expect(pickHighest([])).toEqual([]);
  });

  it('belong to the week that starts on Monday', () => {
    expect(getMondayOfWeek('2026-10-14')).toBe('2026-10-12');
    expect(getMondayOfWeek('2026-10-12')).toBe('2026-10-12');
    expect(getMondayOfWeek('2026-01-01')).toBe('2025-12-29');
  });
});
