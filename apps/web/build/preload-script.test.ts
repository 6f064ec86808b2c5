import { runInNewContext } from 'node:vm';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { preferredLanguage } from '../src/lib/preferred-language.ts';
import { type EarlyAnswers, takeEarlyAnswer } from '../src/lib/preloaded-answers.ts';
import { preloadScript } from './preload-script.ts';

const NOTHING = { admin: [], distributor: [], user: [] };
const words = Object.fromEntries(LANGUAGES.map((language) => [language, [`${language}.js`]]));
const script = preloadScript(
  [
    ['/bin/', ['bin.js', 'bin.css'], { ...NOTHING, user: ['/api/bin?id={id}'] }],
    ['/dashboard', ['farms.js'], { ...NOTHING, user: ['/api/farms?user_id={me}'] }],
    ['/allbins', ['bins.js'], null],
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
    atob,
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

const claims = (role: string) => JSON.stringify({ id: '3', role, email: 'josé@farm.example' });
const tokenOf = (role: string) => `e30.${Buffer.from(claims(role)).toString('base64url')}.sig`;
const signedIn = { token: tokenOf('user') };

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
    const headers = { Authorization: `Bearer ${signedIn.token}`, 'Accept-Language': 'de' };
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

  it('asks for what is of whoever is signed in, by their role', () => {
    const asked = (role: string) =>
      run({ stored: { token: tokenOf(role) }, path: '/dashboard' }).asked;
    expect(asked('user').map(({ address }) => address)).toEqual(['/api/farms?user_id=3']);
    expect(asked('admin')).toEqual([]);
  });

  it.each([
    ['no token at all', 'abc'],
    ['a token of nobody', `e30.${Buffer.from('null').toString('base64url')}.sig`],
    ['a role that is none', tokenOf('toString')],
  ])('asks for nothing with %s, but loads the page', (_, token) => {
    const { asked, files } = run({ stored: { token } });
    expect(asked).toEqual([]);
    expect(files).toContain('/bin.js');
  });

  it.each([
    ['another page', { path: '/other' }],
    ['a page without early calls', { path: '/allbins' }],
    ['a page whose number is missing', { path: '/bin/' }],
    ['a page where none is asked for', { path: '/dashboard7' }],
    ['a page below', { path: '/bin/7/chart' }],
    ['a search', { search: '?tab=2' }],
  ])('asks for nothing on %s', (_, where) => {
    expect(run({ stored: signedIn, ...where }).asked).toEqual([]);
  });
});
