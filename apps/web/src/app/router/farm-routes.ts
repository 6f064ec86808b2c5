import { getOwnListScope } from '@granary/domain/access/access';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadWithTexts } from '../../lib/i18n.ts';
import { getCurrentSession } from '../../lib/session.ts';
import { getHomePath } from './guards.ts';
import { requireCapability, shell } from './root-routes.ts';
import {
  makeSearchParser,
  parseAlertSearch,
  parseBinFilterSearch,
  parsePathId,
} from './search-params.ts';

const importStaffPages = loadWithTexts('other', () => import('../pages/staff/staff-pages.tsx'));
/** Imports the code that starts the queries of pages with lists; the sign-in page does not load it. */
const importPrefetch = () => import('./prefetch-lists.ts');
const importFarmPages = loadWithTexts('lists', () => import('../pages/farms/farm-pages.tsx'));
const importBinListPages = loadWithTexts('lists', () => import('../pages/bins/bin-list-pages.tsx'));

function redirectHome(): never {
  const session = getCurrentSession();
  throw redirect({ to: session === null ? '/login' : getHomePath(session) });
}

const home = createRoute({ getParentRoute: () => shell, path: '/', beforeLoad: redirectHome });

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  loader: async ({ preload }) => {
    const session = getCurrentSession();
    // Hovering over a link does not load its page's data.
    if (session !== null && !preload) (await importPrefetch()).prefetchDashboard(session);
  },
  component: lazyRouteComponent(importFarmPages, 'DashboardPage'),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  beforeLoad: () => {
    const session = getCurrentSession();
    if (session === null) return;
    const scope = getOwnListScope({ id: session.userId, role: session.role });
    if (scope.kind === 'nothing') throw redirect({ to: '/dashboard' });
  },
  component: lazyRouteComponent(importBinListPages, 'OverviewPage'),
});

const farmList = createRoute({
  getParentRoute: () => shell,
  path: '/farmlist/$userId',
  params: { parse: ({ userId }) => ({ userId: parsePathId(userId) }) },
  component: lazyRouteComponent(importFarmPages, 'FarmListPage'),
});

const farmBins = createRoute({
  getParentRoute: () => shell,
  path: '/binsensorlist/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: parsePathId(farmId) }) },
  loader: async ({ params: { farmId }, preload }) => {
    if (farmId !== null && !preload) (await importPrefetch()).prefetchFarmBins(farmId);
  },
  component: lazyRouteComponent(importBinListPages, 'FarmBinsPage'),
});

const farmMap = createRoute({
  getParentRoute: () => shell,
  path: '/binsensormap/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: parsePathId(farmId) }) },
  component: lazyRouteComponent(importBinListPages, 'FarmMapPage'),
});

const farmReport = createRoute({
  getParentRoute: () => shell,
  path: '/farmreport/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: parsePathId(farmId) }) },
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/farms/farm-report-page.tsx')),
    'FarmReportPage',
  ),
});

const editFarm = createRoute({
  getParentRoute: () => shell,
  path: '/editfarm/$farmId',
  beforeLoad: requireCapability('farm.write'),
  params: { parse: ({ farmId }) => ({ farmId: parsePathId(farmId) }) },
  component: lazyRouteComponent(importStaffPages, 'EditFarmPage'),
});

const allBins = createRoute({
  getParentRoute: () => shell,
  path: '/allbins',
  loader: async ({ preload }) => {
    if (!preload) (await importPrefetch()).prefetchAllBins();
  },
  validateSearch: makeSearchParser(parseBinFilterSearch),
  component: lazyRouteComponent(
    loadWithTexts('lists', () => import('../pages/bins/all-bins-page.tsx')),
    'AllBinsPage',
  ),
});

const binVisualizer = createRoute({
  getParentRoute: () => shell,
  path: '/bin-visualizer',
  component: lazyRouteComponent(importStaffPages, 'BinVisualizerPage'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/accounts/profile-page.tsx')),
    'ProfilePage',
  ),
});

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: makeSearchParser(parseAlertSearch),
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/alerts/alerts-page.tsx')),
    'AlertsPage',
  ),
});

const alertLimits = createRoute({
  getParentRoute: () => shell,
  path: '/alerts/limits',
  beforeLoad: requireCapability('alerts.write'),
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/alerts/alert-limits-page.tsx')),
    'AlertLimitsPage',
  ),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/accounts/contacts-page.tsx')),
    'ContactsPage',
  ),
});

/** Pages about accounts, farms, alerts and lists of bins, most of them for all roles. */
export const farmRoutes = [
  home,
  dashboard,
  overview,
  farmList,
  farmBins,
  farmMap,
  farmReport,
  editFarm,
  allBins,
  alerts,
  alertLimits,
  binVisualizer,
  profile,
  contacts,
] as const;
