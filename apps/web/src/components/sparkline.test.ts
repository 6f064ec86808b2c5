import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutTrend } from './sparkline.tsx';

const values = fc.array(fc.option(fc.double({ min: -50, max: 85, noNaN: true })), {
  maxLength: 60,
});

describe('a trend', () => {
  it('keeps every known value inside the sparkline', () => {
    fc.assert(
      fc.property(values, (list) => {
        const points = layOutTrend(list, 88, 32).flat();
        expect(points).toHaveLength(list.filter((value) => value !== null).length);
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(88);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(32);
        }
      }),
    );
  });

  it('leaves a gap where a value is missing', () => {
    expect(layOutTrend([1, 2, null, 3], 88, 32).map((run) => run.length)).toEqual([2, 1]);
  });

  it('does not exaggerate small changes in a steady bin', () => {
    const ys = layOutTrend([15, 15.1, 15], 88, 32)
      .flat()
      .map((point) => point.y);
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(2);
  });
});
