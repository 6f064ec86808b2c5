import { LANGUAGES, type Language } from '@granary/contract/accounts/http';
import { describe, expect, it } from 'vitest';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import it_ from './it.json';
import ru from './ru.json';

const locales: Readonly<Record<Language, object>> = { en, es, de, ru, it: it_ };
const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/;

/** Lists all texts, keyed by full key. */
function listTexts(value: object, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, part] of Object.entries(value) as [string, unknown][]) {
    const key = prefix + name;
    if (typeof part === 'string') texts.set(key, part);
    else for (const [inner, text] of listTexts(part as object, `${key}.`)) texts.set(inner, text);
  }
  return texts;
}

const listBaseKeys = (texts: ReadonlyMap<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL_SUFFIX, '')))].sort();

const findPlaceholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]))].sort();

const english = listTexts(en);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = listTexts(locales[language]);

  it('have exactly the same keys as the English texts', () => {
    expect(listBaseKeys(texts)).toEqual(listBaseKeys(english));
  });

  it('fit in the select above a chart, which is narrow on a phone', () => {
    for (const key of ['chart.all', 'chart.allHumidity']) {
      expect(texts.get(key)?.length, key).toBeLessThanOrEqual(35);
    }
  });

  it('are not empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have every plural form of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const plurals = listBaseKeys(english).filter((key) => english.has(`${key}_other`));
    for (const key of plurals) {
      const actual = [...texts.keys()].filter(
        (textKey) => textKey.replace(PLURAL_SUFFIX, '') === key,
      );
      const expected = forms.map((form) => `${key}_${form}`);
      expect(actual.toSorted()).toEqual(expected.toSorted());
    }
  });

  it('have the same placeholders as in English', () => {
    for (const [key, text] of texts) {
      const base = key.replace(PLURAL_SUFFIX, '');
      const englishText =
        english.get(key) ?? english.get(base) ?? english.get(`${base}_other`) ?? '';
      const placeholderNames = findPlaceholders(text).filter((name) => name !== 'count');
      expect([key, ...placeholderNames]).toEqual([
        key,
        ...findPlaceholders(englishText).filter((name) => name !== 'count'),
      ]);
    }
  });
});
