import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { purgeBins } from '../../src/bins/deletion/store.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import {
  adminsOnly,
  type ExpectedStatuses,
  sameForEveryone,
  staffOnly,
  toBins,
  toCustomers,
  toInstall,
  toManage,
  toOthers,
} from './expected-statuses.ts';
import type { TestRequest } from './test-app.ts';

export const PASSWORD = 'correct horse battery';
/** An id that does not exist. */
export const MISSING = '2000000000';

/** The ids that a call can name. */
export interface Ids {
  readonly user: string;
  /** The user's distributor, or null. */
  readonly distributorOfUser: string | null;
  /** The distributor who calls. */
  readonly distributor: string;
  readonly farm: string;
  readonly bin: string;
  readonly board: string;
  /** An entry of the bin's ledger. */
  readonly load: string;
}

export interface AccessTableRow {
  readonly ask: (ids: Ids) => Omit<TestRequest, 'token'>;
  readonly answers: ExpectedStatuses;
  /** The status without a session; 401 unless the call is open to anyone. */
  readonly open?: number;
  /** Undoes the call before the next one. */
  readonly undo?: (db: Kysely<Tables>) => Promise<unknown>;
}

let addresses = 0;
/** Each in a separate network, because the limits count networks. */
const newAddress = () => `2001:db8:0:${(++addresses).toString(16)}::1`;

const get = (path: string) => () => ({ url: `/api/${path}` });
const post = (path: string, body?: unknown) => () => ({
  method: 'POST' as const,
  url: `/api/${path}`,
  ...(body === undefined ? {} : { body }),
});
const getBin = (path: string) => ({
  ask: ({ bin }: Ids) => ({ url: `/api/board/${path.replace('ID', bin)}` }),
  answers: toBins,
});
const setBin = (path: string, body?: unknown) => ({
  ask: ({ bin }: Ids) => post(path.replace('ID', bin), body)(),
  answers: toBins,
});

/** Changes no setting; the capabilities of each setting are tested elsewhere. */
const putBin = (path: string) => ({
  ask: ({ bin }: Ids) => ({
    method: 'PUT' as const,
    url: `/api/${path.replace('ID', bin)}`,
    body: {},
  }),
  answers: toBins,
});

const remove = (path: string, id: keyof Ids) => ({
  ask: (ids: Ids) => ({ method: 'DELETE' as const, url: `/api/${path}`, body: { id: ids[id] } }),
  undo: async (db: Kysely<Tables>) => {
    await db.updateTable('farms').set({ deletedAt: null }).execute();
    await db.updateTable('bins').set({ deletedAt: null }).execute();
  },
});
const edited = {
  farm_name: 'Edited',
  city: '',
  state: '',
  country: '',
  lat: null,
  lng: null,
  channel_8_sensor_attached: false,
  bin_id_for_channel_8_readings: null,
};

/** The first id of the existing loads, far from those that calls create. */
export const LOADS = 1_000_000;

/** A ledger entry as it is stored, so that writing it changes nothing. */
const entry = { date_time: '2026-07-01T11:00:00.000Z', volume: 5, moisture: null, protein: null };

/** Adds a load to each bin, with an id derived from the bin's. */
export async function addLoads(db: Kysely<Tables>): Promise<void> {
  const { volume, date_time: at } = entry;
  await sql`
    insert into bin_loads (id, bin_id, type, at, volume)
    overriding system value
    select ${LOADS} + id, id, 'load', ${at}::timestamptz, ${volume}::float8 from bins
    on conflict do nothing`.execute(db);
}

