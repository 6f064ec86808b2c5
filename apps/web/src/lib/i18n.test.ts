import { describe, expect, it } from 'vitest';
import { findLocale } from './i18n.ts';
import { preferredLanguage } from './preferred-language.ts';

describe('the language', () => {
  it('is the stored one before those of the browser', () => {
    expect(preferredLanguage('de', ['ru-RU', 'en'])).toBe('de');
  });

  it('is the first supported one of the browser, otherwise English', () => {
    expect(preferredLanguage(null, ['fr-CA', 'es-MX', 'en'])).toBe('es');
    expect(preferredLanguage(null, ['fr'])).toBe('en');
    expect(preferredLanguage('nonsense', [])).toBe('en');
  });

  it("formats dates and numbers for the browser's variant", () => {
    expect(findLocale('en', ['de-AT', 'en-CA', 'en-US'])).toBe('en-CA');
    expect(findLocale('it', ['en-CA'])).toBe('it');
  });
});
