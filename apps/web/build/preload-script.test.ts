import { runInNewContext } from 'node:vm';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { findPreferredLanguage } from '../src/lib/preferred-language.ts';
import { type PreloadedResponses, takePreloadedResponse } from '../src/lib/preloaded-responses.ts';
import { buildPreloadScript } from './preload-script.ts';

const NONE = { admin: [], distributor: [], user: [] };
const textFiles = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    {
      start: `${language}.js`,
      bins: `${language}-bins.js`,
      lists: `${language}-lists.js`,
    },
  ]),
);
const script = buildPreloadScript(
  [
    ['/bin/', ['bin.js', 'bin.css'], { ...NONE, user: ['/api/bin?id={id}'] }, ['bins']],
    ['/dashboard', ['farms.js'], { ...NONE, user: ['/api/farms?user_id={userId}'] }, []],
    ['/allbins', ['bins.js'], null, ['bins', 'lists']],
  ],
  ['login.js'],
  textFiles,
);

interface Browser {
  readonly storage?: Readonly<Record<string, string>>;
  readonly languages?: readonly string[];
  readonly path?: string;
  readonly search?: string;
}

/** Runs the script in a simulated browser; returns the files that it loads and the calls that it makes. */
function runScript({ storage = {}, languages = ['en'], path = '/bin/7', search = '' }: Browser) {
  const links: Record<string, string>[] = [];
  const calls: { url: string; headers: Record<string, string> }[] = [];
  const browser: { preloadedResponses?: PreloadedResponses } & Record<string, unknown> = {
    localStorage: { getItem: (key: string) => storage[key] ?? null },
    navigator: { languages },
    location: { pathname: path, search },
    atob,
    document: {
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
    },
    fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
      calls.push({ url, headers });
      return Promise.resolve(new Response('{}'));
    },
  };
  runInNewContext(script, browser);
  return {
    links,
    calls,
    files: links.map(({ href }) => href),
    preloaded: browser.preloadedResponses,
  };
}

const createClaims = (role: string) =>
  JSON.stringify({ id: '3', role, email: 'josé@farm.example' });
const makeToken = (role: string) =>
  `e30.${Buffer.from(createClaims(role)).toString('base64url')}.sig`;
const signedInStorage = { token: makeToken('user') };

afterEach(() => {
  globalThis.preloadedResponses = undefined;
});

describe('the preload script', () => {
  it('loads the texts in the language that the application picks', () => {
    const tag = fc.constantFrom('fr', 'fr-CA', 'DE-at', 'ru', 'es-MX', 'it', 'xx', '');
    fc.assert(
      fc.property(fc.option(tag), fc.option(tag), fc.array(tag), (chosen, profile, languages) => {
        const stored = {
          ...signedInStorage,
          ...(chosen !== null && { language: chosen }),
          ...(profile !== null && { profileLanguage: profile }),
        };
        const preferred = findPreferredLanguage([chosen, profile], languages);
        const { files, calls } = runScript({ storage: stored, languages });
        expect(files[0]).toBe(`/${preferred}.js`);
        expect(calls[0]?.headers['Accept-Language']).toBe(preferred);
      }),
    );
  });

  it("makes the application's calls, and the application uses the responses", () => {
    const { calls, preloaded } = runScript({ storage: signedInStorage, languages: ['fr', 'de'] });
    expect(calls.map(({ url }) => url)).toEqual(['/api/bin?id=7']);
    globalThis.preloadedResponses = preloaded;
    const headers = { Authorization: `Bearer ${signedInStorage.token}`, 'Accept-Language': 'de' };
    expect(takePreloadedResponse('/api/bin?id=7', headers, SECOND)).toBeDefined();
  });

  it('loads the page, its translations and its stylesheet only for a signed-in user', () => {
    const { links, files } = runScript({ storage: signedInStorage });
    expect(files).toEqual(['/en.js', '/en-bins.js', '/bin.js', '/bin.css']);
    expect(links.map(({ rel }) => rel)).toEqual([
      'modulepreload',
      'modulepreload',
      'modulepreload',
      'preload',
    ]);
    // The files of the application load first.
    expect(links.every(({ fetchPriority }) => fetchPriority === 'low')).toBe(true);
    const signedOut = runScript({});
    expect(signedOut.files).toEqual(['/en.js', '/login.js']);
    expect([signedOut.calls, signedOut.preloaded]).toEqual([[], undefined]);
  });

  it("makes only the calls of the user's role, with the user's ID", () => {
    const calls = (role: string) =>
      runScript({ storage: { token: makeToken(role) }, path: '/dashboard' }).calls;
    expect(calls('user').map(({ url }) => url)).toEqual(['/api/farms?user_id=3']);
    expect(calls('admin')).toEqual([]);
  });

  it.each([
    ['text that is not a token', 'abc'],
    ['a token without a user', `e30.${Buffer.from('null').toString('base64url')}.sig`],
    ['an unknown role', makeToken('toString')],
  ])('does not make calls with %s, but loads the page', (_, token) => {
    const { calls, files } = runScript({ storage: { token } });
    expect(calls).toEqual([]);
    expect(files).toContain('/bin.js');
  });

  it.each([
    ['another page', { path: '/other' }],
    ['a page without preloaded calls', { path: '/allbins' }],
    ['a page without its ID', { path: '/bin/' }],
    ['a page with an unexpected ID', { path: '/dashboard7' }],
    ['a subpage', { path: '/bin/7/chart' }],
    ['a page with a query string', { search: '?tab=2' }],
  ])('does not make calls on %s', (_, pageOptions) => {
    expect(runScript({ storage: signedInStorage, ...pageOptions }).calls).toEqual([]);
  });
});
