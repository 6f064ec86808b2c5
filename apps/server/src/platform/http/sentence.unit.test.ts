import { LANGUAGES } from '@granary/contract/accounts/http';
import { describe, expect, it } from 'vitest';
import { type SentenceKey, sentences } from '../../locales/sentences.ts';
import { languageOf, say } from './sentence.ts';

const keys = Object.keys(sentences.en) as SentenceKey[];
const valuesIn = (sentence: string) =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

describe('a sentence', () => {
  it.each(LANGUAGES)('is there in %s, with the values it has in English', (language) => {
    for (const key of keys) {
      expect(sentences[language][key], key).not.toBe('');
      expect(valuesIn(sentences[language][key]), key).toEqual(valuesIn(sentences.en[key]));
    }
  });

  it('is said with its values, unescaped: answers are JSON', () => {
    expect(say('en', 'invalidInput', { fields: 'a<b & "c"' })).toBe('Please check a<b & "c".');
    expect(say('de', 'tooOften', { seconds: 8 })).toBe(
      'Zu viele Versuche. Versuchen Sie es in 8 s noch einmal.',
    );
  });

  it('keeps to the catalogue in English', () => {
    expect(sentences.en).toMatchObject({
      accessDenied: 'Access Denied',
      badCredentials: 'Email or Password is invalid. Please enter correct email and password',
      internal: 'Internal Error. Something went wrong. Please contact system administrator',
    });
  });
});

describe('the language of an answer', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['fr, ru;q=0.5', 'ru'],
    ['it;q=0.4, es;q=0.9', 'es'],
    ['de ;q=0.2 , it ; q=0.3', 'it'],
    ['de;q=0, es;q=0.1', 'es'],
    ['*', 'en'],
    ['deu, es-419', 'es'],
    ['de;q=loud, it;q=0.1', 'it'],
    [';;;,,,q=', 'en'],
  ])('for %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
