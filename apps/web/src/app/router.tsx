import { type BinState, worstFirst } from '@granary/domain/bins/state';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { currentSession } from '../lib/session.ts';
import { guard, homeOf, type Needs } from './guards.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RouteError } from './pages/route-error.tsx';

interface BinFilterSearch {
  readonly state?: BinState;
  readonly farm?: number;
  readonly crop?: string;
}

/** Which bins are shown; what cannot be read does not restrict. */
function binFilterSearch(search: Record<string, unknown>): BinFilterSearch {
  const state = worstFirst.find((known) => known === search['state']);
  const { farm, crop } = search;
  return {
    ...(state !== undefined && { state }),
    ...(typeof farm === 'number' && { farm }),
    ...(typeof crop === 'string' && { crop }),
  };
}

/** A number in a path; null where it is none. */
const pathId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

function pass(needs: Needs, href: string): void {
  const away = guard(currentSession(), needs, href);
  if (away === null) return;
  const search = away.returnTo === null ? {} : { to: away.returnTo };
  throw redirect({ to: away.to, search });
}

function toHome(): never {
  const session = currentSession();
  throw redirect({ to: session === null ? '/login' : homeOf(session) });
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { to?: string } =>
    typeof search['to'] === 'string' ? { to: search['to'] } : {},
  component: lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('./pages/logout-page.tsx'), 'LogoutPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/setup-page.tsx'), 'SetupPage'),
});

/** The frame of all pages for those who are signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => pass('session', location.href),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const home = createRoute({ getParentRoute: () => shell, path: '/', beforeLoad: toHome });

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
});

const farmList = createRoute({
  getParentRoute: () => shell,
  path: '/farmlist/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  component: lazyRouteComponent(() => import('./pages/farm-list-page.tsx'), 'FarmListPage'),
});

const farmBins = createRoute({
  getParentRoute: () => shell,
  path: '/binsensorlist/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('./pages/farm-bins-page.tsx'), 'FarmBinsPage'),
});

const allBins = createRoute({
  getParentRoute: () => shell,
  path: '/allbins',
  validateSearch: binFilterSearch,
  component: lazyRouteComponent(() => import('./pages/all-bins-page.tsx'), 'AllBinsPage'),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  beforeLoad: () => {
    if (currentSession()?.role === 'admin') throw redirect({ to: '/dashboard' });
  },
  component: lazyRouteComponent(() => import('./pages/overview-page.tsx'), 'OverviewPage'),
});

const bin = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  /** `at`: the instant of the record that is shown; without it the latest. */
  validateSearch: (search): { at?: number } =>
    typeof search['at'] === 'number' ? { at: search['at'] } : {},
  component: lazyRouteComponent(() => import('./pages/bin-page.tsx'), 'BinPage'),
});

const tree = root.addChildren([
  login,
  logout,
  setup,
  shell.addChildren([home, dashboard, farmList, farmBins, allBins, overview, bin]),
]);

/** The routes of the application; pages and their frame load when they are first needed. */
export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    // Data has its own cache: opening a link early must not be taken for showing it.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
