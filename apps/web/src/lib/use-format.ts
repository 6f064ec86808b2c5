import { useTranslation } from 'react-i18next';
import { type Formats, makeFormats } from './format.ts';
import { findLocale } from './i18n.ts';

/** Making the formats of a locale takes milliseconds, and a page of cards uses them often. */
const made = new Map<string, Formats>();

/** The formats of the current language. */
export function useFormat(): Formats {
  const { language } = useTranslation().i18n;
  const locale = findLocale(language, navigator.languages);
  let formats = made.get(locale);
  if (formats === undefined) {
    formats = makeFormats(locale);
    made.set(locale, formats);
  }
  return formats;
}
