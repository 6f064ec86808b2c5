import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthFromTop, listPositionsAtOrAbove } from './sensors.ts';

test('sensor 1 is at the top unless the cable is flipped', () => {
  expect(depthFromTop(1, 12, false)).toBe(1);
  expect(depthFromTop(12, 12, false)).toBe(12);
  expect(depthFromTop(1, 12, true)).toBe(12);
  expect(depthFromTop(12, 12, true)).toBe(1);
});

test('lists the sensors at or above a position on normal and flipped cables', () => {
  expect(listPositionsAtOrAbove(3, 5, false)).toEqual([1, 2, 3]);
  expect(listPositionsAtOrAbove(3, 5, true)).toEqual([3, 4, 5]);
  expect(listPositionsAtOrAbove(5, 5, true)).toEqual([5]);
});

test('lists exactly the sensors at the same depth or above', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.nat(), fc.boolean(), (length, seed, flip) => {
      const position = (seed % length) + 1;
      const depth = depthFromTop(position, length, flip);
      const all = Array.from({ length }, (_, i) => i + 1);
      expect(listPositionsAtOrAbove(position, length, flip)).toEqual(
        all.filter((other) => depthFromTop(other, length, flip) <= depth),
      );
    }),
  );
});
