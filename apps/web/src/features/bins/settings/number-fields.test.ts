import { LANGUAGES } from '@granary/contract/accounts/http';
import { bounds } from '@granary/contract/bins/settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, numberFields, numberIn, textOf, type Writing } from './number-fields.ts';

const c = { unit: 'c', locale: 'en' } as const;
const f = { unit: 'f', locale: 'en' } as const;
const read = (text: string, writing: Writing = c) => numberIn('temperatureAlertC', text, writing);

describe('a number in a form', () => {
  it('is read with a comma or a point, and any minus', () => {
    for (const text of ['-3.5', '-3,5', '\u22123.5', ' -3.5 ']) {
      expect(read(text)).toEqual({ kind: 'number', value: -3.5 });
    }
    expect(read('')).toEqual({ kind: 'empty' });
    expect(read('0')).toEqual({ kind: 'number', value: 0 });
  });

  it.each(['warm', '1e3', '1.2.3', '-', '86', '-51'])('is wrong as %j', (text) => {
    expect(read(text)).toEqual({ kind: 'wrong' });
  });

  it('is never a thousand times too small for the sign that sets off its thousands', () => {
    expect(numberIn('size', '30,000', c)).toEqual({ kind: 'number', value: 30_000 });
    expect(numberIn('levelSensorEmptyMm', '12.000', { ...c, locale: 'de' })).toEqual({
      ...{ kind: 'number', value: 12_000 },
    });
    expect(numberIn('co2Alert', '1.500', { ...c, locale: 'ru' })).toEqual({ kind: 'wrong' });
  });

  it('is whole where only whole ones are', () => {
    expect(numberIn('deadZoneMm', '300.5', c)).toEqual({ kind: 'wrong' });
    expect(numberIn('size', '300.5', c)).toEqual({ kind: 'number', value: 300.5 });
  });

  it('is a temperature with the 32 in °F, and a difference without', () => {
    expect(textOf('temperatureAlertC', 30, f)).toBe('86');
    expect(textOf('fanOnThreshold', 18.25, f)).toBe('64.9');
    expect(textOf('differenceAlertC', 5, f)).toBe('9');
    expect(read('86', f)).toEqual({ kind: 'number', value: 30 });
    expect(numberIn('differenceAlertC', '9', f)).toEqual({ kind: 'number', value: 5 });
    expect(numberIn('co2Alert', '900', f)).toEqual({ kind: 'number', value: 900 });
    expect(boundsOf('fanOnThreshold', 'f')).toMatchObject({ min: -58, max: 185 });
  });

  it('comes back as it was shown, within what °F can tell', () => {
    const field = fc.constantFrom(...numberFields);
    const writing = fc.record({
      unit: fc.constantFrom('c' as const, 'f' as const),
      locale: fc.constantFrom(...LANGUAGES),
    });
    fc.assert(
      fc.property(
        field,
        writing,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, shown, part) => {
          const { min, max } = bounds[name];
          const exact = min + part * (max - min);
          const value =
            boundsOf(name, 'c').steps === 'whole'
              ? Math.round(exact)
              : Math.round(exact * 100) / 100;
          const typed = numberIn(name, textOf(name, value, shown), shown);
          if (typed.kind !== 'number') throw new Error(`${name} ${value} became ${typed.kind}`);
          expect(Math.abs(typed.value - value)).toBeLessThanOrEqual(shown.unit === 'f' ? 0.04 : 0);
          expect(textOf(name, typed.value, shown)).toBe(textOf(name, value, shown));
        },
      ),
    );
  });
});

it('a temperature is taken in steps of 0.01 °C; what is typed in °F is rounded to them', () => {
  const typed = (text: string, unit: 'c' | 'f') =>
    numberIn('fanOnThreshold', text, { unit, locale: 'en' });
  expect(typed('15.01', 'c')).toEqual({ kind: 'number', value: 15.01 });
  expect(typed('15.005', 'c')).toEqual({ kind: 'wrong' });
  expect(typed('59.005', 'f')).toEqual({ kind: 'number', value: 15 });
  expect(boundsOf('fanOnThreshold', 'c').steps).toBe('hundredths');
  expect(boundsOf('fanOnThreshold', 'f').steps).toBe('range');
});
