import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { purgeBins } from '../../src/bins/deletion/store.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import {
  type AccessTableRow,
  createRequest,
  get,
  getBin,
  MISSING_ID,
  post,
  postToBin,
  putBin,
  remove,
} from './access-requests.ts';
import { contactRows } from './access-table-contacts.ts';
import { userRows } from './access-table-users.ts';
import {
  adminsOnly,
  binInstallation,
  farmManagement,
  forbiddenToOthers,
  hiddenFromOthers,
  sameForEveryone,
  staffOnly,
} from './expected-statuses.ts';

const editedFarm = {
  farm_name: 'Edited',
  city: '',
  state: '',
  country: '',
  lat: null,
  lng: null,
  channel_8_sensor_attached: false,
  bin_id_for_channel_8_readings: null,
  price_per_kwh: 0.1,
};

/** A load's ID is this number plus its bin's ID, far above the IDs that calls create. */
export const LOAD_ID_OFFSET = 1_000_000;

/** A ledger entry as it is stored, so that writing it changes nothing. */
const ledgerEntry = {
  date_time: '2026-07-01T11:00:00.000Z',
  volume: 5,
  moisture: null,
  protein: null,
};

/** A deleted load's ID is this number plus its bin's ID. */
const DELETED_LOAD_ID_OFFSET = 4_000_000;

/** Adds a load to each bin, with an ID derived from the bin's. */
export async function addLoads(db: Kysely<Tables>): Promise<void> {
  const { volume, date_time: at } = ledgerEntry;
  await sql`
    delete from deleted_bin_loads where id >= ${LOAD_ID_OFFSET} and id < ${DELETED_LOAD_ID_OFFSET}`.execute(
    db,
  );
  await sql`
    insert into bin_loads (id, bin_id, type, at, volume)
    overriding system value
    select ${LOAD_ID_OFFSET} + id, id, 'load', ${at}::timestamptz, ${volume}::float8 from bins
    on conflict do nothing`.execute(db);
}

/** Adds a deleted load to each bin, with an ID derived from the bin's. */
export async function addDeletedLoads(db: Kysely<Tables>): Promise<void> {
  const { volume, date_time: at } = ledgerEntry;
  await sql`delete from bin_loads where id >= ${DELETED_LOAD_ID_OFFSET}`.execute(db);
  await sql`
    insert into deleted_bin_loads (id, bin_id, type, at, volume, version, deleted_at)
    select ${DELETED_LOAD_ID_OFFSET} + id, id, 'load', ${at}::timestamptz, ${volume}::float8, 1,
      ${at}::timestamptz from bins
    on conflict do nothing`.execute(db);
}

/** An open alert's ID is this number plus its bin's ID. */
export const ALERT_ID_OFFSET = 3_000_000;

