import { LANGUAGES, type Language } from '@granary/contract/accounts/http';

/**
 * Finds the first supported language, or English if there is none.
 * @param storedLanguages The stored languages, highest priority first: the one chosen in this browser, then
 * the profile's.
 * @param browserLanguages The languages of the browser, in its order.
 */
export function findPreferredLanguage(
  storedLanguages: readonly (string | null)[],
  browserLanguages: readonly string[],
): Language {
  const wanted = [...storedLanguages, ...browserLanguages].map((tag) =>
    tag?.slice(0, 2).toLowerCase(),
  );
  for (const tag of wanted) {
    const supportedLanguage = LANGUAGES.find((language) => language === tag);
    if (supportedLanguage !== undefined) return supportedLanguage;
  }
  return 'en';
}
