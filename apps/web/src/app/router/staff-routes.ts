import { type SearchModel, searchModels } from '@granary/contract/search/models';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWithTexts } from '../../lib/i18n.ts';
import { requireCapability, shell } from './root-routes.ts';
import {
  makeSearchParser,
  parseBinStationSearch,
  parsePathId,
  parseRawDataSearch,
  parseSecurityEventSearch,
} from './search-params.ts';

const importStaffPages = loadWithTexts('other', () => import('../pages/staff/staff-pages.tsx'));

const addFarm = createRoute({
  getParentRoute: () => shell,
  path: '/addFarm/$userId',
  params: { parse: ({ userId }) => ({ userId: parsePathId(userId) }) },
  beforeLoad: requireCapability('farm.manage'),
  component: lazyRouteComponent(importStaffPages, 'AddFarmPage'),
});

const addBin = createRoute({
  getParentRoute: () => shell,
  path: '/addBinSensor/$farmId',
  params: { parse: ({ farmId }) => ({ farmId: parsePathId(farmId) }) },
  beforeLoad: requireCapability('bin.install'),
  validateSearch: makeSearchParser(parseBinStationSearch),
  component: lazyRouteComponent(
    loadWithTexts('other', () => import('../pages/bins/add-bin-page.tsx')),
    'AddBinPage',
  ),
});

const addUser = createRoute({
  getParentRoute: () => shell,
  path: '/addUser',
  beforeLoad: requireCapability('customers.add'),
  component: lazyRouteComponent(importStaffPages, 'AddUserPage'),
});

const distributors = createRoute({
  getParentRoute: () => shell,
  path: '/distributors',
  beforeLoad: requireCapability('customers.list'),
  component: lazyRouteComponent(importStaffPages, 'DistributorsPage'),
});

const distributorUsers = createRoute({
  getParentRoute: () => shell,
  path: '/distributors/$distributorId/users',
  params: { parse: ({ distributorId }) => ({ distributorId: parsePathId(distributorId) }) },
  beforeLoad: requireCapability('customers.list'),
  component: lazyRouteComponent(importStaffPages, 'DistributorUsersPage'),
});

const notes = createRoute({
  getParentRoute: () => shell,
  path: '/notes/$userId',
  params: { parse: ({ userId }) => ({ userId: parsePathId(userId) }) },
  beforeLoad: requireCapability('notes.read'),
  component: lazyRouteComponent(importStaffPages, 'NotesPage'),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  beforeLoad: requireCapability('search'),
  validateSearch: makeSearchParser((search): { model?: SearchModel; text?: string } => {
    const model = searchModels.find((searchModel) => searchModel === search['model']);
    const text = search['text'];
    return {
      ...(model !== undefined && { model }),
      ...((typeof text === 'string' || typeof text === 'number') && { text: String(text) }),
    };
  }),
  component: lazyRouteComponent(importStaffPages, 'SearchPage'),
});

const changes = createRoute({
  getParentRoute: () => shell,
  path: '/changes',
  beforeLoad: requireCapability('audit.read'),
  /** `user`: only changes by this account or to it; `page`: from 1. */
  validateSearch: makeSearchParser((search): { user?: number; page?: number } => {
    const { user, page } = search;
    return {
      ...(typeof user === 'number' && { user }),
      ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    };
  }),
  component: lazyRouteComponent(importStaffPages, 'ChangesPage'),
});

const securityEvents = createRoute({
  getParentRoute: () => shell,
  path: '/securityEvents',
  beforeLoad: requireCapability('security-events.read'),
  validateSearch: makeSearchParser(parseSecurityEventSearch),
  component: lazyRouteComponent(importStaffPages, 'SecurityEventsPage'),
});

const rawData = createRoute({
  getParentRoute: () => shell,
  path: '/rawData',
  beforeLoad: requireCapability('raw-data.read'),
  validateSearch: makeSearchParser(parseRawDataSearch),
  component: lazyRouteComponent(importStaffPages, 'RawDataPage'),
});

const cropSettings = createRoute({
  getParentRoute: () => shell,
  path: '/cropsettings',
  beforeLoad: requireCapability('crop-tables.read'),
  component: lazyRouteComponent(importStaffPages, 'CropsPage'),
});

const addCrop = createRoute({
  getParentRoute: () => shell,
  path: '/addCrop',
  beforeLoad: requireCapability('crop-tables.read'),
  component: lazyRouteComponent(importStaffPages, 'AddCropPage'),
});

const firmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware',
  beforeLoad: requireCapability('firmware.read'),
  /** `page`: in the list of boards, from 1. */
  validateSearch: makeSearchParser(({ page }): { page?: number } =>
    typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {},
  ),
  component: lazyRouteComponent(importStaffPages, 'FirmwarePage'),
});

const uploadFirmware = createRoute({
  getParentRoute: () => shell,
  path: '/firmware/upload',
  beforeLoad: requireCapability('firmware.read'),
  component: lazyRouteComponent(importStaffPages, 'UploadFirmwarePage'),
});

const maps = createRoute({
  getParentRoute: () => shell,
  path: '/maps',
  beforeLoad: requireCapability('place-providers.write'),
  component: lazyRouteComponent(importStaffPages, 'MapsPage'),
});

/** Pages that require a capability. */
export const staffRoutes = [
  addFarm,
  addBin,
  addUser,
  distributors,
  distributorUsers,
  notes,
  search,
  changes,
  securityEvents,
  rawData,
  cropSettings,
  addCrop,
  firmware,
  uploadFirmware,
  maps,
] as const;
