import { useTranslation } from 'react-i18next';
import { type Formats, makeFormats } from './format.ts';
import { findLocale } from './i18n.ts';

/** By locale and zone. Creating formats takes milliseconds, and a page of cards uses them often. */
const cache = new Map<string, Formats>();

/** The formats of the current language, by default in the time zone of the browser. */
export function useFormat(timeZone?: string): Formats {
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
