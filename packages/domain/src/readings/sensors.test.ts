import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthFromTop, listPositionsAtAndAbove } from './sensors.ts';

test('sensor 1 is at the top unless the cable is flipped', () => {
  expect(depthFromTop(1, 12, false)).toBe(1);
  expect(depthFromTop(12, 12, false)).toBe(12);
  expect(depthFromTop(1, 12, true)).toBe(12);
  expect(depthFromTop(12, 12, true)).toBe(1);
});

test('lists the sensors at and above a position on normal and flipped cables', () => {
  expect(listPositionsAtAndAbove(3, 5, false)).toEqual([1, 2, 3]);
  expect(listPositionsAtAndAbove(3, 5, true)).toEqual([3, 4, 5]);
  expect(listPositionsAtAndAbove(5, 5, true)).toEqual([5]);
});

test('finds exactly the sensors that are not deeper', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.nat(), fc.boolean(), (length, seed, flip) => {
      const position = (seed % length) + 1;
      const depth = depthFromTop(position, length, flip);
      const all = Array.from({ length }, (_, i) => i + 1);
      expect(listPositionsAtAndAbove(position, length, flip)).toEqual(
        all.filter((other) => depthFromTop(other, length, flip) <= depth),
      );
    }),
  );
});
