import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generalCapabilities } from '@granary/domain/access/roles';
import { describe, expect, it } from 'vitest';
import en from './en.json';
import { pickTexts, TEXT_PARTS, type TextPart } from './text-parts.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));

/**
 * Entry files with the text parts that load with them; code that they load later without other texts counts
 * too.
 */
const entries: readonly (readonly [string, readonly TextPart[]])[] = [
  ['app/main.tsx', ['start']],
  ['app/pages/public/login-page.tsx', ['start']],
  ['app/pages/public/public-pages.tsx', ['start']],
  ['app/shell/shell.tsx', ['start', 'bins']],
  ['app/pages/bins/bin-page.tsx', ['start', 'bins']],
  ['app/pages/bins/all-bins-page.tsx', ['start', 'bins', 'lists']],
  ['app/pages/bins/bin-list-pages.tsx', ['start', 'bins', 'lists']],
  ['app/pages/farms/farm-pages.tsx', ['start', 'bins', 'lists']],
];

/** Imports of code that loads with a file; excludes types and code that loads later. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)[^'";]*?from '(\.[^']+)'/gm;
/** Code that loads later, perhaps with texts. */
const LAZY_IMPORT = /(loadWithTexts\('\w+',[^;]{0,60})?\bimport\(\s*'(\.[^']+)'/g;
/**
 * Files that routes load without further texts, because their texts are in parts that have already loaded.
 */
const LOADED_WITHOUT_TEXTS = [
  '../pages/bins/bin-page.tsx',
  '../pages/public/login-page.tsx',
  '../pages/public/public-pages.tsx',
  '../shell/shell.tsx',
  '../shell/side-menu.tsx',
  './prefetch-bin.ts',
  './prefetch-lists.ts',
];
/** The page that loads in advance what most users open next. */
const PREFETCHING_PAGE = 'login-page.tsx';
/** A quoted key, or the beginning of one in a template. */
const KEY = /['"`]([a-zA-Z]+\.[a-zA-Z.]*)/g;

/** Lists the files that load with an entry file. */
function listFiles(entry: string): Set<string> {
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file) || !existsSync(file)) return;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    const paths = [...source.matchAll(STATIC_IMPORT)].map(([, path = '']) => path);
    const isRouter = file.includes('/app/router/');
    const lazyImports = isRouter || file.endsWith(PREFETCHING_PAGE) ? [] : listLazyImports(source);
    for (const path of [...paths, ...lazyImports]) {
      if (/\.tsx?$/.test(path)) add(resolve(dirname(file), path));
    }
  };
  add(resolve(SRC, entry));
  return files;
}

/** Lists the files that a source file loads later without texts. */
function listLazyImports(source: string): string[] {
  return [...source.matchAll(LAZY_IMPORT)].flatMap(([, loadWithTexts, path = '']) =>
    loadWithTexts === undefined ? path : [],
  );
}

/** Lists all English keys; those of plurals end with the plural form. */
function listKeys(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'string' ? [`${prefix}${name}`] : listKeys(part as object, `${prefix}${name}.`),
  );
}
const keys = listKeys(en);
const capabilities: ReadonlySet<string> = new Set(generalCapabilities);

describe('the texts', () => {
  it('each belong to one part', () => {
    const parts = [...(Object.keys(TEXT_PARTS) as TextPart[]), 'other' as const];
    const sections = parts.flatMap((part) => Object.keys(pickTexts(en, part)));
    expect(sections.toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('of all other pages load with their routes', () => {
    const router = join(SRC, 'app/router');
    const pages = readdirSync(router)
      .filter((file) => file.endsWith('-routes.ts'))
      .flatMap((file) => listLazyImports(readFileSync(join(router, file), 'utf8')));
    expect(pages.toSorted()).toEqual(LOADED_WITHOUT_TEXTS);
  });

  it.each(entries)('of %s are in the parts that load with it', (entry, parts) => {
    const loadedSections = new Set(parts.flatMap((part) => Object.keys(pickTexts(en, part))));
    const missing = new Set<string>();
    for (const file of listFiles(entry)) {
      for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(KEY)) {
        const isText = keys.some((textKey) => textKey.startsWith(key)) && !capabilities.has(key);
        if (isText && !loadedSections.has(key.split('.')[0] ?? '')) {
          missing.add(`${key} ${file.slice(SRC.length)}`);
        }
      }
    }
    expect([...missing]).toEqual([]);
  });
});
