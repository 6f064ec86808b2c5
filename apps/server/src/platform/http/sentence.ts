import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { createInstance } from 'i18next';
import { type SentenceKey, sentences } from '../../locales/sentences.ts';

/** What a sentence needs to be whole. */
export type SentenceValues = Readonly<Record<string, string | number>>;

const catalogue = createInstance();
void catalogue.init({
  initAsync: false,
  fallbackLng: 'en',
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [language, { translation: sentences[language] }]),
  ),
  // Answers are JSON, not HTML: escaping is the screen's part.
  interpolation: { escapeValue: false },
});

/** The sentence in a language, with its values put in. */
export function say(language: Language, key: SentenceKey, values: SentenceValues = {}): string {
  return catalogue.t(key, { ...values, lng: language });
}

/** The first language an `Accept-Language` header prefers of those we speak; English otherwise. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    if (language) return language;
  }
  return 'en';
}
