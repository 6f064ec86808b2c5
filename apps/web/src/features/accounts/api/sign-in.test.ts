// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';

const credentials = { email: 'anna@granary.example', password: 'secret', remember: false };

/** Makes a token like the server's; only its claims are read. */
function makeToken(id: number): string {
  return `x.${btoa(JSON.stringify({ id, role: 'user', email: 'anna@granary.example' }))}.x`;
}

let storage: Map<string, string>;
let signIn: typeof import('./sign-in.ts');
let session: typeof import('../../../lib/session.ts');

/** Stubs the server: sign-in returns a token for user 2, and `signOut` handles sign-out. */
function stubServer(signOut: (authorization: string | null) => Response): void {
  vi.stubGlobal('fetch', async (url: string, { headers }: { readonly headers: HeadersInit }) => {
    if (url.endsWith('/user/login')) return Response.json({ RESP_MSG: makeToken(2) });
    if (url.endsWith('/user/logout')) return signOut(new Headers(headers).get('authorization'));
    return Response.json({ RESP_CODE: 'INTERNAL_ERROR', RESP_MSG: '' }, { status: 500 });
  });
}

beforeEach(async () => {
  storage = new Map([['token', makeToken(1)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.resetModules();
  signIn = await import('./sign-in.ts');
  session = await import('../../../lib/session.ts');
});

it('stores the new session before the previous one ends on the server', async () => {
  const signOutCalls: unknown[] = [];
  stubServer((authorization) => {
    signOutCalls.push([authorization, storage.get('token')]);
    return Response.json({ RESP_MSG: '' });
  });
  await signIn.signInWithPassword(credentials);
  expect(signOutCalls).toEqual([[`Bearer ${makeToken(1)}`, makeToken(2)]]);
  expect(session.getCurrentSession()?.userId).toBe(2);
});

it('signs in even if the previous session cannot be ended', async () => {
  stubServer(() => {
    throw new TypeError('offline');
  });
  await signIn.signInWithPassword(credentials);
  expect(session.getCurrentSession()?.userId).toBe(2);
});
