import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  areAllCustomersLoaded,
  worstCustomersQuery,
} from '../../features/accounts/api/get-customers.ts';
import { allBinsQuery as allUsersBins } from '../../features/bins/api/get-all-bins.ts';
import { farmBinsQuery as allFarmBins, firstFarmBinsQuery } from '../../features/bins/api/get-farm-bins.ts';
import { farmDetails } from '../../features/farms/api/get-farm.ts';
import { farmStatesQuery, farmsOf } from '../../features/farms/api/get-farms.ts';
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
      if (!areAllCustomersLoaded(queryClient)) void queryClient.prefetchQuery(worstCustomersQuery);
      return;
    }
    void queryClient.prefetchQuery(farmsOf(session.userId));
    void queryClient.prefetchQuery(farmStatesQuery(session.userId));
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'DashboardPage'),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  beforeLoad: () => {
    if (currentSession()?.role === 'admin') throw redirect({ to: '/dashboard' });
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'OverviewPage'),
});

const farmList = createRoute({
  getParentRoute: () => shell,
  path: '/farmlist/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'FarmListPage'),
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
    if (!isKnown) void queryClient.prefetchQuery(firstFarmBinsQuery(farmId));
  },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'FarmBinsPage'),
});

const farmMap = createRoute({
  getParentRoute: () => shell,
  path: '/binsensormap/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'FarmMapPage'),
});

const editFarm = createRoute({
  getParentRoute: () => shell,
  path: '/editfarm/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'EditFarmPage'),
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
  component: lazyRouteComponent(
    () => import('../pages/staff/staff-pages.tsx'),
    'BinVisualizerPage',
  ),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'ProfilePage'),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  component: lazyRouteComponent(() => import('../pages/farms/farm-pages.tsx'), 'ContactsPage'),
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
