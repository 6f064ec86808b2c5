import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getOffset,
  getOffsetForKey,
  getPlaceholderPosition,
  movePosition,
  normalizePosition,
} from './positions.ts';

const yard = { lat: 49.6761, lng: -97.9934 };
const anyPosition = fc.record({
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
});
const meters = fc.integer({ min: -500, max: 500 });

describe('an offset', () => {
  it('is the distance between two positions', () => {
    fc.assert(
      fc.property(anyPosition, meters, meters, (from, north, east) => {
        const start = normalizePosition(from);
        const offset = getOffset(start, movePosition(start, { north, east }));
        expect(Math.abs(offset.north - north)).toBeLessThan(0.2);
        expect(Math.abs(offset.east - east)).toBeLessThan(0.2);
      }),
    );
  });

  it('is one meter for an arrow key, ten with Shift, and null for other keys', () => {
    expect(getOffsetForKey('ArrowUp', false)).toEqual({ north: 1, east: 0 });
    expect(getOffsetForKey('ArrowLeft', true)).toEqual({ north: 0, east: -10 });
    expect(getOffsetForKey('Enter', false)).toBeNull();
  });
});

describe('a position', () => {
  it('wraps around, no matter how far the map was dragged', () => {
    expect(normalizePosition({ lat: 10, lng: 190 })).toEqual({ lat: 10, lng: -170 });
    expect(normalizePosition({ lat: 10, lng: -541 })).toEqual({ lat: 10, lng: 179 });
    expect(normalizePosition({ lat: 89, lng: 0 })).toEqual({ lat: 85, lng: 0 });
  });

  it('is rounded to a tenth of a meter', () => {
    expect(normalizePosition({ lat: 49.676_123_456, lng: -97.993_401_23 })).toEqual({
      lat: 49.676_123,
      lng: -97.993_401,
    });
  });
});

it('spreads bins without a position around the center', () => {
  const places = Array.from({ length: 20 }, (_, index) => getPlaceholderPosition(yard, index, 20));
  expect(new Set(places.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBe(20);
  for (const place of places) {
    const { north, east } = getOffset(yard, place);
    expect(Math.hypot(north, east)).toBeLessThan(60);
  }
});
