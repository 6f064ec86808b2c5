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
const parse = (text: string, format: NumberFormat = c) =>
  parseNumberField('temperatureAlertC', text, format);

describe('a number field', () => {
  it('accepts a decimal comma or point, and any minus sign', () => {
    for (const text of ['-3.5', '-3,5', '\u22123.5', ' -3.5 ']) {
      expect(parse(text)).toEqual({ kind: 'number', value: -3.5 });
    }
    expect(parse('')).toEqual({ kind: 'empty' });
    expect(parse('0')).toEqual({ kind: 'number', value: 0 });
  });

  it.each(['warm', '1e3', '1.2.3', '-', '86', '-51'])('rejects %j', (text) => {
    expect(parse(text)).toEqual({ kind: 'invalid' });
  });

  it('never mistakes a thousands separator for a decimal separator', () => {
    expect(parseNumberField('size', '30,000', c)).toEqual({ kind: 'number', value: 30_000 });
    expect(parseNumberField('levelSensorEmptyMm', '12.000', { ...c, locale: 'de' })).toEqual({
      kind: 'number',
      value: 12_000,
    });
    expect(parseNumberField('co2Alert', '1.500', { ...c, locale: 'ru' })).toEqual({
      kind: 'invalid',
    });
  });

  it('accepts only whole numbers where the field requires them', () => {
    expect(parseNumberField('deadZoneMm', '300.5', c)).toEqual({ kind: 'invalid' });
    expect(parseNumberField('size', '300.5', c)).toEqual({ kind: 'number', value: 300.5 });
  });

  it('converts temperatures with the 32 °F offset, and temperature differences without it', () => {
    expect(formatNumberField('temperatureAlertC', 30, f)).toBe('86');
    expect(formatNumberField('fanOnThreshold', 18.25, f)).toBe('64.9');
    expect(formatNumberField('differenceAlertC', 5, f)).toBe('9');
    expect(parse('86', f)).toEqual({ kind: 'number', value: 30 });
    expect(parseNumberField('differenceAlertC', '9', f)).toEqual({ kind: 'number', value: 5 });
    expect(parseNumberField('co2Alert', '900', f)).toEqual({ kind: 'number', value: 900 });
    expect(toDisplayBounds('fanOnThreshold', 'f')).toMatchObject({ min: -58, max: 185 });
  });

  it('round-trips through formatting and parsing, within the precision of °F', () => {
    const field = fc.constantFrom(...numberFields);
    const anyFormat = fc.record({
      unit: fc.constantFrom('c' as const, 'f' as const),
      locale: fc.constantFrom(...LANGUAGES),
    });
    fc.assert(
      fc.property(
        field,
        anyFormat,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, format, fraction) => {
          const { min, max } = bounds[name];
          const exact = min + fraction * (max - min);
          const value =
            toDisplayBounds(name, 'c').errorKind === 'whole'
              ? Math.round(exact)
              : Math.round(exact * 100) / 100;
          const parsed = parseNumberField(name, formatNumberField(name, value, format), format);
          if (parsed.kind !== 'number') throw new Error(`${name} ${value} became ${parsed.kind}`);
          expect(Math.abs(parsed.value - value)).toBeLessThanOrEqual(
            format.unit === 'f' ? 0.04 : 0,
          );
          expect(formatNumberField(name, parsed.value, format)).toBe(
            formatNumberField(name, value, format),
          );
        },
      ),
    );
  });
});

it('accepts temperatures in steps of 0.01 °C and rounds °F to those steps', () => {
  const parseThreshold = (text: string, unit: 'c' | 'f') =>
    parseNumberField('fanOnThreshold', text, { unit, locale: 'en' });
  expect(parseThreshold('15.01', 'c')).toEqual({ kind: 'number', value: 15.01 });
  expect(parseThreshold('15.005', 'c')).toEqual({ kind: 'invalid' });
  expect(parseThreshold('59.005', 'f')).toEqual({ kind: 'number', value: 15 });
  expect(toDisplayBounds('fanOnThreshold', 'c').errorKind).toBe('hundredths');
  expect(toDisplayBounds('fanOnThreshold', 'f').errorKind).toBe('range');
});