/** Every call of the policy: its request, and the status for each caller. */
export const accessTable: Readonly<Record<string, AccessTableRow>> = {
  'POST user/login': {
    ask: post('user/login', { email: 'login@users.example', password: PASSWORD }),
    answers: sameForEveryone(200),
    open: 200,
  },
  'POST user/setUpAdmin': {
    ask: post('user/setUpAdmin', {
      setup_token: 'guessed',
      email: 'a@users.example',
      password: PASSWORD,
      first_name: '',
      last_name: '',
    }),
    answers: sameForEveryone(403),
    open: 403,
  },
  // The limits count accounts and addresses, so every request has new ones.
  'POST user/sendResetCode': {
    ask: () => ({
      ...post('user/sendResetCode', { email: `${randomUUID()}@users.example` })(),
      remoteAddress: newAddress(),
    }),
    answers: sameForEveryone(404),
    open: 404,
  },
  'POST user/resetPassword': {
    ask: () => ({
      ...post('user/resetPassword', {
        forget_password_code: 'AAAAAA',
        password: PASSWORD,
        email: 'nobody@users.example',
      })(),
      remoteAddress: newAddress(),
    }),
    answers: sameForEveryone(422),
    open: 422,
  },
  'POST user/verifyPassword': {
    ask: () => ({
      ...post('user/verifyPassword', { password: 'nobody has this one' })(),
      remoteAddress: newAddress(),
    }),
    answers: sameForEveryone(422),
  },
  'POST user/updateUser': {
    ask: post('user/updateUser', {
      first_name: 'First',
      last_name: 'Last',
      phone: '1',
      city: 'C',
      state: 'S',
      country: 'C',
    }),
    answers: sameForEveryone(200),
  },
  'POST user/registerDevice': {
    ask: post('user/registerDevice', { token_id: 't', device_type: '' }),
    answers: sameForEveryone(200),
  },
  'GET notifications': { ask: get('notifications'), answers: sameForEveryone(200) },
  'POST notifications/read': { ask: post('notifications/read', {}), answers: sameForEveryone(200) },
  'GET audit': { ask: ({ user }) => get(`audit?user_id=${user}`)(), answers: staffOnly },
  'POST user/addUser': {
    ask: () =>
      post('user/addUser', {
        email: `${randomUUID()}@users.example`,
        password: PASSWORD,
        first_name: 'First',
        last_name: 'Last',
      })(),
    answers: staffOnly,
  },
  // Refused even if it is allowed, because the password was not typed recently.
  'DELETE user/deleteUser': {
    ask: ({ user }) => ({ method: 'DELETE', url: '/api/user/deleteUser', body: { user_id: user } }),
    answers: { ...toCustomers, distributor: [403, 404, 404, 404], admin: [403, 403, 403, 404] },
  },
  'GET user/notes/:userId': {
    ask: ({ user }) => get(`user/notes/${user}`)(),
    answers: toCustomers,
  },
  'POST user/notes/:userId': {
    ask: ({ user }) => post(`user/notes/${user}`, { admin_notes: '' })(),
    answers: toCustomers,
  },
  'GET user/getDistributorList': { ask: get('user/getDistributorList'), answers: adminsOnly },
  'GET user/getUsersByDistributor/:id': {
    ask: ({ distributor }) => get(`user/getUsersByDistributor/${distributor}`)(),
    answers: adminsOnly,
  },
  'POST user/assignDistributor': {
    // Every user stays with the same distributor.
    ask: ({ user, distributorOfUser }) =>
      post('user/assignDistributor', { user_id: user, distributor_id: distributorOfUser })(),
    answers: { ...toCustomers, distributor: [403, 404, 404, 404] },
  },
  'POST user/logout': { ask: post('user/logout'), answers: sameForEveryone(200) },
  'GET user/getContacts': { ask: get('user/getContacts'), answers: sameForEveryone(200) },
  'GET user/getMyInfo': { ask: get('user/getMyInfo'), answers: sameForEveryone(200) },
  'GET user/getUsersList': { ask: get('user/getUsersList'), answers: staffOnly },
  'GET user/getUser': {
    ask: ({ user }) => ({ url: `/api/user/getUser?user_id=${user}` }),
    answers: toOthers,
  },
  'GET farm/getAllFarms': {
    ask: ({ user }) => ({ url: `/api/farm/getAllFarms?user_id=${user}` }),
    answers: toOthers,
  },
  'GET farm/getFarm': {
    ask: ({ farm }) => ({ url: `/api/farm/getFarm?farm_id=${farm}` }),
    answers: toOthers,
  },
  'GET farm/getAllBins': {
    ask: ({ farm }) => ({ url: `/api/farm/getAllBins?farm_id=${farm}` }),
    answers: toOthers,
  },
  'GET farm/getFarmStates': {
    ask: ({ user }) => ({ url: `/api/farm/getFarmStates?user_id=${user}` }),
    answers: toOthers,
  },
  'GET user/getCustomerStates': { ask: get('user/getCustomerStates'), answers: staffOnly },
  'GET user/getWorstCustomers': { ask: get('user/getWorstCustomers?first=5'), answers: staffOnly },
  'GET board/getAllBinForAUser': {
    ask: get('board/getAllBinForAUser'),
    answers: sameForEveryone(200),
  },
  'GET board/getBinsMenu': { ask: get('board/getBinsMenu'), answers: sameForEveryone(200) },
  'GET board/getBinSensor': getBin('getBinSensor?id=ID'),
  'GET board/getSensorReading': getBin('getSensorReading?bin_sensor_id=ID&page_no=0'),
  'GET board/getSensorReadingByFilters': getBin(
    'getSensorReadingByFilters?bin_sensor_id=ID&dateTime=2026-07-01T12:00:00Z',
  ),
  'GET board/sensorMinMaxReading': getBin('sensorMinMaxReading?bin_sensor_id=ID&days=1'),
  'GET board/exportReadings': getBin(
    'exportReadings?bin_sensor_id=ID&from=2026-06-30T00:00:00Z&to=2026-07-02T00:00:00Z',
  ),
  'GET board/dailyReadings': getBin('dailyReadings?bin_sensor_id=ID&from=2026-06-01&to=2026-07-01'),
  'POST board/sensor/:binId/:cableId/:position': setBin('board/sensor/ID/11/1', {
    sensorStatus: 'mute',
  }),
  'POST board/allSensors/:binId/:status': setBin('board/allSensors/ID/unmute'),
  'POST farm/addFarm': {
    ask: ({ user }) => post('farm/addFarm', { farm_name: 'Added', user_id: user })(),
    answers: toManage,
  },
  'POST farm/updateFarm': {
    ask: ({ farm }) => post('farm/updateFarm', { ...edited, farm_id: farm })(),
    answers: toOthers,
  },
  'DELETE farm/deleteFarm': { ...remove('farm/deleteFarm', 'farm'), answers: toManage },
  'GET board/getBinLoads': getBin('getBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinLoads': getBin('getAllBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinUnloads': getBin('getAllBinUnloads?bin_sensor_id=ID'),
  'POST board/addBinLoad': {
    ask: ({ bin }) => post('board/addBinLoad', { ...entry, bin_sensor_id: bin, type: 'load' })(),
    answers: toBins,
  },
  'PUT board/binLoads/:id': {
    ask: ({ load }) => ({
      method: 'PUT',
      url: `/api/board/binLoads/${load}`,
      body: { ...entry, version: 1 },
    }),
    answers: toOthers,
  },
  'DELETE board/binLoads/:id': {
    ask: ({ load }) => ({
      method: 'DELETE',
      url: `/api/board/binLoads/${load}`,
      body: { version: 1 },
    }),
    answers: toOthers,
    undo: addLoads,
  },
  'PUT board/:binId/position': {
    ask: ({ bin }) => ({
      method: 'PUT',
      url: `/api/board/${bin}/position`,
      body: { lat: 49.5, lng: -98 },
    }),
    answers: toInstall,
  },
  // Every request names a free station.
  'POST board/addBinSensor': {
    ask: ({ farm, user }) =>
      post('board/addBinSensor', {
        farmId: farm,
        userId: user,
        bin_topic: `b-${randomUUID()}`,
        binName: 'New',
        bin_number: 1,
      })(),
    answers: toManage,
    undo: async (db) => {
      const deletedAt = new Date(0);
      await db.updateTable('bins').set({ deletedAt }).where('name', '=', 'New').execute();
      await purgeBins(db, new Date(1), new AbortController().signal);
    },
  },
  'POST board/mainBoards/:main_board_id/credentials': {
    ask: ({ board }) => post(`board/mainBoards/${board}/credentials`, { rotate: true })(),
    answers: toManage,
  },
  'POST cablesConfiguration/getCableConfiguration': {
    ask: ({ bin }) => post('cablesConfiguration/getCableConfiguration', { id: bin })(),
    answers: toBins,
  },
  'POST cablesConfiguration/updateCableConfiguration': {
    ask: ({ bin }) =>
      post('cablesConfiguration/updateCableConfiguration', { id: bin, old_cable_id: 11 })(),
    answers: toInstall,
  },
  'PUT board/:binId/general': putBin('board/ID/general'),
  'PUT board/:binId/alerts': putBin('board/ID/alerts'),
  'PUT board/:binId/firmware': putBin('board/ID/firmware'),
  'PUT board/:binId/inventory': putBin('board/ID/inventory'),
  'PUT board/:binId/fan-settings': putBin('board/ID/fan-settings'),
  'PUT board/:binId/cables-mgmt': putBin('board/ID/cables-mgmt'),
  'PUT board/:binId': putBin('board/ID'),
  'DELETE board/deleteBinSensor': { ...remove('board/deleteBinSensor', 'bin'), answers: toInstall },
  'GET boardCommands/fanHistory': {
    ask: ({ bin }) => ({ url: `/api/boardCommands/fanHistory?bin_id=${bin}` }),
    answers: toBins,
  },
  'GET boardCommands/latest': {
    ask: ({ board }) => ({ url: `/api/boardCommands/latest?main_board_id=${board}` }),
    answers: toOthers,
  },
  'GET boardCommands/latestOfFarm': {
    ask: ({ farm }) => ({ url: `/api/boardCommands/latestOfFarm?farm_id=${farm}` }),
    answers: toOthers,
  },
  'GET crop/getCrops': { ask: get('crop/getCrops'), answers: sameForEveryone(200) },
  'POST crop/addCrop': {
    ask: post('crop/addCrop', { crop_name: 'Table rye', chart_data: ',0,10\n50,11,10\n60,13,12' }),
    answers: adminsOnly,
  },
  'DELETE crop/deleteCrop': {
    ask: () => ({ method: 'DELETE', url: '/api/crop/deleteCrop', body: { id: MISSING } }),
    answers: { ...adminsOnly, admin: [404, 404, 404, 404] },
  },
  'GET firmware/getFirmwares': { ask: get('firmware/getFirmwares'), answers: staffOnly },
  'GET firmware/getBinFirmwares': { ask: get('firmware/getBinFirmwares'), answers: staffOnly },
  'POST firmware/addFirmware': {
    // The file, which is checked last, is missing.
    ask: () => ({
      ...post('firmware/addFirmware', '--x\r\n\r\n\r\n--x--')(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    answers: { ...adminsOnly, admin: [422, 422, 422, 422] },
  },
  'DELETE firmware/deleteFirmware': {
    ask: () => ({ method: 'DELETE', url: '/api/firmware/deleteFirmware', body: { id: MISSING } }),
    answers: { ...adminsOnly, admin: [404, 404, 404, 404] },
  },
  'POST rawData/all': { ask: post('rawData/all'), answers: staffOnly },
  'POST rawData/getFilteredData': {
    ask: ({ board }) => post('rawData/getFilteredData', { page: 1, limit: 10, id: board })(),
    answers: staffOnly,
  },
  'POST rawData/exportFilteredData': {
    ask: ({ board }) => post('rawData/exportFilteredData', { id: board })(),
    answers: staffOnly,
  },
  'POST user/search': {
    ask: post('user/search', { model: 'bins', text: 'bin' }),
    answers: staffOnly,
  },
  // No provider is configured.
  'GET places/search': { ask: get('places/search?text=Roland'), answers: sameForEveryone(503) },
  'GET places/map': { ask: get('places/map'), answers: sameForEveryone(200) },
};
