import { LANGUAGES, type Language } from '@granary/contract/accounts/http';

/**
 * The first supported language, otherwise English.
 * @param stored The stored languages, highest priority first: chosen in this browser, then that of the
 * profile.
 * @param browser The languages of the browser, in its order.
 */
export function findPreferredLanguage(
  stored: readonly (string | null)[],
  browser: readonly string[],
): Language {
  const wanted = [...stored, ...browser].map((tag) => tag?.slice(0, 2).toLowerCase());
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => language === tag);
    if (known !== undefined) return known;
  }
  return 'en';
}
