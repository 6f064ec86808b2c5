import { describe, expect, it } from 'vitest';
import { type Catalog, findProblems } from './translations.ts';

const en = {
  hello: 'Hello, {{name}}',
  bins: { count_one: '{{count}} bin', count_other: '{{count}} bins' },
};

function findWebProblems(language: string, catalog: Catalog): string[] {
  return findProblems('web', { en, [language]: catalog });
}

describe('a translation', () => {
  it('is complete with the same keys and placeholders and the plural forms of its language', () => {
    expect(
      findWebProblems('ru', {
        hello: 'Привет, {{ name }}',
        bins: {
          count_one: '{{count}} силос',
          count_few: '{{count}} силоса',
          count_many: '{{count}} силосов',
          count_other: '{{count}} силоса',
        },
      }),
    ).toEqual([]);
  });

  it('is reported when a text is missing, empty or no longer in English', () => {
    expect(findWebProblems('de', { hello: ' ', old: 'Alt' })).toEqual([
      'web de: hello has the placeholders (none); expected {{name}}',
      'web de: hello is empty',
      'web de: bins.count is missing',
      'web de: old is not in the English texts',
    ]);
  });

  it('is reported when it lacks a plural form of its language', () => {
    const bins = { count_one: '{{count}} silo', count_other: '{{count}} silos' };
    expect(findWebProblems('es', { hello: 'Hola, {{name}}', bins })).toEqual([]);
    expect(findWebProblems('ru', { hello: 'Привет, {{name}}', bins })).toEqual([
      'web ru: bins.count lacks the form "many"',
      'web ru: bins.count lacks the form "few"',
    ]);
  });

  it('is reported when it was copied and not translated', () => {
    const english = { ask: 'Try again soon.', gas: 'CO2' };
    expect(findProblems('server', { en: english, de: english })).toEqual([
      'server de: ask is still the English text',
    ]);
  });

  it('is reported when its placeholders differ', () => {
    expect(findWebProblems('it', { ...en, hello: 'Ciao, {{nome}}' })).toContain(
      'web it: hello has the placeholders {{nome}}; expected {{name}}',
    );
  });
});

it('reports a catalog without any text', () => {
  expect(findProblems('web', { en: {}, de: {} })).toEqual(['web en: no texts']);
});
