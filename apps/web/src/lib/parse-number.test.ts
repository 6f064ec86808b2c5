import { LANGUAGES } from '@granary/contract/accounts/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFormats } from './format.ts';
import { formatForEditing, parseNumber } from './parse-number.ts';

describe('a typed number', () => {
  it.each([
    ['en', '30,000', 30_000],
    ['en', '1,250,000', 1_250_000],
    ['en', '1,234.5', 1_234.5],
    ['en', '1.200', 1.2],
    ['en', '1200,5', 1200.5],
    ['en', '12 000', 12_000],
    ['de', '1.200', 1_200],
    ['de', '1.234.567,25', 1_234_567.25],
    ['de', '1,200', 1.2],
    ['de', '12.5', 12.5],
    ['es', '12.000', 12_000],
    ['it', '1.500', 1_500],
    ['ru', '1 200', 1_200],
    ['ru', '1\u00a0200,5', 1_200.5],
    ['ru', '1.5', 1.5],
    ['de-CH', "1'200.5", 1_200.5],
    ['es-MX', '1,200.5', 1_200.5],
    ['en', ' -3.5 ', -3.5],
    ['en', '\u22123.5', -3.5],
    ['en', '+.5', 0.5],
    ['en', '5.', 5],
    ['en', '-0', 0],
  ])('in %s is parsed from %j', (locale, text, value) => {
    expect(parseNumber(text, locale)).toBe(value);
  });

  it.each([
    // The locale does not write thousands or decimals this way.
    ['ru', '1.200'],
    ['en', '1200,500'],
    ['en', '0,500'],
    ['en', '1,2000'],
    ['en', '1,234,5'],
    ['en', '1.234,5'],
    ['de', '1,234.5'],
    ['de', '1.2.3'],
    ['en', '1 234,567'],
    ['en', '1,'],
    // Users do not type numbers this way.
    ...['0x10', '1e1', 'Infinity', 'NaN', '', '-', '.', '--1', '1 2', 'warm', '٣'].map(
      (text): [string, string] => ['en', text],
    ),
  ])('in %s is not parsed from %j', (locale, text) => {
    expect(parseNumber(text, locale)).toBeNull();
  });

  it('is parsed from its display text and its edit text in every language', () => {
    const locale = fc.constantFrom(...LANGUAGES);
    const formats = new Map(LANGUAGES.map((language) => [language, makeFormats(language)]));
    const hundredths = fc.integer({ min: -1e11, max: 1e11 });
    fc.assert(
      fc.property(locale, hundredths, fc.nat({ max: 2 }), (language, scaledValue, digits) => {
        const value = Math.round(scaledValue / 10 ** (2 - digits)) / 10 ** digits;
        const shown = formats.get(language)?.number(value, digits) ?? '';
        expect(parseNumber(shown, language)).toBe(value === 0 ? 0 : value);
      }),
    );
    fc.assert(
      fc.property(locale, fc.double({ min: -1e9, max: 1e9, noNaN: true }), (language, exact) => {
        const value = Math.round(exact * 1e6) / 1e6 || 0;
        expect(parseNumber(formatForEditing(value, language), language)).toBe(value);
      }),
    );
  });
});
