// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppRouter } from './router/router.ts';

const makeToken = (id: number, role: string) =>
  `e30.${btoa(JSON.stringify({ id, role, email: 'a@b.example' }))}.sig`;
const FARMER = makeToken(3, 'user');
const DEALER = makeToken(2, 'distributor');

let storage: Record<string, unknown>;
let session: typeof import('../lib/session.ts');
let fakeWindow: EventTarget;
let client: QueryClient;
let navigations: unknown[];

/** Starts handling session changes on a page whose cache holds the signed-in user's data. */
async function start(token: string | null, pathname: string): Promise<void> {
  if (token !== null) storage['token'] = token;
  vi.resetModules();
  session = await import('../lib/session.ts');
  const { handleSessionChanges: handleChanges } = await import('./handle-session-change.ts');
  const isPublic = pathname === '/login';
  const router = {
    state: { location: { pathname, href: pathname } },
    matchRoutes: () => [{ routeId: isPublic ? pathname : '/shell' }],
    navigate: async (to: unknown) => void navigations.push(to),
  };
  // The code under test uses only these members of the router.
  handleChanges(router as unknown as AppRouter, client);
}

const changeTokenInOtherTab = (token: string | null) => {
  if (token === null) delete storage['token'];
  else storage['token'] = token;
  fakeWindow.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
};
const getCachedBins = () => client.getQueryData(['bins']);

beforeEach(() => {
  const items: Record<string, unknown> = {};
  Object.defineProperties(items, {
    getItem: { value: (key: string) => items[key] ?? null },
    setItem: { value: (key: string, value: string) => void (items[key] = value) },
    removeItem: { value: (key: string) => void delete items[key] },
  });
  storage = items;
  fakeWindow = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', fakeWindow);
  client = new QueryClient();
  client.setQueryData(['bins'], ['Home 1']);
  navigations = [];
});

describe('when the session changes', () => {
  it('clears all data and shows the sign-in page', async () => {
    await start(FARMER, '/allbins');
    session.endSession('signed-out');
    expect(getCachedBins()).toBeUndefined();
    expect(navigations).toEqual([{ to: '/login', search: {} }]);
  });

  it('returns to the same page after signing in again if the session expired', async () => {
    await start(FARMER, '/binsensor/7');
    session.endSession('expired');
    expect(navigations).toEqual([{ to: '/login', search: { to: '/binsensor/7' } }]);
  });

  it('clears all data and stays on the page if someone else signs in', async () => {
    await start(FARMER, '/login');
    session.endSession('signed-out');
    session.startSession(DEALER);
    expect(getCachedBins()).toBeUndefined();
    expect(navigations).toEqual([]);
  });

  it('clears all data and goes to the home page if another tab starts a session', async () => {
    await start(FARMER, '/binsensor/7');
    changeTokenInOtherTab(DEALER);
    expect(getCachedBins()).toBeUndefined();
    expect(navigations).toEqual([{ to: '/dashboard' }]);
  });

  it('leaves the sign-in page when another tab starts a session', async () => {
    await start(null, '/login');
    changeTokenInOtherTab(FARMER);
    expect(navigations).toEqual([{ to: '/allbins' }]);
  });
});

it('ignores a new name for the same user', async () => {
  await start(FARMER, '/allbins');
  session.storeFullName('Anneke Dueck');
  expect(getCachedBins()).toEqual(['Home 1']);
  expect(navigations).toEqual([]);
});
