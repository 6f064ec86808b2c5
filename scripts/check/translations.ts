import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '../../apps/server/src/locales/messages.ts';
import { root } from './tool.ts';

/** Texts by key; a nested object groups related keys. */
export interface Catalog {
  readonly [key: string]: string | Catalog;
}
export type Catalogs = Readonly<Record<string, Catalog>>;

/**
 * Returns a line for each text of a translation that is missing, empty, still in English or not among the
 * English texts, that lacks a plural form, or that has different placeholders.
 */
export async function findTranslationProblems(): Promise<string[]> {
  const web: Record<string, Catalog> = {};
  for (const language of Object.keys(messages)) {
    const file = join(root, 'apps/web/src/locales', `${language}.json`);
    // Our own JSON file; `findProblems` checks every text in it.
    web[language] = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Catalog;
  }
  return [...findProblems('web', web), ...findProblems('server', messages)];
}

/** Compares the catalog of each language with the English one. */
export function findProblems(name: string, catalogs: Catalogs): string[] {
  const english = groupForms(catalogs['en'] ?? {});
  if (english.size === 0) return [`${name} en: no texts`];
  return Object.entries(catalogs).flatMap(([language, catalog]) => {
    const texts = groupForms(catalog);
    const problems: string[] = [];
    const report = (key: string, problem: string) =>
      problems.push(`${name} ${language}: ${key} ${problem}`);
    for (const [key, forms] of english) {
      const translatedForms = texts.get(key);
      if (translatedForms === undefined) {
        report(key, 'is missing');
        continue;
      }
      for (const form of findMissingForms(translatedForms, forms, language))
        report(key, `lacks the form "${form}"`);
      const [expected, actual] = [listPlaceholders(forms), listPlaceholders(translatedForms)];
      if (expected !== actual)
        report(key, `has the placeholders ${actual || '(none)'}; expected ${expected || '(none)'}`);
      if ([...translatedForms.values()].some((text) => text.trim() === '')) report(key, 'is empty');
      if (language !== 'en' && isCopied(translatedForms, forms))
        report(key, 'is still the English text');
    }
    for (const key of texts.keys())
      if (!english.has(key)) report(key, 'is not in the English texts');
    return problems;
  });
}

/** The forms of one text by plural category; the key is '' for a text without plurals. */
type Forms = Map<string, string>;

/** Texts by key, with plural forms grouped under their key. */
function groupForms(catalog: Catalog, prefix = ''): Map<string, Forms> {
  const formsByKey = new Map<string, Forms>();
  for (const [name, value] of Object.entries(catalog)) {
    if (typeof value !== 'string') {
      for (const [key, forms] of groupForms(value, `${prefix}${name}.`)) formsByKey.set(key, forms);
      continue;
    }
    const [, base = name, form = ''] = /^(.+)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
    const key = `${prefix}${base}`;
    formsByKey.set(key, (formsByKey.get(key) ?? new Map<string, string>()).set(form, value));
  }
  return formsByKey;
}

function findMissingForms(translation: Forms, english: Forms, language: string): string[] {
  const expected = english.has('other') ? listPluralForms(language) : [''];
  return expected.filter((form) => !translation.has(form));
}

/** The forms for everyday counts: leaves out the one that Spanish and Italian use only for millions. */
function listPluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const counts = [...Array.from({ length: 1_000 }, (_, count) => count), 1.5];
  return [...new Set(counts.map((count) => rules.select(count)))];
}

/**
 * Whether a text was copied from English. Texts of up to two words, not counting placeholders, may be the
 * same.
 */
function isCopied(translation: Forms, english: Forms): boolean {
  return [...translation].some(
    ([form, text]) => text === english.get(form) && countWords(text) > 2,
  );
}

function countWords(text: string): number {
  return text.replace(/\{\{[^}]*\}\}/g, '').match(/[\p{L}/]+/gu)?.length ?? 0;
}

/** The placeholders in a text's forms, such as `{{count}}, {{name}}`. */
function listPlaceholders(forms: Forms): string {
  const names = [...forms.values()].flatMap((text) =>
    [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => `{{${name}}}`),
  );
  return [...new Set(names)].sort().join(', ');
}
