import * as accounts from '@granary/contract/accounts/http';
import * as security from '@granary/contract/accounts/security';
import * as alerts from '@granary/contract/alerts/http';
import { applyAlertLimits, previewAlertLimits } from '@granary/contract/alerts/limits';
import type { ChangedField } from '@granary/contract/audit/fields';
import { getAudit } from '@granary/contract/audit/http';
import { addBinSensor } from '@granary/contract/bins/add';
import * as bins from '@granary/contract/bins/http';
import { getAllBins, getUserBins } from '@granary/contract/bins/lists';
import * as settings from '@granary/contract/bins/settings';
import { getCustomerStates, getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { createCredentials, getBoardsWithKeys, replaceKeys } from '@granary/contract/boards/http';
import * as cables from '@granary/contract/cables/http';
import * as commands from '@granary/contract/commands/http';
import { addCrop, deleteCrop, getCrops } from '@granary/contract/crops/http';
import { getFanHistory, getFanRuns } from '@granary/contract/fans/http';
import { getFanSchedule, resumeFanControl, setFanSchedule } from '@granary/contract/fans/schedule';
import * as contacts from '@granary/contract/farm-contacts/http';
import * as farms from '@granary/contract/farms/http';
import * as firmware from '@granary/contract/firmware/http';
import { getGrainRisks } from '@granary/contract/insights/http';
import * as inventory from '@granary/contract/inventory/http';
import * as channels from '@granary/contract/notifications/channels';
import { getNotifications, markNotificationsRead } from '@granary/contract/notifications/http';
import * as sms from '@granary/contract/notifications/sms';
import { getMapSettings, searchPlaces } from '@granary/contract/places/http';
import { getPlaceProviders, setPlaceProviders } from '@granary/contract/places/providers';
import * as rawData from '@granary/contract/raw-data/http';
import * as readings from '@granary/contract/readings/http';
import { formatRouteName, type Route } from '@granary/contract/route';
import { search } from '@granary/contract/search/http';
import { getSecurityEvents } from '@granary/contract/security-events/http';
import * as serverHealth from '@granary/contract/server-health/http';
import type { GeneralCapability, OwnedCapability } from '@granary/domain/access/roles';
import { commandedSettings } from '@granary/domain/commands/settings-commands';

/** Where to find the ID of the object that a request is about. */
export interface Subject {
  readonly type: 'user' | 'farm' | 'bin' | 'board' | 'load' | 'alert' | 'contact';
  readonly in: 'query' | 'params' | 'body';
  readonly field: string;
}

/** A number, or the ID of a main board. */
export type SubjectId = number | string;

/** Who can make a call. */
export type Rule =
  | { readonly who: 'anyone' }
  /** Any valid session; the response has only the caller's own data. */
  | {
      readonly who: 'signed-in';
      /** Allowed even while a required second factor is not set up. */
      readonly isAllowedDuringTwoFactorSetup?: true;
    }
  | { readonly who: 'can'; readonly capability: GeneralCapability }
  | {
      readonly who: 'can-on-subject';
      readonly capability: OwnedCapability;
      readonly subject: Subject;
      /** The subject to use when the request omits `subject`. */
      readonly fallbackSubject?: Subject;
      /** What the audit log records when the call is refused; set only for calls that control equipment. */
      readonly refusedFields?: readonly RefusedField[];
    };

/**
 * A field that the audit log records, with its value or the name of the body field that contains the value.
 */
export type RefusedField = { readonly field: ChangedField } & (
  | { readonly from: string }
  | { readonly value: unknown }
);

function rule(route: Pick<Route, 'method' | 'path'>, access: Rule): [string, Rule] {
  return [formatRouteName(route), access];
}

/** Rules for calls about one kind of subject, whose ID is in a field of the request. */
function rulesFor(type: Subject['type']) {
  return (capability: OwnedCapability, location: Subject['in'], field: string): Rule => ({
    who: 'can-on-subject',
    capability,
    subject: { type, in: location, field },
  });
}

const userRule = rulesFor('user');
const farmRule = rulesFor('farm');
const binRule = rulesFor('bin');
const boardRule = rulesFor('board');
/** An entry in a bin's ledger. */
const loadRule = rulesFor('load');
const alertRule = rulesFor('alert');
/** A person without an account who gets alerts about a farm. */
const contactRule = rulesFor('contact');

/** The rule for a call that sends a command to the board of a bin, or allows one to be sent. */
const boardCommandRule = (capability: OwnedCapability, ...refusedFields: RefusedField[]): Rule => ({
  who: 'can-on-subject',
  capability,
  subject: { type: 'bin', in: 'body', field: 'binId' },
  refusedFields,
});
/** The rule for a call that changes settings of a bin; some of them are commands to its board. */
const settingsRule: Rule = {
  who: 'can-on-subject',
  capability: 'bin.read',
  subject: { type: 'bin', in: 'params', field: 'binId' },
  refusedFields: commandedSettings.map((name) => ({
    field: settings.toSettingWireName(name),
    from: name,
  })),
};
/** The rule for a call about a bin, or about a board with its bins. */
const binOrBoardRule: Rule = {
  who: 'can-on-subject',
  capability: 'bin.read',
  subject: { type: 'bin', in: 'query', field: 'binId' },
  fallbackSubject: { type: 'board', in: 'query', field: 'mainBoardId' },
};

/** The rule for every call, by its name; the server does not start if a call has none. */
export const policy: ReadonlyMap<string, Rule> = new Map([
  rule(accounts.signIn, { who: 'anyone' }),
  rule(accounts.setUpAdmin, { who: 'anyone' }),
  rule(accounts.sendResetCode, { who: 'anyone' }),
  rule(accounts.readInvitation, { who: 'anyone' }),
  rule(accounts.acceptInvitation, { who: 'anyone' }),
  rule(accounts.resetPassword, { who: 'anyone' }),
  rule(accounts.signOut, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
  rule(accounts.verifyPassword, { who: 'signed-in' }),
  rule(security.getSessions, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
  rule(security.endSession, { who: 'signed-in' }),
  rule(security.signOutEverywhere, { who: 'signed-in' }),
  rule(security.endSessions, userRule('account.end-sessions', 'body', 'userId')),
  rule(security.changePassword, { who: 'signed-in' }),
  rule(accounts.getMyInfo, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
  rule(security.getTwoFactorStatus, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
  rule(security.beginTwoFactor, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
  rule(security.enableTwoFactor, { who: 'signed-in', isAllowedDuringTwoFactorSetup: true }),
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
  rule(markNotificationsRead, { who: 'signed-in' }),
  // The caller's scope decides which changes are listed.
  rule(getAudit, { who: 'can', capability: 'audit.read' }),
  rule(getSecurityEvents, { who: 'can', capability: 'security-events.read' }),
  rule(serverHealth.getServerHealth, { who: 'can', capability: 'server-health.read' }),
  rule(serverHealth.acknowledgeServerAlert, { who: 'can', capability: 'server-health.write' }),
  rule(accounts.getUsersList, { who: 'can', capability: 'customers.list' }),
  rule(accounts.getUser, userRule('account.read', 'query', 'user_id')),
  // The handler checks the role and the distributor of the new account.
  rule(accounts.addUser, { who: 'can', capability: 'customers.add' }),
  rule(accounts.invite, userRule('account.invite', 'body', 'userId')),
  rule(accounts.getCustomerDetails, userRule('account.correct', 'params', 'userId')),
  rule(accounts.updateCustomerDetails, userRule('account.correct', 'params', 'userId')),
  rule(accounts.deleteUser, userRule('account.delete', 'body', 'userId')),
  rule(accounts.getNotes, userRule('notes.read', 'params', 'userId')),
  rule(accounts.saveNotes, userRule('notes.write', 'params', 'userId')),
  rule(accounts.getDistributorList, { who: 'can', capability: 'distributors.list' }),
  // The handler checks that distributors request only their own customers.
  rule(accounts.getUsersByDistributor, { who: 'can', capability: 'customers.list' }),
  rule(accounts.assignDistributor, userRule('account.assign', 'body', 'userId')),
  rule(farms.getAllFarms, userRule('account.read', 'query', 'user_id')),
  rule(farms.getFarm, farmRule('farm.read', 'query', 'farm_id')),
  rule(getAllBins, farmRule('farm.read', 'query', 'farm_id')),
  rule(getFarmStates, userRule('account.read', 'query', 'user_id')),
  // The caller's scope decides which customers are listed.
  rule(getCustomerStates, { who: 'can', capability: 'customers.list' }),
  rule(getWorstCustomers, { who: 'can', capability: 'customers.list' }),
  rule(getUserBins, { who: 'signed-in' }),
  rule(bins.getBinsMenu, { who: 'signed-in' }),
  rule(bins.getBinSensor, binRule('bin.read', 'query', 'id')),
  rule(readings.getSensorReading, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.getSensorReadingByFilters, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.getChartRecords, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.exportReadings, binRule('bin.export', 'query', 'bin_sensor_id')),
  rule(readings.getSensorSeries, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(getGrainRisks, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(readings.getDailyReadings, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(bins.setSensorStatus, binRule('sensor-status.write', 'params', 'binId')),
  rule(bins.setAllSensorStatuses, binRule('sensor-status.write', 'params', 'binId')),
  // The handler checks that the account can own farms.
  rule(farms.addFarm, userRule('farm.manage', 'body', 'ownerId')),
  rule(farms.getTimeZoneProposal, userRule('farm.manage', 'query', 'user_id')),
  rule(farms.updateFarm, farmRule('farm.write', 'body', 'id')),
  rule(contacts.getFarmContacts, farmRule('farm.write', 'query', 'farm_id')),
  rule(contacts.addFarmContact, farmRule('farm.write', 'body', 'farmId')),
  rule(contacts.sendContactCode, contactRule('farm.write', 'params', 'contactId')),
  rule(contacts.confirmFarmContact, contactRule('farm.write', 'params', 'contactId')),
  rule(contacts.removeFarmContact, contactRule('farm.write', 'params', 'contactId')),
  // The token in the link grants access.
  rule(contacts.optOutOfAlerts, { who: 'anyone' }),
  rule(farms.deleteFarm, farmRule('farm.manage', 'body', 'id')),
  rule(inventory.getBinLedger, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.getAllBinLoads, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.getAllBinUnloads, binRule('bin.read', 'query', 'bin_sensor_id')),
  // The caller's scope decides which alerts are listed.
  rule(alerts.getAlerts, { who: 'signed-in' }),
  // The handlers use only the bins in the caller's scope.
  rule(previewAlertLimits, { who: 'signed-in' }),
  rule(applyAlertLimits, { who: 'signed-in' }),
  rule(alerts.acknowledgeAlert, alertRule('alerts.write', 'params', 'alertId')),
  rule(inventory.getMonthlyLoads, { who: 'signed-in' }),
  rule(inventory.addBinLoad, binRule('loads.write', 'body', 'binId')),
  rule(inventory.checkBinLoad, loadRule('bin.read', 'params', 'id')),
  rule(inventory.changeBinLoad, loadRule('loads.write', 'params', 'id')),
  rule(inventory.deleteBinLoad, loadRule('loads.write', 'params', 'id')),
  rule(inventory.getDeletedBinLoads, binRule('bin.read', 'query', 'bin_sensor_id')),
  rule(inventory.restoreBinLoad, binRule('loads.write', 'body', 'binId')),
  rule(bins.moveBin, binRule('bin.install', 'params', 'binId')),
  rule(addBinSensor, farmRule('bin.install', 'body', 'farmId')),
  rule(createCredentials, boardRule('bin.install', 'params', 'mainBoardId')),
  rule(replaceKeys, userRule('bin.install', 'body', 'userId')),
  rule(getBoardsWithKeys, userRule('bin.install', 'query', 'user_id')),
  rule(cables.getCableConfiguration, binRule('bin.read', 'body', 'id')),
  rule(
    cables.updateCableConfiguration,
    boardCommandRule(
      'bin.install',
      { field: 'old_cable_id', from: 'oldId' },
      { field: 'new_cable_id', from: 'newId' },
    ),
  ),
  rule(cables.withdrawCableConfiguration, binRule('bin.install', 'body', 'binId')),
  // The handlers check the capability of each setting that changes.
  rule(settings.updateGeneral, settingsRule),
  rule(settings.updateAlerts, settingsRule),
  rule(settings.updateFirmware, settingsRule),
  rule(settings.updateInventory, settingsRule),
  rule(settings.updateFanSettings, settingsRule),
  rule(settings.updateCables, settingsRule),
  rule(settings.updateBin, settingsRule),
  rule(bins.deleteBinSensor, binRule('bin.install', 'body', 'id')),
  rule(getFanRuns, binRule('bin.read', 'query', 'bin_id')),
  rule(getFanHistory, binRule('bin.read', 'query', 'bin_id')),
  rule(getFanSchedule, binRule('bin.read', 'query', 'bin_id')),
  rule(setFanSchedule, boardCommandRule('fans.write', { field: 'fan_schedule', value: true })),
  rule(resumeFanControl, boardCommandRule('fans.write', { field: 'fan_hold', value: null })),
  rule(commands.getLatestCommand, boardRule('bin.read', 'query', 'mainBoardId')),
  rule(commands.getLatestFarmCommands, farmRule('farm.read', 'query', 'farm_id')),
  rule(commands.getFanDetails, binOrBoardRule),
  rule(
    commands.sendFanCommand,
    boardCommandRule(
      'fans.write',
      { field: 'fan', from: 'fan' },
      { field: 'run_for_s', from: 'runForS' },
    ),
  ),
  rule(commands.openEntry, boardCommandRule('fans.write', { field: 'bin_entry', value: 'open' })),
  rule(
    commands.closeEntry,
    boardCommandRule('fans.write', { field: 'bin_entry', value: 'closed' }),
  ),
  rule(
    commands.sendReadingRequest,
    boardCommandRule('readings.request', { field: 'reading_request', value: true }),
  ),
  // The bin forms list the crops for every user.
  rule(getCrops, { who: 'signed-in' }),
  rule(addCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(deleteCrop, { who: 'can', capability: 'crop-tables.write' }),
  rule(firmware.getFirmwareFiles, { who: 'can', capability: 'firmware.read' }),
  // The caller's scope decides which bins are listed.
  rule(firmware.getBinFirmware, { who: 'can', capability: 'firmware.read' }),
  rule(firmware.addFirmware, { who: 'can', capability: 'firmware.write' }),
  rule(firmware.deleteFirmware, { who: 'can', capability: 'firmware.write' }),
  // The caller's scope decides which frames are listed.
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
 * Routes outside the contract that are open to anyone, as the router names them: health, the API's
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
