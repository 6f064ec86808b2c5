import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasAllCustomers, worstCustomers } from '../../features/accounts/api/get-customers.ts';
import { allBins as allUsersBins } from '../../features/bins/api/get-all-bins.ts';
import { farmBins as allFarmBins, firstFarmBins } from '../../features/bins/api/get-farm-bins.ts';
import { farmDetails } from '../../features/farms/api/get-farm.ts';
import { farmsOf } from '../../features/farms/api/get-farms.ts';
import { farmStates } from '../../lib/farm-states.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentSession } from '../../lib/session.ts';
import { homeOf, isStaff } from './guards.ts';
import { shell } from './root-routes.ts';
import { binFilterSearch, pathId, taking } from './search-params.ts';

function toHome(): never {
  const session = currentSession();
  throw redirect({ to: session === null ? '/login' : homeOf(session) });
}

const home = createRoute({ getParentRoute: () => shell, path: '/', beforeLoad: toHome });

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  loader: ({ preload }) => {
    const session = currentSession();
    if (session === null || preload) return;
    if (isStaff(session)) {
      if (!hasAllCustomers(queryClient)) void queryClient.prefetchQuery(worstCustomers);
      return;
    }
    void queryClient.prefetchQuery(farmsOf(session.userId));
    void queryClient.prefetchQuery(farmStates(session.userId));
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'DashboardPage'),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  beforeLoad: () => {
    if (currentSession()?.role === 'admin') throw redirect({ to: '/dashboard' });
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'OverviewPage'),
});

const farmList = createRoute({
  getParentRoute: () => shell,
  path: '/farmlist/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'FarmListPage'),
});

const farmBins = createRoute({
  getParentRoute: () => shell,
  path: '/binsensorlist/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  loader: ({ params: { farmId }, preload }) => {
    // Who only points at a link may never open it.
    if (farmId === null || preload) return;
    // They come while the page's code does; the page itself asks for them too, and tells of errors.
    void queryClient.prefetchQuery(farmDetails(farmId));
    const isKnown = queryClient.getQueryData(allFarmBins(farmId).queryKey) !== undefined;
    if (!isKnown) void queryClient.prefetchQuery(firstFarmBins(farmId));
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'FarmBinsPage'),
});

const farmMap = createRoute({
  getParentRoute: () => shell,
  path: '/binsensormap/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'FarmMapPage'),
});

const editFarm = createRoute({
  getParentRoute: () => shell,
  path: '/editfarm/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.ts'), 'EditFarmPage'),
});

const allBins = createRoute({
  getParentRoute: () => shell,
  path: '/allbins',
  loader: ({ preload }) => {
    if (!preload) void queryClient.prefetchQuery(allUsersBins);
  },
  validateSearch: taking(binFilterSearch),
  component: lazyRouteComponent(() => import('../pages/bins/all-bins-page.tsx'), 'AllBinsPage'),
});

const binVisualizer = createRoute({
  getParentRoute: () => shell,
  path: '/bin-visualizer',
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.ts'), 'BinVisualizerPage'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'ProfilePage'),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.ts'), 'ContactsPage'),
});

/** Pages about people, farms and lists of bins that everybody has. */
export const farmRoutes = [
  home,
  dashboard,
  overview,
  farmList,
  farmBins,
  farmMap,
  editFarm,
  allBins,
  binVisualizer,
  profile,
  contacts,
] as const;
