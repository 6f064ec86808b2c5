import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsFor } from './format.ts';
import { localeOf } from './i18n.ts';

/** Numbers and dates in the language that is shown. */
export function useFormat(): Formats {
  const { language } = useTranslation().i18n;
  return useMemo(() => formatsFor(localeOf(language, navigator.languages)), [language]);
}
