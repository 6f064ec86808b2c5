import { LANGUAGES } from '@granary/contract/accounts/http';
import { bounds } from '@granary/contract/bins/bounds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatNumberField,
  type NumberFormat,
  numberFields,
  parseNumberField,
  toDisplayBounds,
} from './number-fields.ts';

const c = { unit: 'c', locale: 'en' } as const;
const f = { unit: 'f', locale: 'en' } as const;
const read = (text: string, writing: NumberFormat = c) =>
  parseNumberField('temperatureAlertC', text, writing);

describe('a number field', () => {
  it('accepts a comma or a point, and any minus sign', () => {
    for (const text of ['-3.5', '-3,5', '\u22123.5', ' -3.5 ']) {
      expect(read(text)).toEqual({ kind: 'number', value: -3.5 });
    }
    expect(read('')).toEqual({ kind: 'empty' });
    expect(read('0')).toEqual({ kind: 'number', value: 0 });
  });

  it.each(['warm', '1e3', '1.2.3', '-', '86', '-51'])('rejects %j', (text) => {
    expect(read(text)).toEqual({ kind: 'wrong' });
  });

  it('never mistakes a thousands separator for a decimal separator', () => {
    expect(parseNumberField('size', '30,000', c)).toEqual({ kind: 'number', value: 30_000 });
    expect(parseNumberField('levelSensorEmptyMm', '12.000', { ...c, locale: 'de' })).toEqual({
      kind: 'number',
      value: 12_000,
    });
    expect(parseNumberField('co2Alert', '1.500', { ...c, locale: 'ru' })).toEqual({
      kind: 'wrong',
    });
  });

  it('accepts whole numbers only, if required', () => {
    expect(parseNumberField('deadZoneMm', '300.5', c)).toEqual({ kind: 'wrong' });
    expect(parseNumberField('size', '300.5', c)).toEqual({ kind: 'number', value: 300.5 });
  });

  it('converts temperatures with the offset of °F, and differences without', () => {
    expect(formatNumberField('temperatureAlertC', 30, f)).toBe('86');
    expect(formatNumberField('fanOnThreshold', 18.25, f)).toBe('64.9');
    expect(formatNumberField('differenceAlertC', 5, f)).toBe('9');
    expect(read('86', f)).toEqual({ kind: 'number', value: 30 });
    expect(parseNumberField('differenceAlertC', '9', f)).toEqual({ kind: 'number', value: 5 });
    expect(parseNumberField('co2Alert', '900', f)).toEqual({ kind: 'number', value: 900 });
    expect(toDisplayBounds('fanOnThreshold', 'f')).toMatchObject({ min: -58, max: 185 });
  });

  it('survives formatting and parsing, within the precision of °F', () => {
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
            toDisplayBounds(name, 'c').steps === 'whole'
              ? Math.round(exact)
              : Math.round(exact * 100) / 100;
          const typed = parseNumberField(name, formatNumberField(name, value, shown), shown);
          if (typed.kind !== 'number') throw new Error(`${name} ${value} became ${typed.kind}`);
          expect(Math.abs(typed.value - value)).toBeLessThanOrEqual(shown.unit === 'f' ? 0.04 : 0);
          expect(formatNumberField(name, typed.value, shown)).toBe(
            formatNumberField(name, value, shown),
          );
        },
      ),
    );
  });
});

it('accepts temperatures in steps of 0.01 °C and rounds °F to them', () => {
  const typed = (text: string, unit: 'c' | 'f') =>
    parseNumberField('fanOnThreshold', text, { unit, locale: 'en' });
  expect(typed('15.01', 'c')).toEqual({ kind: 'number', value: 15.01 });
  expect(typed('15.005', 'c')).toEqual({ kind: 'wrong' });
  expect(typed('59.005', 'f')).toEqual({ kind: 'number', value: 15 });
  expect(toDisplayBounds('fanOnThreshold', 'c').steps).toBe('hundredths');
  expect(toDisplayBounds('fanOnThreshold', 'f').steps).toBe('range');
});
