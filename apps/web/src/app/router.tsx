import { FRAME_KINDS } from '@granary/contract/boards/topics';
import { type SearchModel, searchModel } from '@granary/contract/search/http';
import { type Millis, millis } from '@granary/domain/units';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { FrameFilters } from '../features/raw-data/get-raw-data.ts';
import { currentSession } from '../lib/session.ts';
import { type BinTab, binFilterSearch, chartSearch, isBinTab, pathId } from './addresses.ts';
import { guard, homeOf, type Needs } from './guards.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RouteError } from './pages/route-error.tsx';
import { isTemplatePage } from './template-pages.ts';

function pass(needs: Needs, href: string): void {
  const away = guard(currentSession(), needs, href);
  if (away === null) return;
  const search = away.returnTo === null ? {} : { to: away.returnTo };
  throw redirect({ to: away.to, search });
}

const staffOnly = ({ location }: { readonly location: { readonly href: string } }) =>
  pass('staff', location.href);

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

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/forgot-password-page.tsx'), 'ForgotPassword'),
});

const forgotPwd = createRoute({
  getParentRoute: () => root,
  path: '/pages-forgot-pwd',
  component: lazyRouteComponent(() => import('./pages/forgot-password-page.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-pwd-token',
  component: lazyRouteComponent(() => import('./pages/reset-password-page.tsx'), 'ResetPassword'),
});

/** Pages that lead elsewhere, and where no other page is. */
const templatePage = createRoute({
  getParentRoute: () => root,
  path: '/$page',
  beforeLoad: ({ params }) => {
    if (!isTemplatePage(params.page)) notFound({ throw: true });
  },
  component: lazyRouteComponent(() => import('./pages/template-page.tsx'), 'TemplatePage'),
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

const farmMap = createRoute({
  getParentRoute: () => shell,
  path: '/binsensormap/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('./pages/farm-map-page.tsx'), 'FarmMapPage'),
});

const addFarm = createRoute({
  getParentRoute: () => shell,
  path: '/addFarm/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/add-farm-page.tsx'), 'AddFarmPage'),
});

const addBin = createRoute({
  getParentRoute: () => shell,
  path: '/addBinSensor/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/add-bin-page.tsx'), 'AddBinPage'),
});

const editFarm = createRoute({
  getParentRoute: () => shell,
  path: '/editfarm/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  component: lazyRouteComponent(() => import('./pages/edit-farm-page.tsx'), 'EditFarmPage'),
});

const binVisualizer = createRoute({
  getParentRoute: () => shell,
  path: '/bin-visualizer',
  component: lazyRouteComponent(
    () => import('./pages/bin-visualizer-page.tsx'),
    'BinVisualizerPage',
  ),
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
  /** `at`: the instant of the record that is shown; without it the latest. `tab`: from 2 on. */
  validateSearch: (search): { at?: number; tab?: BinTab } => ({
    ...(typeof search['at'] === 'number' && { at: search['at'] }),
    ...(isBinTab(search['tab']) && { tab: search['tab'] }),
  }),
  component: lazyRouteComponent(() => import('./pages/bin-page.tsx'), 'BinPage'),
});

const chart = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/chart',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  validateSearch: chartSearch,
  component: lazyRouteComponent(() => import('./pages/chart-page.tsx'), 'ChartPage'),
});

const loads = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/loads',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  component: lazyRouteComponent(() => import('./pages/loads-page.tsx'), 'LoadsPage'),
});

const editBin = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/edit',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  component: lazyRouteComponent(() => import('./pages/edit-bin-page.tsx'), 'EditBinPage'),
});

const binHardware = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/hardware',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  component: lazyRouteComponent(() => import('./pages/bin-hardware-page.tsx'), 'BinHardwarePage'),
});

