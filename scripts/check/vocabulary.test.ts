import { describe, expect, it } from 'vitest';
import { findDisallowedWords, hasCheckedText } from './vocabulary.ts';

describe('the vocabulary check', () => {
  it.each([
    ['a comment', 'src/a.ts', '// The table is loaded anew.'],
    ['part of a camelCase name', 'src/a.ts', 'const hungCables = 1;'],
    ['part of a PascalCase name', 'src/a.ts', 'type GraveState = 1;'],
    ['a constant', 'src/a.ts', 'const MAX_TOLD = 1;'],
    ['the name of a source file', 'src/hung.ts', ''],
    ['the name of any other file', 'docs/pictures/bin-hung.png', ''],
    ['an English text', 'apps/web/src/locales/en.json', '{ "a": "Whoever asks" }'],
    ['a phrase', 'docs/a.md', 'All but for one.'],
    ['a phrase over two lines of a comment', 'src/a.ts', '/**\n * A key of its\n * own.\n */'],
  ])('reports a disallowed word in %s', (_, file, text) => {
    expect(findDisallowedWords(file, text)).toHaveLength(1);
  });

  it.each([
    ['a longer word that contains a disallowed word', 'const gravel = understand(bestow);'],
    ['a property that every object has', 'class A { constructor() {} }'],
    ['words of a phrase that belong to two names', 'const own = its(of, own); but, forEach'],
    ['words of a phrase with other code between them', "say('but'); for (const a of b) {}"],
  ])('accepts %s', (_, text) => {
    expect(findDisallowedWords('src/a.ts', text)).toEqual([]);
  });

  it('checks sources, documents, vectors and the English texts', () => {
    const checkedFiles = [
      'src/a.ts',
      'docs/a.md',
      'vectors/frames.json',
      'apps/web/src/locales/en.json',
    ];
    expect(checkedFiles.filter(hasCheckedText)).toEqual(checkedFiles);
    const uncheckedFiles = [
      'apps/web/src/locales/de.json',
      'docs/pictures/bin.png',
      'package.json',
    ];
    expect(uncheckedFiles.filter(hasCheckedText)).toEqual([]);
  });

  it('reports the file, the line, the word and its replacement', () => {
    expect(findDisallowedWords('src/a.ts', '\n// stood here')).toEqual([
      'src/a.ts:2: "stood"; write: was, was shown, was stored',
    ]);
  });

  it('accepts the wire value where the contract maps it', () => {
    expect(findDisallowedWords('packages/contract/src/bins/wire-states.ts', "'grave'")).toEqual([]);
  });
});
