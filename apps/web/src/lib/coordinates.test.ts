import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDegrees, parsePastedPosition, parsePosition } from './coordinates.ts';

describe('a coordinate', () => {
  it.each([
    ['49.6761', 49.6761],
    [' -97,9934 ', -97.9934],
    ['\u221297.5', -97.5],
    ['0', 0],
    ['180', 180],
  ])('accepts %j', (text, value) => {
    expect(parseDegrees(text, 180)).toBe(value);
  });

  it.each(['', 'north', '49 40', '1e2', '180.1', '--5', '4.5.6', 'Infinity'])(
    'rejects %j',
    (text) => {
      expect(parseDegrees(text, 180)).toBeNull();
    },
  );
});

describe('two coordinates in one input', () => {
  it.each([
    ['49.6761, -97.9934', '49.6761', '-97.9934'],
    [' 49.6761 -97.9934', '49.6761', '-97.9934'],
    ['49.6761,-97.9934', '49.6761', '-97.9934'],
    ['49.6761° \u221297.9934°', '49.6761', '\u221297.9934'],
    ['49,6761; -97,9934', '49,6761', '-97,9934'],
    ['49,6761 -97,9934', '49,6761', '-97,9934'],
  ])('are parsed from %j', (text, lat, lng) => {
    expect(parsePastedPosition(text)).toEqual({ lat, lng });
  });

  it.each(['49.6761', '949.6, 12', '49, 197', 'Roland', 'Roland 5, 6', '', '4.5.6, 7'])(
    'are not parsed from %j',
    (text) => {
      expect(parsePastedPosition(text)).toBeNull();
    },
  );

  it('are parsed with any supported separator', () => {
    const degrees = (max: number) => fc.integer({ min: -max * 1e6, max: max * 1e6 });
    const separator = fc.constantFrom(', ', ',', ' ', '; ', ';', '  ');
    fc.assert(
      fc.property(degrees(90), degrees(180), separator, (north, east, separatorText) => {
        const [lat, lng] = [(north / 1e6).toFixed(6), (east / 1e6).toFixed(6)];
        expect(parsePastedPosition(`${lat}${separatorText}${lng}`)).toEqual({ lat, lng });
        expect(parsePosition({ lat, lng })).toEqual({ lat: Number(lat), lng: Number(lng) });
      }),
    );
  });
});
