import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isContradictedByLevel } from './level-check.ts';

const binSize = 10_000;

describe('the level sensor', () => {
  it.each([
    ['an unload that lowered the level by about as much', -1200, -1150, false],
    ['a level that did not change', -1200, 0, true],
    ['a level that rose during an unload', -1200, 1200, true],
    ['a load that raised the level by about as much', 2000, 1900, false],
    ['an entry that is ten times too large', -12_000, -1200, true],
    ['an entry too small to measure', -300, 0, false],
  ])('checks %s', (_, entered, measured, expected) => {
    expect(
      isContradictedByLevel({ enteredChange: entered, measuredChange: measured, binSize }),
    ).toBe(expected);
  });

  it('never contradicts what it measured itself, and treats loads like unloads', () => {
    const amount = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (entered, measured) => {
        expect(
          isContradictedByLevel({ enteredChange: entered, measuredChange: entered, binSize }),
        ).toBe(false);
        expect(
          isContradictedByLevel({ enteredChange: entered, measuredChange: measured, binSize }),
        ).toBe(
          isContradictedByLevel({ enteredChange: -entered, measuredChange: -measured, binSize }),
        );
      }),
    );
  });
});
