import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Histogram } from './histogram.ts';

it('returns quantiles within three percent of the exact ones', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 60_000, noNaN: true }), {
        minLength: 1,
        maxLength: 300,
      }),
      fc.constantFrom(0.5, 0.9, 0.99, 1),
      (durations, share) => {
        const histogram = new Histogram();
        for (const duration of durations) histogram.add(duration);
        const sorted = [...durations].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        expect(histogram.quantile(share) / exact).toBeGreaterThan(0.98);
        expect(histogram.quantile(share) / exact).toBeLessThan(1.03);
        expect(histogram.max).toBe(sorted.at(-1));
      },
    ),
  );
});

it('returns 0 for a quantile if it has no values', () => {
  expect(new Histogram().quantile(0.99)).toBe(0);
});
