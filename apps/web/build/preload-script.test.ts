import { runInNewContext } from 'node:vm';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type EarlyAnswers, takeEarlyAnswer } from '../src/lib/early-answers.ts';
import { preferredLanguage } from '../src/lib/preferred-language.ts';
import { preloadScript } from './preload-script.ts';

const words = Object.fromEntries(LANGUAGES.map((language) => [language, [`${language}.js`]]));
const script = preloadScript(
  [
    ['/bin/', ['bin.js', 'bin.css'], ['/api/bin?id={id}']],
    ['/dashboard', ['farms.js'], []],
  ],
  words,
);

interface Browser {
  readonly stored?: Readonly<Record<string, string>>;
  readonly languages?: readonly string[];
  readonly path?: string;
  readonly search?: string;
}

/** What the script does in a browser: which files it has loaded, and what it asks for. */
function run({ stored = {}, languages = ['en'], path = '/bin/7', search = '' }: Browser) {
  const links: Record<string, string>[] = [];
  const asked: { address: string; headers: Record<string, string> }[] = [];
  const browser: { earlyAnswers?: EarlyAnswers } & Record<string, unknown> = {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    navigator: { languages },
    location: { pathname: path, search },
    document: {
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
    },
    fetch: (address: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ address, headers });
      return Promise.resolve(new Response('{}'));
    },
  };
  runInNewContext(script, browser);
  return { links, asked, files: links.map(({ href }) => href), early: browser.earlyAnswers };
}

const signedIn = { token: 'abc' };

afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

describe('the script before all others', () => {
  it('loads the words in the language that the application takes', () => {
    const tag = fc.constantFrom('fr', 'fr-CA', 'DE-at', 'ru', 'es-MX', 'it', 'xx', '');
    fc.assert(
      fc.property(fc.option(tag), fc.array(tag), (language, languages) => {
        const stored = { ...signedIn, ...(language !== null && { language }) };
        const taken = preferredLanguage(language, languages);
        const { files, asked } = run({ stored, languages });
        expect(files[0]).toBe(`/${taken}.js`);
        expect(asked[0]?.headers['Accept-Language']).toBe(taken);
      }),
    );
  });

  it('asks as the application asks, which takes its answers', () => {
    const { asked, early } = run({ stored: signedIn, languages: ['fr', 'de'] });
    expect(asked.map(({ address }) => address)).toEqual(['/api/bin?id=7']);
    globalThis.earlyAnswers = early;
    const headers = { Authorization: 'Bearer abc', 'Accept-Language': 'de' };
    expect(takeEarlyAnswer('/api/bin?id=7', headers, SECOND)).toBeDefined();
  });

  it('loads a page and its style for whoever is signed in alone', () => {
    const { links, files } = run({ stored: signedIn });
    expect(files).toEqual(['/en.js', '/bin.js', '/bin.css']);
    expect(links.map(({ rel }) => rel)).toEqual(['modulepreload', 'modulepreload', 'preload']);
    const stranger = run({});
    expect(stranger.files).toEqual(['/en.js']);
    expect([stranger.asked, stranger.early]).toEqual([[], undefined]);
  });

  it.each([
    ['another page', { path: '/other' }],
    ['a page without early calls', { path: '/dashboard' }],
    ['a page below', { path: '/bin/7/chart' }],
    ['a search', { search: '?tab=2' }],
  ])('asks for nothing on %s', (_, where) => {
    expect(run({ stored: signedIn, ...where }).asked).toEqual([]);
  });
});