const binCables = createRoute({
  getParentRoute: () => shell,
  path: '/binsensor/$id/cables',
  params: { parse: ({ id }) => ({ id: pathId(id) }) },
  component: lazyRouteComponent(() => import('./pages/bin-cables-page.tsx'), 'BinCablesPage'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: '/contacts',
  component: lazyRouteComponent(() => import('./pages/contacts-page.tsx'), 'ContactsPage'),
});

const addUser = createRoute({
  getParentRoute: () => shell,
  path: '/addUser',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/add-user-page.tsx'), 'AddUserPage'),
});

const distributors = createRoute({
  getParentRoute: () => shell,
  path: '/distributors',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/distributors-page.tsx'), 'DistributorsPage'),
});

const distributorUsers = createRoute({
  getParentRoute: () => shell,
  path: '/distributors/$distributorId/users',
  params: { parse: ({ distributorId }) => ({ distributorId: pathId(distributorId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(
    () => import('./pages/distributor-users-page.tsx'),
    'DistributorUsersPage',
  ),
});

const notes = createRoute({
  getParentRoute: () => shell,
  path: '/notes/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/notes-page.tsx'), 'NotesPage'),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  beforeLoad: staffOnly,
  validateSearch: (search): { model?: SearchModel; text?: string } => {
    const model = searchModel.options.find((known) => known === search['model']);
    const text = search['text'];
    return {
      ...(model !== undefined && { model }),
      ...((typeof text === 'string' || typeof text === 'number') && { text: String(text) }),
    };
  },
  component: lazyRouteComponent(() => import('./pages/search-page.tsx'), 'SearchPage'),
});

const changes = createRoute({
  getParentRoute: () => shell,
  path: '/changes',
  beforeLoad: staffOnly,
  /** `user`: only what was done by or to this account; `page`: from 1. */
  validateSearch: (search): { user?: number; page?: number } => {
    const { user, page } = search;
    return {
      ...(typeof user === 'number' && { user }),
      ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    };
  },
  component: lazyRouteComponent(() => import('./pages/changes-page.tsx'), 'ChangesPage'),
});

const rawData = createRoute({
  getParentRoute: () => shell,
  path: '/rawData',
  beforeLoad: staffOnly,
  /** Filters; `page`: from 1; `until`: the instant that pages stand still at. */
  validateSearch: (search): FrameFilters & { page?: number; until?: Millis } => {
    const { id, date, page, until } = search;
    const type = FRAME_KINDS.find((known) => known === search['type']);
    return {
      ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
      ...(typeof date === 'string' && { date }),
      ...(type !== undefined && { type }),
      ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
      ...(typeof until === 'number' && { until: millis(until) }),
    };
  },
  component: lazyRouteComponent(() => import('./pages/raw-data-page.tsx'), 'RawDataPage'),
});

const cropSettings = createRoute({
  getParentRoute: () => shell,
  path: '/cropsettings',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/crops-page.tsx'), 'CropsPage'),
});

const addCrop = createRoute({
  getParentRoute: () => shell,
  path: '/addCrop',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('./pages/add-crop-page.tsx'), 'AddCropPage'),
});

const firmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware',
  beforeLoad: staffOnly,
  /** `page`: of what boards run, from 1. */
  validateSearch: ({ page }): { page?: number } =>
    typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {},
  component: lazyRouteComponent(() => import('./pages/firmware-page.tsx'), 'FirmwarePage'),
});

const uploadFirmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware/upload',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(
    () => import('./pages/upload-firmware-page.tsx'),
    'UploadFirmwarePage',
  ),
});

const tree = root.addChildren([
  login,
  logout,
  setup,
  forgotPassword,
  forgotPwd,
  resetPassword,
  templatePage,
  shell.addChildren([
    home,
    dashboard,
    farmList,
    farmBins,
    farmMap,
    addFarm,
    addBin,
    editFarm,
    allBins,
    overview,
    bin,
    chart,
    loads,
    editBin,
    binHardware,
    binCables,
    binVisualizer,
    profile,
    contacts,
    addUser,
    distributors,
    distributorUsers,
    notes,
    search,
    changes,
    rawData,
    cropSettings,
    addCrop,
    firmware,
    uploadFirmware,
  ]),
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
  interface HistoryState {
    /** Whose farm a list of bins is, for the way back to their farms. */
    userId?: number;
    /** The address that a reset code went to, and what the server said to it. */
    email?: string;
    codeNews?: string;
    /** A new password was set. */
    isPasswordChanged?: boolean;
    /** The name of the distributor whose users are shown. */
    name?: string;
  }
  interface Register {
    router: AppRouter;
  }
}
