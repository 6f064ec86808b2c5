import {
  addUser,
  assignDistributor,
  deleteUser,
  getContacts,
  getDistributorList,
  getMyInfo,
  getNotes,
  getUser,
  getUsersByDistributor,
  getUsersList,
  registerDevice,
  resetPassword,
  saveNotes,
  sendResetCode,
  setUpAdmin,
  signIn,
  signOut,
  updateUser,
  verifyPassword,
} from '@granary/contract/accounts/http';
import { getAudit } from '@granary/contract/audit/http';
import { addBinSensor } from '@granary/contract/bins/add';
import {
  deleteBinSensor,
  getAllBinForAUser,
  getAllBins,
  getBinSensor,
  getBinsMenu,
  moveBin,
  setAllSensorStatuses,
  setSensorStatus,
} from '@granary/contract/bins/http';
import {
  updateAlerts,
  updateBin,
  updateCables,
  updateFanSettings,
  updateFirmware,
  updateGeneral,
  updateInventory,
} from '@granary/contract/bins/settings';
import { getCustomerStates, getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { makeCredentials } from '@granary/contract/boards/http';
import { getCableConfiguration, updateCableConfiguration } from '@granary/contract/cables/http';
import { getLatestCommand, getLatestCommandsOfFarm } from '@granary/contract/commands/http';
import { addCrop, deleteCrop, getCrops } from '@granary/contract/crops/http';
import { fanHistory } from '@granary/contract/fans/http';
import {
  addFarm,
  deleteFarm,
  getAllFarms,
  getFarm,
  updateFarm,
} from '@granary/contract/farms/http';
import {
  addFirmware,
  deleteFirmware,
  getBinFirmwares,
  getFirmwares,
} from '@granary/contract/firmware/http';
import {
  addBinLoad,
  changeBinLoad,
  deleteBinLoad,
  getAllBinLoads,
  getAllBinUnloads,
  getBinLoads,
} from '@granary/contract/inventory/http';
import { getNotifications, readNotifications } from '@granary/contract/notifications/http';
import { getMapSettings, searchPlaces } from '@granary/contract/places/http';
import {
  exportFilteredData,
  getAllRawData,
  getFilteredData,
} from '@granary/contract/raw-data/http';
import {
  dailyReadings,
  exportReadings,
  getSensorReading,
  getSensorReadingByFilters,
  sensorMinMaxReading,
} from '@granary/contract/readings/http';
import { type Route, routeName } from '@granary/contract/route';
import { search } from '@granary/contract/search/http';
import type { GeneralCapability, OwnedCapability } from '@granary/domain/access/roles';

/** Where a request has the id of what it is about. */
export interface Subject {
  readonly of: 'user' | 'farm' | 'bin' | 'board' | 'load';
  readonly in: 'query' | 'params' | 'body';
  readonly field: string;
}

/** A number, or the id of a main board. */
export type SubjectId = number | string;

/** Who can make a call. */
export type Rule =
  | { readonly who: 'anyone' }
  /** Any live session; the answer is the caller's own. */
  | { readonly who: 'signed-in' }
  | { readonly who: 'can'; readonly capability: GeneralCapability }
  | { readonly who: 'can-with'; readonly capability: OwnedCapability; readonly subject: Subject };

function rule(route: Pick<Route, 'method' | 'path'>, of: Rule): [string, Rule] {
  return [routeName(route), of];
}

function toBin(capability: OwnedCapability, where: Subject['in'], field: string): Rule {
  return { who: 'can-with', capability, subject: { of: 'bin', in: where, field } };
}

function toUser(capability: OwnedCapability, where: Subject['in'], field: string): Rule {
  return { who: 'can-with', capability, subject: { of: 'user', in: where, field } };
}

function toFarm(capability: OwnedCapability, where: Subject['in'], field: string): Rule {
  return { who: 'can-with', capability, subject: { of: 'farm', in: where, field } };
}

/** An entry of a bin's ledger, by the id in the path. */
function toLoad(capability: OwnedCapability): Rule {
  return { who: 'can-with', capability, subject: { of: 'load', in: 'params', field: 'id' } };
}

/** The rule of every call, by its name; a call without one does not start. */
export const policy: ReadonlyMap<string, Rule> = new Map([
  rule(signIn, { who: 'anyone' }),
  rule(setUpAdmin, { who: 'anyone' }),
  rule(sendResetCode, { who: 'anyone' }),
  rule(resetPassword, { who: 'anyone' }),
  rule(signOut, { who: 'signed-in' }),
  rule(verifyPassword, { who: 'signed-in' }),
  rule(getMyInfo, { who: 'signed-in' }),
  rule(getContacts, { who: 'signed-in' }),
  rule(updateUser, { who: 'signed-in' }),
  rule(registerDevice, { who: 'signed-in' }),
  rule(getNotifications, { who: 'signed-in' }),
  rule(readNotifications, { who: 'signed-in' }),
  // The caller's scope decides which changes.
  rule(getAudit, { who: 'can', capability: 'audit.read' }),
  rule(getUsersList, { who: 'can', capability: 'customers.list' }),
  rule(getUser, toUser('account.read', 'query', 'user_id')),
  // The call itself checks the role and the distributor of the new account.
  rule(addUser, { who: 'can', capability: 'customers.add' }),
  rule(deleteUser, toUser('account.delete', 'body', 'userId')),
  rule(getNotes, toUser('notes.read', 'params', 'userId')),
  rule(saveNotes, toUser('notes.write', 'params', 'userId')),
  rule(getDistributorList, { who: 'can', capability: 'distributors.list' }),
  rule(getUsersByDistributor, { who: 'can', capability: 'distributors.list' }),
  rule(assignDistributor, toUser('account.assign', 'body', 'userId')),
  rule(getAllFarms, {
    who: 'can-with',
    capability: 'account.read',
    subject: { of: 'user', in: 'query', field: 'user_id' },
  }),
  rule(getFarm, {
    who: 'can-with',
    capability: 'farm.read',
    subject: { of: 'farm', in: 'query', field: 'farm_id' },
  }),
  rule(getAllBins, {
    who: 'can-with',
    capability: 'farm.read',
    subject: { of: 'farm', in: 'query', field: 'farm_id' },
  }),
  rule(getFarmStates, toUser('account.read', 'query', 'user_id')),
  // The caller's scope decides which customers.
  rule(getCustomerStates, { who: 'can', capability: 'customers.list' }),
  rule(getWorstCustomers, { who: 'can', capability: 'customers.list' }),
  rule(getAllBinForAUser, { who: 'signed-in' }),
  rule(getBinsMenu, { who: 'signed-in' }),
  rule(getBinSensor, toBin('bin.read', 'query', 'id')),
  rule(getSensorReading, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(getSensorReadingByFilters, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(sensorMinMaxReading, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(exportReadings, toBin('bin.export', 'query', 'bin_sensor_id')),
  rule(dailyReadings, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(setSensorStatus, toBin('sensor-status.write', 'params', 'binId')),
  rule(setAllSensorStatuses, toBin('sensor-status.write', 'params', 'binId')),
  // The call itself checks that the account can own farms.
  rule(addFarm, toUser('farm.manage', 'body', 'ownerId')),
  rule(updateFarm, toFarm('farm.write', 'body', 'id')),
  rule(deleteFarm, toFarm('farm.manage', 'body', 'id')),
  rule(getBinLoads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(getAllBinLoads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(getAllBinUnloads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(addBinLoad, toBin('loads.write', 'body', 'binId')),
  rule(changeBinLoad, toLoad('loads.write')),
  rule(deleteBinLoad, toLoad('loads.write')),
  rule(moveBin, toBin('bin.install', 'params', 'binId')),
  rule(addBinSensor, toFarm('bin.install', 'body', 'farmId')),
  rule(makeCredentials, {
    who: 'can-with',
    capability: 'bin.install',
    subject: { of: 'board', in: 'params', field: 'mainBoardId' },
  }),
  rule(getCableConfiguration, toBin('bin.read', 'body', 'id')),
  rule(updateCableConfiguration, toBin('bin.install', 'body', 'binId')),
  // The calls themselves check each changed setting.
  rule(updateGeneral, toBin('bin-settings.write', 'params', 'binId')),
  rule(updateAlerts, toBin('alerts.write', 'params', 'binId')),
  rule(updateFirmware, toBin('bin-settings.write', 'params', 'binId')),
  rule(updateInventory, toBin('bin-settings.write', 'params', 'binId')),
  rule(updateFanSettings, toBin('fans.write', 'params', 'binId')),
  rule(updateCables, toBin('bin-settings.write', 'params', 'binId')),
  rule(updateBin, toBin('bin-settings.write', 'params', 'binId')),
  rule(deleteBinSensor, toBin('bin.install', 'body', 'id')),
  rule(fanHistory, toBin('bin.read', 'query', 'bin_id')),
  rule(getLatestCommand, {
    who: 'can-with',
    capability: 'bin.read',
    subject: { of: 'board', in: 'query', field: 'mainBoardId' },
  }),
  rule(getLatestCommandsOfFarm, {
    who: 'can-with',
    capability: 'farm.read',
    subject: { of: 'farm', in: 'query', field: 'farm_id' },
  }),
  // The forms of bins list the crops for everyone.
  rule(getCrops, { who: 'signed-in' }),
  rule(addCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(deleteCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(getFirmwares, { who: 'can', capability: 'firmware.read' }),
  // The caller's scope decides which bins.
  rule(getBinFirmwares, { who: 'can', capability: 'firmware.read' }),
  rule(addFirmware, { who: 'can', capability: 'firmware.write' }),
  rule(deleteFirmware, { who: 'can', capability: 'firmware.write' }),
  // The caller's scope decides which frames.
  rule(getAllRawData, { who: 'can', capability: 'raw-data.read' }),
  rule(getFilteredData, { who: 'can', capability: 'raw-data.read' }),
  rule(exportFilteredData, { who: 'can', capability: 'raw-data.read' }),
  rule(search, { who: 'can', capability: 'search' }),
  rule(searchPlaces, { who: 'signed-in' }),
  rule(getMapSettings, { who: 'signed-in' }),
]);

/**
 * Routes outside the contract that are open to anyone, by the router's names: health, the API's
 * documentation, map tiles and pages. The metrics have their own guard.
 */
export const openRoutes: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/*',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  '/api/places/tiles/:z/:x/:y',
  '/*',
]);

/** Throws for a route without an entry, so that a server with such a route does not start. */
export function assertDeclared(method: string, url: string): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const isCall = policy.has(`${isRead ? 'GET' : method} ${url.replace(/^\/api\//, '')}`);
  if (isCall || (isRead && openRoutes.has(url))) return;
  throw new Error(`The access policy has no entry for ${method} ${url}.`);
}
