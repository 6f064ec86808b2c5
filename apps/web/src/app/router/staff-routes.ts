import { type SearchModel, searchModel } from '@granary/contract/search/http';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell, staffOnly } from './root-routes.ts';
import { pathId, rawDataSearch, taking } from './search-params.ts';

const addFarm = createRoute({
  getParentRoute: () => shell,
  path: '/addFarm/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'AddFarmPage'),
});

const addBin = createRoute({
  getParentRoute: () => shell,
  path: '/addBinSensor/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: pathId(farmId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/bins/add-bin-page.tsx'), 'AddBinPage'),
});

const addUser = createRoute({
  getParentRoute: () => shell,
  path: '/addUser',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'AddUserPage'),
});

const distributors = createRoute({
  getParentRoute: () => shell,
  path: '/distributors',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'DistributorsPage'),
});

const distributorUsers = createRoute({
  getParentRoute: () => shell,
  path: '/distributors/$distributorId/users',
  params: { parse: ({ distributorId }) => ({ distributorId: pathId(distributorId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(
    () => import('../pages/staff/staff-pages.tsx'),
    'DistributorUsersPage',
  ),
});

const notes = createRoute({
  getParentRoute: () => shell,
  path: '/notes/$userId',
  params: { parse: ({ userId }) => ({ userId: pathId(userId) }) },
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'NotesPage'),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  beforeLoad: staffOnly,
  validateSearch: taking((search): { model?: SearchModel; text?: string } => {
    const model = searchModel.options.find((known) => known === search['model']);
    const text = search['text'];
    return {
      ...(model !== undefined && { model }),
      ...((typeof text === 'string' || typeof text === 'number') && { text: String(text) }),
    };
  }),
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'SearchPage'),
});

const changes = createRoute({
  getParentRoute: () => shell,
  path: '/changes',
  beforeLoad: staffOnly,
  /** `user`: only what was done by or to this account; `page`: from 1. */
  validateSearch: taking((search): { user?: number; page?: number } => {
    const { user, page } = search;
    return {
      ...(typeof user === 'number' && { user }),
      ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    };
  }),
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'ChangesPage'),
});

const rawData = createRoute({
  getParentRoute: () => shell,
  path: '/rawData',
  beforeLoad: staffOnly,
  validateSearch: taking(rawDataSearch),
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'RawDataPage'),
});

const cropSettings = createRoute({
  getParentRoute: () => shell,
  path: '/cropsettings',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'CropsPage'),
});

const addCrop = createRoute({
  getParentRoute: () => shell,
  path: '/addCrop',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'AddCropPage'),
});

const firmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware',
  beforeLoad: staffOnly,
  /** `page`: of what boards run, from 1. */
  validateSearch: taking(({ page }): { page?: number } =>
    typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {},
  ),
  component: lazyRouteComponent(() => import('../pages/staff/staff-pages.tsx'), 'FirmwarePage'),
});

const uploadFirmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware/upload',
  beforeLoad: staffOnly,
  component: lazyRouteComponent(
    () => import('../pages/staff/staff-pages.tsx'),
    'UploadFirmwarePage',
  ),
});

/** Pages for distributors and admins. */
export const staffRoutes = [
  addFarm,
  addBin,
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
] as const;
