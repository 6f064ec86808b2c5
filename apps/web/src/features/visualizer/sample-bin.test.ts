import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateBarShare, generateSampleCables, sampleColors } from './sample-bin.ts';

describe('the sample bin', () => {
  it('has eight cables of 10 to 20 sensors, for any random numbers', () => {
    const randomNumber = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.infiniteStream(randomNumber), (stream) => {
        const cables = generateSampleCables(() => stream.next().value ?? 0);
        expect(cables.map((cable) => cable.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        for (const { cells } of cables) {
          expect(cells.length).toBeGreaterThanOrEqual(10);
          expect(cells.length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });

  it('colors values above 30 °C red, above 20 °C orange', () => {
    const fill = (celsius: number) => sampleColors.temperature(celsius).fill;
    expect([20, 20.1, 30, 30.1].map(fill)).toEqual(['below-0', 'warning', 'warning', 'above-3']);
  });

  it('colors values above 25 % blue, above 15 % teal', () => {
    const fill = (percent: number) => sampleColors.moisture(percent).fill;
    expect([15, 15.1, 25, 25.1].map(fill)).toEqual([
      'moisture-below',
      'ok',
      'ok',
      'moisture-above',
    ]);
  });

  it('fills a bar in proportion to its maximum, from 0 to 100 %', () => {
    expect(calculateBarShare(20, 40)).toBe(50);
    expect(calculateBarShare(50, 40)).toBe(100);
    expect(calculateBarShare(-3, 40)).toBe(0);
  });
});