/** Adds an open, unacknowledged alert to each bin, with an ID derived from the bin's. */
export async function addAlerts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from alerts`.execute(db);
  await sql`
    insert into alerts (id, bin_id, rule, severity, since, raised_at, sensors)
    overriding system value
    select ${ALERT_ID_OFFSET} + id, id, 'board-error', 'warning', ${ledgerEntry.date_time}::timestamptz,
      ${ledgerEntry.date_time}::timestamptz, '[]' from bins`.execute(db);
}

/** Every call in the access policy, with its request and the expected status for each caller. */
export const accessTable: Readonly<Record<string, AccessTableRow>> = {
  ...userRows,
  ...contactRows,
  'GET farm/getAllFarms': {
    request: ({ user }) => ({ url: `/api/farm/getAllFarms?user_id=${user}` }),
    expected: hiddenFromOthers,
  },
  'GET farm/getTimeZoneProposal': {
    request: ({ user }) => get(`farm/getTimeZoneProposal?user_id=${user}&lat=49.7&lng=-98`)(),
    expected: farmManagement,
  },
  'GET farm/getFarm': {
    request: ({ farm }) => ({ url: `/api/farm/getFarm?farm_id=${farm}` }),
    expected: hiddenFromOthers,
  },
  'GET farm/getAllBins': {
    request: ({ farm }) => ({ url: `/api/farm/getAllBins?farm_id=${farm}` }),
    expected: hiddenFromOthers,
  },
  'GET farm/getFarmStates': {
    request: ({ user }) => ({ url: `/api/farm/getFarmStates?user_id=${user}` }),
    expected: hiddenFromOthers,
  },
  'GET board/getAllBinForAUser': {
    request: get('board/getAllBinForAUser'),
    expected: sameForEveryone(200),
  },
  'GET board/getBinsMenu': { request: get('board/getBinsMenu'), expected: sameForEveryone(200) },
  'GET board/getBinSensor': getBin('getBinSensor?id=ID'),
  'GET board/getSensorReading': getBin('getSensorReading?bin_sensor_id=ID&page_no=0'),
  'GET board/getSensorReadingByFilters': getBin(
    'getSensorReadingByFilters?bin_sensor_id=ID&dateTime=2026-07-01T12:00:00Z',
  ),
  'GET board/sensorMinMaxReading': getBin('sensorMinMaxReading?bin_sensor_id=ID&days=1'),
  'GET board/exportReadings': getBin(
    'exportReadings?bin_sensor_id=ID&from=2026-06-30T00:00:00Z&to=2026-07-02T00:00:00Z',
  ),
  'GET board/sensorSeries': getBin(
    'sensorSeries?bin_sensor_id=ID&sensors=1.1&from=2026-06-30T00:00:00Z&to=2026-07-02T00:00:00Z',
  ),
  'GET board/dailyReadings': getBin('dailyReadings?bin_sensor_id=ID&from=2026-06-01&to=2026-07-01'),
  'GET board/grainRisks': getBin('grainRisks?bin_sensor_id=ID'),
  'POST board/sensor/:binId/:cableId/:position': postToBin('board/sensor/ID/11/1', {
    sensorStatus: 'mute',
  }),
  'POST board/allSensors/:binId/:status': postToBin('board/allSensors/ID/unmute'),
  'POST farm/addFarm': {
    request: ({ user }) => post('farm/addFarm', { farm_name: 'Added', user_id: user })(),
    expected: farmManagement,
  },
  'POST farm/updateFarm': {
    request: ({ farm }) => post('farm/updateFarm', { ...editedFarm, farm_id: farm })(),
    expected: hiddenFromOthers,
  },
  'DELETE farm/deleteFarm': { ...remove('farm/deleteFarm', 'farm'), expected: farmManagement },
  'GET board/getBinLoads': getBin('getBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinLoads': getBin('getAllBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinUnloads': getBin('getAllBinUnloads?bin_sensor_id=ID'),
  'GET alerts': { request: get('alerts'), expected: sameForEveryone(200) },
  'POST alerts/:alertId/acknowledge': {
    request: ({ alert }) => post(`alerts/${alert}/acknowledge`, { note: '' })(),
    expected: hiddenFromOthers,
    undo: addAlerts,
  },
  'POST alerts/limits/preview': {
    request: post('alerts/limits/preview', { limits: { co2: 5_000 } }),
    expected: sameForEveryone(200),
  },
  'POST alerts/limits': {
    // Bins that the caller may not see are reported as not found; a separate test of this call checks that.
    request: ({ bin }) =>
      post('alerts/limits', { limits: {}, bins: [{ bin_id: bin, version: 1 }] })(),
    expected: sameForEveryone(200),
  },
  'GET board/getMonthlyLoads': {
    request: get('board/getMonthlyLoads?month=2026-07'),
    expected: sameForEveryone(200),
  },
  'POST board/addBinLoad': {
    request: ({ bin }) =>
      post('board/addBinLoad', { ...ledgerEntry, bin_sensor_id: bin, type: 'load' })(),
    expected: forbiddenToOthers,
  },
  'GET board/binLoads/:id/levelCheck': {
    request: ({ load }) => ({ url: `/api/board/binLoads/${load}/levelCheck` }),
    expected: hiddenFromOthers,
  },
  'PUT board/binLoads/:id': {
    request: ({ load }) =>
      createRequest('PUT', `board/binLoads/${load}`, { ...ledgerEntry, version: 1 }),
    expected: hiddenFromOthers,
  },
  'DELETE board/binLoads/:id': {
    request: ({ load }) => createRequest('DELETE', `board/binLoads/${load}`, { version: 1 }),
    expected: hiddenFromOthers,
    undo: addLoads,
  },
  'GET board/getDeletedBinLoads': getBin('getDeletedBinLoads?bin_sensor_id=ID'),
  'POST board/restoreBinLoad': {
    request: ({ bin }) =>
      post('board/restoreBinLoad', {
        bin_sensor_id: bin,
        id: String(DELETED_LOAD_ID_OFFSET + Number(bin)),
      })(),
    expected: forbiddenToOthers,
    undo: addDeletedLoads,
  },
  'PUT board/:binId/position': {
    request: ({ bin }) => createRequest('PUT', `board/${bin}/position`, { lat: 49.5, lng: -98 }),
    expected: binInstallation,
  },
  // Every request names a free bin station.
  'POST board/addBinSensor': {
    request: ({ farm, user }) =>
      post('board/addBinSensor', {
        farmId: farm,
        userId: user,
        bin_topic: `b-${randomUUID()}`,
        binName: 'New',
        bin_number: 1,
      })(),
    expected: farmManagement,
    undo: async (db) => {
      const deletedAt = new Date(0);
      await db.updateTable('bins').set({ deletedAt }).where('name', '=', 'New').execute();
      await purgeBins(db, new Date(1), new AbortController().signal);
    },
  },
  'POST board/mainBoards/:main_board_id/credentials': {
    request: ({ board }) => post(`board/mainBoards/${board}/credentials`, { rotate: true })(),
    expected: farmManagement,
  },
  'POST board/mainBoards/credentials': {
    request: ({ user, board }) =>
      post('board/mainBoards/credentials', { user_id: user, main_board_ids: [board] })(),
    expected: farmManagement,
  },
  'GET board/mainBoards': {
    request: ({ user }) => get(`board/mainBoards?user_id=${user}`)(),
    expected: farmManagement,
  },
  'POST cablesConfiguration/getCableConfiguration': {
    request: ({ bin }) => post('cablesConfiguration/getCableConfiguration', { id: bin })(),
    expected: forbiddenToOthers,
  },
  'POST cablesConfiguration/updateCableConfiguration': {
    request: ({ bin }) =>
      post('cablesConfiguration/updateCableConfiguration', { id: bin, old_cable_id: 11 })(),
    expected: binInstallation,
    undo: (db) => db.deleteFrom('cableConfigurations').execute(),
  },
  'POST cablesConfiguration/withdrawCableConfiguration': {
    request: ({ bin }) =>
      post('cablesConfiguration/withdrawCableConfiguration', { id: bin, version: 0 })(),
    expected: binInstallation,
  },
  'PUT board/:binId/general': putBin('board/ID/general'),
  'PUT board/:binId/alerts': putBin('board/ID/alerts'),
  'PUT board/:binId/firmware': putBin('board/ID/firmware'),
  'PUT board/:binId/inventory': putBin('board/ID/inventory'),
  'PUT board/:binId/fan-settings': putBin('board/ID/fan-settings', { fan_kw: 7.5 }),
  'PUT board/:binId/cables-mgmt': putBin('board/ID/cables-mgmt'),
  'PUT board/:binId': putBin('board/ID'),
  'DELETE board/deleteBinSensor': {
    ...remove('board/deleteBinSensor', 'bin'),
    expected: binInstallation,
  },
  'GET board/fanRuns': getBin(
    'fanRuns?bin_id=ID&from=2026-06-30T00:00:00Z&to=2026-07-02T00:00:00Z',
  ),
  'GET boardCommands/fanHistory': {
    request: ({ bin }) => ({ url: `/api/boardCommands/fanHistory?bin_id=${bin}` }),
    expected: forbiddenToOthers,
  },
  'GET boardCommands/latest': {
    request: ({ board }) => ({ url: `/api/boardCommands/latest?main_board_id=${board}` }),
    expected: hiddenFromOthers,
  },
  'GET boardCommands/latestOfFarm': {
    request: ({ farm }) => ({ url: `/api/boardCommands/latestOfFarm?farm_id=${farm}` }),
    expected: hiddenFromOthers,
  },
  'GET boardCommands/schedule': {
    request: ({ bin }) => ({ url: `/api/boardCommands/schedule?bin_id=${bin}` }),
    expected: forbiddenToOthers,
  },
  'POST boardCommands/addCommandScheduled': {
    request: ({ bin, board }) =>
      post('boardCommands/addCommandScheduled', {
        bin_id: bin,
        bin_number: 1,
        bin_topic: board,
        schedule: {},
      })(),
    expected: forbiddenToOthers,
  },
  'GET boardCommands/details': {
    request: ({ bin }) => ({ url: `/api/boardCommands/details?bin_id=${bin}` }),
    expected: forbiddenToOthers,
  },
  'POST boardCommands/addCommandForSingleBin': {
    request: ({ bin }) => {
      const fan = { fan_status_after_releasing_command: 'off' };
      return post('boardCommands/addCommandForSingleBin', { bin_id: bin, ...fan })();
    },
    expected: forbiddenToOthers,
  },
  'POST board/sendRequestToMainBoard': {
    request: ({ bin }) => post('board/sendRequestToMainBoard', { bin_sensor_id: bin })(),
    expected: forbiddenToOthers,
    undo: (db) => db.deleteFrom('commands').execute(),
  },
  'POST boardCommands/entry': {
    request: ({ bin }) => post('boardCommands/entry', { bin_id: bin })(),
    expected: forbiddenToOthers,
    undo: async (db) => {
      await db.deleteFrom('commands').execute();
      await db.deleteFrom('binEntries').execute();
    },
  },
  'POST boardCommands/entry/close': {
    request: ({ bin }) => post('boardCommands/entry/close', { bin_id: bin })(),
    expected: forbiddenToOthers,
  },
  'POST boardCommands/resume': {
    request: ({ bin }) => post('boardCommands/resume', { bin_id: bin })(),
    expected: forbiddenToOthers,
  },
  'GET crop/getCrops': { request: get('crop/getCrops'), expected: sameForEveryone(200) },
  'POST crop/addCrop': {
    request: post('crop/addCrop', {
      crop_name: 'Table rye',
      chart_data: ',0,10\n50,11,10\n60,13,12',
    }),
    expected: adminsOnly,
  },
  'DELETE crop/deleteCrop': {
    request: () => createRequest('DELETE', 'crop/deleteCrop', { id: MISSING_ID }),
    expected: { ...adminsOnly, admin: [404, 404, 404, 404] },
  },
  'GET firmware/getFirmwares': { request: get('firmware/getFirmwares'), expected: staffOnly },
  'GET firmware/getBinFirmwares': { request: get('firmware/getBinFirmwares'), expected: staffOnly },
  'POST firmware/addFirmware': {
    // The file, which is checked last, is missing.
    request: () => ({
      ...post('firmware/addFirmware', '--x\r\n\r\n\r\n--x--')(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    expected: { ...adminsOnly, admin: [422, 422, 422, 422] },
  },
  'DELETE firmware/deleteFirmware': {
    request: () => createRequest('DELETE', 'firmware/deleteFirmware', { id: MISSING_ID }),
    expected: { ...adminsOnly, admin: [404, 404, 404, 404] },
  },
  'POST rawData/all': { request: post('rawData/all'), expected: staffOnly },
  'POST rawData/getFilteredData': {
    request: ({ board }) => post('rawData/getFilteredData', { page: 1, limit: 10, id: board })(),
    expected: staffOnly,
  },
  'POST rawData/exportFilteredData': {
    request: ({ board }) => post('rawData/exportFilteredData', { id: board })(),
    expected: staffOnly,
  },
  // No provider is configured.
  'GET places/search': { request: get('places/search?text=Elm'), expected: sameForEveryone(503) },
  'GET places/map': { request: get('places/map'), expected: sameForEveryone(200) },
  'GET places/providers': { request: get('places/providers'), expected: adminsOnly },
  'PUT places/providers': {
    request: () => createRequest('PUT', 'places/providers', { maps: { provider: 'none' } }),
    expected: adminsOnly,
  },
};
