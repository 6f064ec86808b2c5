import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import type { FastifyRequest } from 'fastify';
import { createInstance } from 'i18next';
import { type MessageKey, messages } from '../../locales/messages.ts';

export type MessageValues = Readonly<Record<string, string | number>>;

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [language, { translation: messages[language] }]),
  ),
  // Responses are JSON; the page escapes what it shows.
  interpolation: { escapeValue: false },
});

/** The message in a language, with its values interpolated. */
export function formatMessage(
  language: Language,
  key: MessageKey,
  values: MessageValues = {},
): string {
  return i18n.t(key, { ...values, lng: language });
}

/** A message in the language of a request's caller. */
export function formatReply(
  { headers }: Pick<FastifyRequest, 'headers'>,
  key: MessageKey,
  values?: MessageValues,
): string {
  return formatMessage(findPreferredLanguage(headers['accept-language']), key, values);
}

/** The supported language that an `Accept-Language` header prefers; English otherwise. */
export function findPreferredLanguage(header: string | undefined): Language {
  const preferred = (header ?? '')
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
  for (const { tag } of preferred) {
    const language = LANGUAGES.find(
      (supported) => tag === supported || tag.startsWith(`${supported}-`),
    );
    if (language) return language;
  }
  return 'en';
}
