import { useTranslation } from 'react-i18next';
import { type Formats, makeFormats } from './format.ts';
import { findLocale } from './i18n.ts';

/** By locale and zone. Making them takes milliseconds, and a page of cards uses them often. */
const made = new Map<string, Formats>();

/** The formats of the current language, by default in the time zone of the browser. */
export function useFormat(timeZone?: string): Formats {
  const { language } = useTranslation().i18n;
  const locale = findLocale(language, navigator.languages);
  const key = `${locale} ${timeZone ?? ''}`;
  let formats = made.get(key);
  if (formats === undefined) {
    formats = makeFormats(locale, timeZone);
    made.set(key, formats);
  }
  return formats;
}
