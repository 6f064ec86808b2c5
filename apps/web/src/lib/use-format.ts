import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, makeFormats } from './format.ts';
import { findLocale } from './i18n.ts';

/**
 * The formats by locale and time zone. Creating them takes milliseconds, and a page of cards uses them often.
 */
const cache = new Map<string, Formats>();

/** The time zone for part of a page; by default the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The formats of the current language, by default in the time zone of `TimeZoneContext`. */
export function useFormat(zone?: string): Formats {
  const contextZone = useContext(TimeZoneContext);
  const timeZone = zone ?? contextZone;
  const { language } = useTranslation().i18n;
  const locale = findLocale(language, navigator.languages);
  const key = `${locale} ${timeZone ?? ''}`;
  let formats = cache.get(key);
  if (formats === undefined) {
    formats = makeFormats(locale, timeZone);
    cache.set(key, formats);
  }
  return formats;
}
