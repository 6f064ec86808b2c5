import { millis } from '@granary/domain/units';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFormats } from './format.ts';
import { findLocale } from './i18n.ts';
import { findPreferredLanguage } from './preferred-language.ts';

describe('the language', () => {
  it("is the language chosen in this browser, otherwise the profile's, otherwise one of the browser's", () => {
    expect(findPreferredLanguage(['de', 'it'], ['ru-RU', 'en'])).toBe('de');
    expect(findPreferredLanguage([null, 'it'], ['ru-RU', 'en'])).toBe('it');
    expect(findPreferredLanguage([null, null], ['ru-RU', 'en'])).toBe('ru');
  });

  it("is the browser's first supported language, otherwise English", () => {
    expect(findPreferredLanguage([], ['fr-CA', 'es-MX', 'en'])).toBe('es');
    expect(findPreferredLanguage([], ['fr'])).toBe('en');
    expect(findPreferredLanguage(['nonsense'], [])).toBe('en');
  });

  it("uses the browser's regional variant for dates and numbers", () => {
    expect(findLocale('en', ['de-AT', 'en-CA', 'en-US'])).toBe('en-CA');
    expect(findLocale('it', ['en-CA'])).toMatch(/^it\b/);
  });

  it.each(['de', 'it', 'ru', 'es', 'es-MX', 'es-US', 'de-AT'])(
    'uses the 24-hour clock in %s',
    (tag) => {
      const locale = findLocale(tag.slice(0, 2), [tag]);
      const at = millis(Date.UTC(2026, 9, 14, 14, 5, 9));
      const { time, dateTime, dateTimeSeconds, since } = makeFormats(locale, 'UTC');
      expect(time(at)).toBe('14:05');
      for (const text of [dateTime(at, at), dateTimeSeconds(at, at), since(at, at)]) {
        expect(text).toContain('14:05');
      }
    },
  );
});

describe('the language at sign-in', () => {
  const documentElement = { lang: '' };

  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('document', { documentElement });
    vi.stubGlobal('navigator', { languages: ['de-DE'] });
  });

  afterEach(() => vi.unstubAllGlobals());

  /** Starts i18n with the stored entries, and signs in with an Italian profile. */
  async function signIn(stored: Record<string, string>): Promise<Record<string, string>> {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        stored[key] = value;
      },
    });
    const { startI18n, applyProfileLanguage } = await import('./i18n.ts');
    await startI18n();
    await applyProfileLanguage('it');
    return stored;
  }

  it("is the profile's until sign-out if none was chosen in this browser", async () => {
    const stored = await signIn({});
    expect(documentElement.lang).toBe('it');
    // The session clears this key when it ends; only `language` stays.
    expect(stored).toEqual({ profileLanguage: 'it' });
  });

  it('loads the texts for lists together with those for other pages', async () => {
    await signIn({});
    const { i18n, loadTexts } = await import('./i18n.ts');
    await loadTexts('other');
    expect(['customers', 'changes'].filter((section) => !i18n.exists(section))).toEqual([]);
  });

  it('is still the one chosen in this browser', async () => {
    const stored = await signIn({ language: 'es' });
    expect(documentElement.lang).toBe('es');
    expect(stored).toEqual({ language: 'es' });
  });
});
