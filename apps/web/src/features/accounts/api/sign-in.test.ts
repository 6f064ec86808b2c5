// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';

const credentials = { email: 'anna@granary.example', password: 'secret', remember: false };

/** A token as the server signs it; only its claims are read. */
function makeToken(id: number): string {
  return `x.${btoa(JSON.stringify({ id, role: 'user', email: 'anna@granary.example' }))}.x`;
}

let stored: Map<string, string>;
let signIn: typeof import('./sign-in.ts');
let session: typeof import('../../../lib/session.ts');

/** The server: signs in as the second user, and ends sessions with `signOut`. */
function stubServer(signOut: (authorization: string | null) => Response): void {
  vi.stubGlobal('fetch', async (url: string, { headers }: { readonly headers: HeadersInit }) => {
    if (url.endsWith('/user/login')) return Response.json({ RESP_MSG: makeToken(2) });
    if (url.endsWith('/user/logout')) return signOut(new Headers(headers).get('authorization'));
    return Response.json({ RESP_CODE: 'INTERNAL_ERROR', RESP_MSG: '' }, { status: 500 });
  });
}

beforeEach(async () => {
  stored = new Map([['token', makeToken(1)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.resetModules();
  signIn = await import('./sign-in.ts');
  session = await import('../../../lib/session.ts');
});

it('stores the new session before the previous one ends on the server', async () => {
  const signedOut: unknown[] = [];
  stubServer((authorization) => {
    signedOut.push([authorization, stored.get('token')]);
    return Response.json({ RESP_MSG: '' });
  });
  await signIn.signInWithPassword(credentials);
  expect(signedOut).toEqual([[`Bearer ${makeToken(1)}`, makeToken(2)]]);
  expect(session.getCurrentSession()?.userId).toBe(2);
});

it('signs in when the previous session cannot be ended', async () => {
  stubServer(() => {
    throw new TypeError('offline');
  });
  await signIn.signInWithPassword(credentials);
  expect(session.getCurrentSession()?.userId).toBe(2);
});
