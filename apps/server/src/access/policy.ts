import * as accounts from '@granary/contract/accounts/http';
import * as security from '@granary/contract/accounts/security';
import * as alerts from '@granary/contract/alerts/http';
import { applyAlertLimits, previewAlertLimits } from '@granary/contract/alerts/limits';
import type { ChangedField } from '@granary/contract/audit/fields';
import { getAudit } from '@granary/contract/audit/http';
import { addBinSensor } from '@granary/contract/bins/add';
import * as bins from '@granary/contract/bins/http';
import { getAllBinForAUser, getAllBins } from '@granary/contract/bins/lists';
import * as settings from '@granary/contract/bins/settings';
import { getCustomerStates, getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { getKeyedBoards, makeCredentials, replaceKeys } from '@granary/contract/boards/http';
import * as cables from '@granary/contract/cables/http';
import * as commands from '@granary/contract/commands/http';
import { addCrop, deleteCrop, getCrops } from '@granary/contract/crops/http';
import { fanHistory, getFanRuns } from '@granary/contract/fans/http';
import { addCommandScheduled, getFanSchedule, resumeFan } from '@granary/contract/fans/schedule';
import * as contacts from '@granary/contract/farm-contacts/http';
import * as farms from '@granary/contract/farms/http';
import * as firmware from '@granary/contract/firmware/http';
import { getGrainRisks } from '@granary/contract/insights/http';
import * as inventory from '@granary/contract/inventory/http';
import * as channels from '@granary/contract/notifications/channels';
import { getNotifications, readNotifications } from '@granary/contract/notifications/http';
import * as sms from '@granary/contract/notifications/sms';
import { getMapSettings, searchPlaces } from '@granary/contract/places/http';
import { getPlaceProviders, setPlaceProviders } from '@granary/contract/places/providers';
import * as rawData from '@granary/contract/raw-data/http';
import * as readings from '@granary/contract/readings/http';
import { type Route, routeName } from '@granary/contract/route';
import { search } from '@granary/contract/search/http';
import { getSecurityEvents } from '@granary/contract/security-events/http';
import * as serverHealth from '@granary/contract/server-health/http';
import type { GeneralCapability, OwnedCapability } from '@granary/domain/access/roles';
import { commandedSettings } from '@granary/domain/commands/settings-commands';

/** Where a request has the id of the object that it is about. */
export interface Subject {
  readonly of: 'user' | 'farm' | 'bin' | 'board' | 'load' | 'alert' | 'contact';
  readonly in: 'query' | 'params' | 'body';
  readonly field: string;
}

/** A number, or the id of a main board. */
export type SubjectId = number | string;

/** Who can make a call. */
export type Rule =
  | { readonly who: 'anyone' }
  /** Any valid session; the response has only the caller's own data. */
  | {
      readonly who: 'signed-in';
      /** Allowed even while a required second factor is not set up. */
      readonly isForSetup?: true;
    }
  | { readonly who: 'can'; readonly capability: GeneralCapability }
  | {
      readonly who: 'can-with';
      readonly capability: OwnedCapability;
      readonly subject: Subject;
      /** The subject of a request that omits the first one. */
      readonly otherSubject?: Subject;
      /** What the audit log records about a refused call; only for calls that act on a machine. */
      readonly refusal?: readonly RefusedField[];
    };

/** A recorded field, with the field of the body that has its value, or with the value. */
export type RefusedField = { readonly field: ChangedField } & (
  | { readonly from: string }
  | { readonly value: unknown }
);

function rule(route: Pick<Route, 'method' | 'path'>, of: Rule): [string, Rule] {
  return [routeName(route), of];
}

/** Rules for calls about one kind of subject, whose id is in a field of the request. */
function rulesFor(of: Subject['of']) {
  return (capability: OwnedCapability, where: Subject['in'], field: string): Rule => ({
    who: 'can-with',
    capability,
    subject: { of, in: where, field },
  });
}

const toUser = rulesFor('user');
const toFarm = rulesFor('farm');
const toBin = rulesFor('bin');
const toBoard = rulesFor('board');
/** An entry of a bin's ledger. */
const toLoad = rulesFor('load');
const toAlert = rulesFor('alert');
/** A person without an account who gets alerts about a farm. */
const toContact = rulesFor('contact');

/** The rule for a call that sends a command to the board of a bin, or lets one be sent. */
const toBoardCommand = (capability: OwnedCapability, ...refusal: RefusedField[]): Rule => ({
  who: 'can-with',
  capability,
  subject: { of: 'bin', in: 'body', field: 'binId' },
  refusal,
});
/** The rule for a call that changes settings of a bin; some of them are commands to its board. */
const toSettings: Rule = {
  who: 'can-with',
  capability: 'bin.read',
  subject: { of: 'bin', in: 'params', field: 'binId' },
  refusal: commandedSettings.map((name) => ({ field: settings.wireNameOf(name), from: name })),
};
/** The rule for a call about a bin, or about a board with its bins. */
const toBinOrBoard: Rule = {
  who: 'can-with',
  capability: 'bin.read',
  subject: { of: 'bin', in: 'query', field: 'binId' },
  otherSubject: { of: 'board', in: 'query', field: 'mainBoardId' },
};

/** The rule for every call, by its name; the server does not start if a call has none. */
export const policy: ReadonlyMap<string, Rule> = new Map([
  rule(accounts.signIn, { who: 'anyone' }),
  rule(accounts.setUpAdmin, { who: 'anyone' }),
  rule(accounts.sendResetCode, { who: 'anyone' }),
  rule(accounts.readInvitation, { who: 'anyone' }),
  rule(accounts.acceptInvitation, { who: 'anyone' }),
  rule(accounts.resetPassword, { who: 'anyone' }),
  rule(accounts.signOut, { who: 'signed-in', isForSetup: true }),
  rule(accounts.verifyPassword, { who: 'signed-in' }),
  rule(security.getSessions, { who: 'signed-in', isForSetup: true }),
  rule(security.endSession, { who: 'signed-in' }),
  rule(security.signOutEverywhere, { who: 'signed-in' }),
  rule(security.endSessions, toUser('account.end-sessions', 'body', 'userId')),
  rule(security.changePassword, { who: 'signed-in' }),
  rule(accounts.getMyInfo, { who: 'signed-in', isForSetup: true }),
  rule(security.getTwoFactor, { who: 'signed-in', isForSetup: true }),
  rule(security.beginTwoFactor, { who: 'signed-in', isForSetup: true }),
  rule(security.enableTwoFactor, { who: 'signed-in', isForSetup: true }),
  rule(security.renewRecoveryCodes, { who: 'signed-in' }),
  rule(security.disableTwoFactor, { who: 'signed-in' }),
  rule(security.getTwoFactorRoles, { who: 'can', capability: 'two-factor.require' }),
  rule(security.setTwoFactorRoles, { who: 'can', capability: 'two-factor.require' }),
  rule(accounts.getContacts, { who: 'signed-in' }),
  rule(accounts.updateUser, { who: 'signed-in' }),
  rule(accounts.registerDevice, { who: 'signed-in' }),
  rule(accounts.getPushKey, { who: 'signed-in' }),
  rule(channels.getChannels, { who: 'can', capability: 'notifications.write' }),
  rule(channels.testChannel, { who: 'can', capability: 'notifications.write' }),
  rule(sms.getSmsNumber, { who: 'can', capability: 'notifications.write' }),
  rule(sms.setSmsNumber, { who: 'can', capability: 'notifications.write' }),
  rule(sms.confirmSmsNumber, { who: 'can', capability: 'notifications.write' }),
  rule(sms.removeSmsNumber, { who: 'can', capability: 'notifications.write' }),
  rule(getNotifications, { who: 'signed-in' }),
  rule(readNotifications, { who: 'signed-in' }),
  // The caller's scope decides which changes.
  rule(getAudit, { who: 'can', capability: 'audit.read' }),
  rule(getSecurityEvents, { who: 'can', capability: 'security-events.read' }),
  rule(serverHealth.getServerHealth, { who: 'can', capability: 'server-health.read' }),
  rule(serverHealth.acknowledgeServerAlert, { who: 'can', capability: 'server-health.write' }),
  rule(accounts.getUsersList, { who: 'can', capability: 'customers.list' }),
  rule(accounts.getUser, toUser('account.read', 'query', 'user_id')),
  // The handler checks the role and the distributor of the new account.
  rule(accounts.addUser, { who: 'can', capability: 'customers.add' }),
  rule(accounts.invite, toUser('account.invite', 'body', 'userId')),
  rule(accounts.getCustomerDetails, toUser('account.correct', 'params', 'userId')),
  rule(accounts.correctCustomer, toUser('account.correct', 'params', 'userId')),
  rule(accounts.deleteUser, toUser('account.delete', 'body', 'userId')),
  rule(accounts.getNotes, toUser('notes.read', 'params', 'userId')),
  rule(accounts.saveNotes, toUser('notes.write', 'params', 'userId')),
  rule(accounts.getDistributorList, { who: 'can', capability: 'distributors.list' }),
  // The call itself checks that distributors name themselves.
  rule(accounts.getUsersByDistributor, { who: 'can', capability: 'customers.list' }),
  rule(accounts.assignDistributor, toUser('account.assign', 'body', 'userId')),
  rule(farms.getAllFarms, toUser('account.read', 'query', 'user_id')),
  rule(farms.getFarm, toFarm('farm.read', 'query', 'farm_id')),
  rule(getAllBins, toFarm('farm.read', 'query', 'farm_id')),
  rule(getFarmStates, toUser('account.read', 'query', 'user_id')),
  // The caller's scope decides which customers.
  rule(getCustomerStates, { who: 'can', capability: 'customers.list' }),
  rule(getWorstCustomers, { who: 'can', capability: 'customers.list' }),
  rule(getAllBinForAUser, { who: 'signed-in' }),
  rule(bins.getBinsMenu, { who: 'signed-in' }),
  rule(bins.getBinSensor, toBin('bin.read', 'query', 'id')),
  rule(readings.getSensorReading, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.getSensorReadingByFilters, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.sensorMinMaxReading, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.exportReadings, toBin('bin.export', 'query', 'bin_sensor_id')),
  rule(readings.getSensorSeries, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(getGrainRisks, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.dailyReadings, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(bins.setSensorStatus, toBin('sensor-status.write', 'params', 'binId')),
  rule(bins.setAllSensorStatuses, toBin('sensor-status.write', 'params', 'binId')),
  // The handler checks that the account can own farms.
  rule(farms.addFarm, toUser('farm.manage', 'body', 'ownerId')),
  rule(farms.getTimeZoneProposal, toUser('farm.manage', 'query', 'user_id')),
  rule(farms.updateFarm, toFarm('farm.write', 'body', 'id')),
  rule(contacts.getFarmContacts, toFarm('farm.write', 'query', 'farm_id')),
  rule(contacts.addFarmContact, toFarm('farm.write', 'body', 'farmId')),
  rule(contacts.sendContactCode, toContact('farm.write', 'params', 'contactId')),
  rule(contacts.confirmFarmContact, toContact('farm.write', 'params', 'contactId')),
  rule(contacts.removeFarmContact, toContact('farm.write', 'params', 'contactId')),
  // The token of the link is the permission.
  rule(contacts.optOutOfAlerts, { who: 'anyone' }),
  rule(farms.deleteFarm, toFarm('farm.manage', 'body', 'id')),
  rule(inventory.getBinLoads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.getAllBinLoads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.getAllBinUnloads, toBin('bin.read', 'query', 'bin_sensor_id')),
  // The caller's scope decides which bins.
  rule(alerts.getAlerts, { who: 'signed-in' }),
  // The handlers take the bins in the caller's scope.
  rule(previewAlertLimits, { who: 'signed-in' }),
  rule(applyAlertLimits, { who: 'signed-in' }),
  rule(alerts.acknowledgeAlert, toAlert('alerts.write', 'params', 'alertId')),
  rule(inventory.getMonthlyLoads, { who: 'signed-in' }),
  rule(inventory.addBinLoad, toBin('loads.write', 'body', 'binId')),
  rule(inventory.checkBinLoad, toLoad('bin.read', 'params', 'id')),
  rule(inventory.changeBinLoad, toLoad('loads.write', 'params', 'id')),
  rule(inventory.deleteBinLoad, toLoad('loads.write', 'params', 'id')),
  rule(inventory.getDeletedBinLoads, toBin('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.restoreBinLoad, toBin('loads.write', 'body', 'binId')),
  rule(bins.moveBin, toBin('bin.install', 'params', 'binId')),
  rule(addBinSensor, toFarm('bin.install', 'body', 'farmId')),
  rule(makeCredentials, toBoard('bin.install', 'params', 'mainBoardId')),
  rule(replaceKeys, toUser('bin.install', 'body', 'userId')),
  rule(getKeyedBoards, toUser('bin.install', 'query', 'user_id')),
  rule(cables.getCableConfiguration, toBin('bin.read', 'body', 'id')),
  rule(
    cables.updateCableConfiguration,
    toBoardCommand(
      'bin.install',
      { field: 'old_cable_id', from: 'oldId' },
      { field: 'new_cable_id', from: 'newId' },
    ),
  ),
  rule(cables.withdrawCableConfiguration, toBin('bin.install', 'body', 'binId')),
  // The handlers check the capability of each setting that changes.
  rule(settings.updateGeneral, toSettings),
  rule(settings.updateAlerts, toSettings),
  rule(settings.updateFirmware, toSettings),
  rule(settings.updateInventory, toSettings),
  rule(settings.updateFanSettings, toSettings),
  rule(settings.updateCables, toSettings),
  rule(settings.updateBin, toSettings),
  rule(bins.deleteBinSensor, toBin('bin.install', 'body', 'id')),
  rule(getFanRuns, toBin('bin.read', 'query', 'bin_id')),
  rule(fanHistory, toBin('bin.read', 'query', 'bin_id')),
  rule(getFanSchedule, toBin('bin.read', 'query', 'bin_id')),
  rule(addCommandScheduled, toBoardCommand('fans.write', { field: 'fan_schedule', value: true })),
  rule(resumeFan, toBoardCommand('fans.write', { field: 'fan_hold', value: null })),
  rule(commands.getLatestCommand, toBoard('bin.read', 'query', 'mainBoardId')),
  rule(commands.getLatestCommandsOfFarm, toFarm('farm.read', 'query', 'farm_id')),
  rule(commands.getFanDetails, toBinOrBoard),
  rule(
    commands.addCommandForSingleBin,
    toBoardCommand(
      'fans.write',
      { field: 'fan', from: 'fan' },
      { field: 'run_for_s', from: 'runForS' },
    ),
  ),
  rule(commands.openEntry, toBoardCommand('fans.write', { field: 'bin_entry', value: 'open' })),
  rule(commands.closeEntry, toBoardCommand('fans.write', { field: 'bin_entry', value: 'closed' })),
  rule(
    commands.sendRequestToMainBoard,
    toBoardCommand('readings.request', { field: 'reading_request', value: true }),
  ),
  // The forms of bins list the crops for everyone.
  rule(getCrops, { who: 'signed-in' }),
  rule(addCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(deleteCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(firmware.getFirmwares, { who: 'can', capability: 'firmware.read' }),
  // The caller's scope decides which bins.
  rule(firmware.getBinFirmwares, { who: 'can', capability: 'firmware.read' }),
  rule(firmware.addFirmware, { who: 'can', capability: 'firmware.write' }),
  rule(firmware.deleteFirmware, { who: 'can', capability: 'firmware.write' }),
  // The caller's scope decides which frames.
  rule(rawData.getAllRawData, { who: 'can', capability: 'raw-data.read' }),
  rule(rawData.getFilteredData, { who: 'can', capability: 'raw-data.read' }),
  rule(rawData.exportFilteredData, { who: 'can', capability: 'raw-data.read' }),
  rule(search, { who: 'can', capability: 'search' }),
  rule(searchPlaces, { who: 'signed-in' }),
  rule(getMapSettings, { who: 'signed-in' }),
  rule(getPlaceProviders, { who: 'can', capability: 'place-providers.write' }),
  rule(setPlaceProviders, { who: 'can', capability: 'place-providers.write' }),
]);

/**
 * Routes outside the contract that are open to anyone, by the router's names: health, the API's
 * documentation, map tiles at a signed path, and pages. The metrics have their own guard.
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
  '/api/places/tiles/:signature/:z/:x/:y',
  '/*',
]);

/** Throws for a route without an entry, so that a server with such a route does not start. */
export function assertDeclared(method: string, url: string): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const isCall = policy.has(`${isRead ? 'GET' : method} ${url.replace(/^\/api\//, '')}`);
  if (isCall || (isRead && openRoutes.has(url))) return;
  throw new Error(`The access policy has no entry for ${method} ${url}.`);
}
