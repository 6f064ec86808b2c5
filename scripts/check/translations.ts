import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentences } from '../../apps/server/src/locales/sentences.ts';
import { root } from './tool.ts';

/** Texts by key; folders of keys as objects. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}
export type Catalogues = Readonly<Record<string, Catalogue>>;

/** A line for each text that a language lacks, has in English, or that names other values. */
export async function translationProblems(): Promise<string[]> {
  const web: Record<string, Catalogue> = {};
  for (const language of Object.keys(sentences)) {
    const file = join(root, 'apps/web/src/locales', `${language}.json`);
    // An ordinary JSON file of ours; `problemsOf` looks at every text in it.
    web[language] = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Catalogue;
  }
  return [...problemsOf('web', web), ...problemsOf('server', sentences)];
}

/** Compares catalogues by language with the English one among them. */
export function problemsOf(name: string, catalogues: Catalogues): string[] {
  const english = textsOf(catalogues['en'] ?? {});
  if (english.size === 0) return [`${name} en: no texts`];
  return Object.entries(catalogues).flatMap(([language, catalogue]) => {
    const texts = textsOf(catalogue);
    const problems: string[] = [];
    const say = (key: string, problem: string) =>
      problems.push(`${name} ${language}: ${key} ${problem}`);
    for (const [key, forms] of english) {
      const own = texts.get(key);
      if (own === undefined) {
        say(key, 'is missing');
        continue;
      }
      for (const form of missingForms(own, forms, language)) say(key, `lacks the form "${form}"`);
      const [wanted, named] = [valuesIn(forms), valuesIn(own)];
      if (wanted !== named) say(key, `names ${named || 'no value'} instead of ${wanted || 'none'}`);
      if ([...own.values()].some((text) => text.trim() === '')) say(key, 'is empty');
      if (language !== 'en' && isCopied(own, forms)) say(key, 'is still the English');
    }
    for (const key of texts.keys()) if (!english.has(key)) say(key, 'is not in the English');
    return problems;
  });
}

/** The forms of one text by plural category; '' where it has no plural. */
type Forms = Map<string, string>;

/** Texts by key, plural forms gathered under the key they belong to. */
function textsOf(catalogue: Catalogue, prefix = ''): Map<string, Forms> {
  const found = new Map<string, Forms>();
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value !== 'string') {
      for (const [key, forms] of textsOf(value, `${prefix}${name}.`)) found.set(key, forms);
      continue;
    }
    const [, base = name, form = ''] = /^(.+)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
    const key = `${prefix}${base}`;
    found.set(key, (found.get(key) ?? new Map<string, string>()).set(form, value));
  }
  return found;
}

function missingForms(own: Forms, english: Forms, language: string): string[] {
  const wanted = english.has('other') ? pluralForms(language) : [''];
  return wanted.filter((form) => !own.has(form));
}

/** The forms for counts that are met in life: Spanish and Italian have one for a million alone. */
function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const counts = [...Array.from({ length: 1_000 }, (_, count) => count), 1.5];
  return [...new Set(counts.map((count) => rules.select(count)))];
}

/** Whether a text is the English one; two words, values apart, may be the same in both. */
function isCopied(own: Forms, english: Forms): boolean {
  return [...own].some(([form, text]) => text === english.get(form) && wordsIn(text) > 2);
}

function wordsIn(text: string): number {
  return text.replace(/\{\{[^}]*\}\}/g, '').match(/[\p{L}/]+/gu)?.length ?? 0;
}

/** The values that a text's forms take, such as `{{count}}, {{name}}`. */
function valuesIn(forms: Forms): string {
  const names = [...forms.values()].flatMap((text) =>
    [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => `{{${name}}}`),
  );
  return [...new Set(names)].sort().join(', ');
}
