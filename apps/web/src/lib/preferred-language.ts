import { LANGUAGES, type Language } from '@granary/contract/accounts/http';

/** The stored language, otherwise the browser's first supported one, otherwise English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  const wanted = [stored, ...browser].map((tag) => tag?.slice(0, 2).toLowerCase());
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => language === tag);
    if (known !== undefined) return known;
  }
  return 'en';
}
