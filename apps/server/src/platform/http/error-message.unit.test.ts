import { LANGUAGES } from '@granary/contract/accounts/http';
import { describe, expect, it } from 'vitest';
import { type MessageKey, messages } from '../../locales/messages.ts';
import { findPreferredLanguage, formatMessage } from './error-message.ts';

const keys = Object.keys(messages.en) as MessageKey[];
const listPlaceholders = (message: string) =>
  [...message.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

describe('a message', () => {
  it.each(LANGUAGES)('exists in %s with the same placeholders as in English', (language) => {
    for (const key of keys) {
      expect(messages[language][key], key).not.toBe('');
      expect(listPlaceholders(messages[language][key]), key).toEqual(
        listPlaceholders(messages.en[key]),
      );
    }
  });

  it('interpolates its values without HTML escaping', () => {
    expect(formatMessage('en', 'invalidInput', { fields: 'a<b & "c"' })).toBe(
      'Please check a<b & "c".',
    );
    expect(formatMessage('de', 'tooManyAttempts', { seconds: 8 })).toBe(
      messages.de.tooManyAttempts.replace('{{seconds}}', '8'),
    );
  });

  it('has the published English texts', () => {
    expect(messages.en).toMatchObject({
      accessDenied: 'Access Denied',
      badCredentials: 'Email or Password is invalid. Please enter correct email and password',
      internal: 'Internal Error. Something went wrong. Please contact system administrator',
    });
  });
});

describe('the language of a response', () => {
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
    expect(findPreferredLanguage(header)).toBe(language);
  });
});
