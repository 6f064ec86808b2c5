// @vitest-environment node
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../lib/session.ts';

const claims = (role: Role) => JSON.stringify({ id: 3, role, email: 'a@b.example' });
const makeToken = (role: Role) => `e30.${btoa(claims(role))}.sig`;

// The router is loaded beforehand, because the first import takes a long time.
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('window', new EventTarget());
  await import('./router.ts');
});

beforeEach(() => {
  vi.stubGlobal('history', {});
  vi.stubGlobal('window', Object.assign(new EventTarget(), { scrollTo: () => {} }));
  // Pages are not rendered here, so their first calls do not matter.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

/** Opens a path as a user with this role, and returns the final address and page. */
async function openPath(path: string, role: Role | null) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'token' && role !== null ? makeToken(role) : null),
    setItem: () => {},
    removeItem: () => {},
  });
  vi.resetModules();
  const { createAppRouter } = await import('./router.ts');
  const router = createAppRouter();
  for (const route of Object.values(router.routesById)) delete route.options.component;
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history, isServer: false, scrollRestoration: false });
  await router.load();
  const { location, matches } = router.state;
  const last = matches.at(-1);
  // Without a matching page only the root matches.
  const isFound = last?.status === 'success' && last.fullPath !== '/';
  const page = isFound ? last.fullPath : 'not found';
  const { isForbidden = false } = location.state;
  return { path: location.pathname, page, search: last?.search, isForbidden };
}

const PUBLIC_PATHS = [
  '/login',
  '/logout',
  '/forgot-password',
  '/pages-forgot-pwd',
  '/forgot-pwd-token',
  '/register',
  '/pages-login',
  '/pages-register',
  '/page-recoverpw-2',
  '/lock-screen',
  '/confirm-mail',
  '/email-verification',
  '/two-step-verification',
];

const SIGNED_IN_PATHS = [
  '/overview',
  '/dashboard',
  '/binsensor/7',
  '/profile',
  '/allbins',
  '/contacts',
  '/farmlist/3',
  '/editfarm/5',
  '/binsensorlist/5',
  '/binsensormap/5',
  '/bin-visualizer',
];

const STAFF_PATHS = [
  '/addCrop',
  '/cropsettings',
  '/addUser',
  '/notes/3',
  '/rawData',
  '/addBinSensor/5',
  '/addFarm/3',
  '/search',
  '/distributors',
  '/distributors/2/users',
  '/firmware',
  '/firmware/upload',
];

describe('the pages', () => {
  it.each(PUBLIC_PATHS)('%s is open to everyone', async (path) => {
    expect(await openPath(path, null)).toMatchObject({
      path,
      page: expect.stringMatching(/^\//),
    });
  });

  it.each(SIGNED_IN_PATHS)('%s is open to signed-in users only', async (path) => {
    expect((await openPath(path, null)).path).toBe('/login');
    for (const role of ['user', 'distributor'] as const) {
      const expectedPage = { path, page: expect.stringMatching(/^\/\w/) };
      expect(await openPath(path, role), role).toMatchObject(expectedPage);
    }
  });

  it.each(STAFF_PATHS)('%s is open to staff only', async (path) => {
    expect(await openPath(path, null)).toMatchObject({ path: '/login', isForbidden: false });
    expect(await openPath(path, 'user')).toMatchObject({ path: '/login', isForbidden: true });
    for (const role of ['admin', 'distributor'] as const) {
      const expectedPage = { path, page: expect.stringMatching(/^\/\w/) };
      expect(await openPath(path, role), role).toMatchObject(expectedPage);
    }
  });

  it("redirect / to each role's home page, and /overview to the dashboard for admins", async () => {
    expect((await openPath('/', 'admin')).path).toBe('/dashboard');
    expect((await openPath('/', 'distributor')).path).toBe('/dashboard');
    expect((await openPath('/', 'user')).path).toBe('/allbins');
    expect((await openPath('/', null)).path).toBe('/login');
    expect((await openPath('/overview', 'admin')).path).toBe('/dashboard');
  });

  it('are found with a trailing slash', async () => {
    expect((await openPath('/search/', 'admin')).page).toMatch(/^\/search\/?$/);
    expect((await openPath('/farmlist/3/', 'user')).page).toMatch(/^\/farmlist\//);
  });

  it.each(['chart', 'loads', 'cables', 'hardware', 'edit'])(
    'include the %s subpage of a bin',
    async (part) => {
      expect((await openPath(`/binsensor/7/${part}`, 'user')).page).toBe(`/binsensor/$id/${part}`);
    },
  );

  it('do not match unknown paths', async () => {
    for (const path of ['/nothing', '/there/is/nothing', '/ecommerce-products', '/chat']) {
      expect((await openPath(path, 'admin')).page, path).toBe('not found');
    }
  });

  it.each([
    ['?at=abc&tab=9', {}],
    ['?at=1e300', {}],
    ['?at=1700000000000&tab=4&more=1', { at: 1_700_000_000_000, tab: 4 }],
  ])('parse only the valid parameters of %s', async (search, expected) => {
    expect((await openPath(`/binsensor/7${search}`, 'user')).search).toEqual(expected);
  });
});
