import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentSession, startSession } from '../../../lib/session.ts';
import { signInWithPassword } from './sign-in.ts';

const credentials = { email: 'anna@granary.example', password: 'secret', remember: false };

/** A token as the server signs it; only its claims are read. */
function makeToken(id: number): string {
  const claims = { id, role: 'user', email: 'anna@granary.example' };
  return `x.${btoa(JSON.stringify(claims))}.x`;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('stores the new session before the previous one ends on the server', async () => {
  startSession(makeToken(1));
  const signedOut: (string | null)[][] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { headers }: { headers: HeadersInit }) => {
    const path = String(url);
    if (path.endsWith('/user/login')) return Response.json({ RESP_MSG: makeToken(2) });
    if (path.endsWith('/user/logout')) {
      signedOut.push([new Headers(headers).get('authorization'), localStorage.getItem('token')]);
    }
    return Response.json({ RESP_MSG: '' });
  });
  await signInWithPassword(credentials);
  expect(signedOut).toEqual([[`Bearer ${makeToken(1)}`, makeToken(2)]]);
  expect(currentSession()?.userId).toBe(2);
});

it('signs in when the previous session cannot be ended', async () => {
  startSession(makeToken(1));
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (String(url).endsWith('/user/login')) return Response.json({ RESP_MSG: makeToken(2) });
    throw new TypeError('offline');
  });
  await signInWithPassword(credentials);
  expect(currentSession()?.userId).toBe(2);
});
