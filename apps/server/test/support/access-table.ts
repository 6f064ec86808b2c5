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
  readonly request: (ids: Ids) => Omit<TestRequest, 'token'>;
  readonly expected: ExpectedStatuses;
  /** The status without a session; 401 unless the call is open to anyone. */
  readonly open?: number;
  /** Undoes the call before the next one. */
  readonly undo?: (db: Kysely<Tables>) => Promise<unknown>;
}

/** Each in a separate network, because the limits count networks. */
let addresses = 0;
const newAddress = () => `2001:db8:0:${(++addresses).toString(16)}::1`;

const get = (path: string) => () => ({ url: `/api/${path}` });
const post = (path: string, body?: unknown) => () => ({
  method: 'POST' as const,
  url: `/api/${path}`,
  ...(body === undefined ? {} : { body }),
});
const send = (method: 'PUT' | 'DELETE', path: string, body: unknown) => ({
  method,
  url: `/api/${path}`,
  body,
});
const getBin = (path: string) => ({
  request: ({ bin }: Ids) => ({ url: `/api/board/${path.replace('ID', bin)}` }),
  expected: toBins,
});
const setBin = (path: string, body?: unknown) => ({
  request: ({ bin }: Ids) => post(path.replace('ID', bin), body)(),
  expected: toBins,
});

/** Changes no setting; the capabilities of each setting are tested elsewhere. */
const putBin = (path: string) => ({
  request: ({ bin }: Ids) => send('PUT', path.replace('ID', bin), {}),
  expected: toBins,
});

const remove = (path: string, id: keyof Ids) => ({
  request: (ids: Ids) => send('DELETE', path, { id: ids[id] }),
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
    request: post('user/login', { email: 'login@users.example', password: PASSWORD }),
    expected: sameForEveryone(200),
    open: 200,
  },
  'POST user/setUpAdmin': {
    request: post('user/setUpAdmin', {
      setup_token: 'guessed',
      email: 'a@users.example',
      password: PASSWORD,
      first_name: '',
      last_name: '',
    }),
    expected: sameForEveryone(403),
    open: 403,
  },
  // The limits count accounts and addresses, so every request has new ones.
  'POST user/sendResetCode': {
    request: () => ({
      ...post('user/sendResetCode', { email: `${randomUUID()}@users.example` })(),
      remoteAddress: newAddress(),
    }),
    expected: sameForEveryone(404),
    open: 404,
  },
  'POST user/resetPassword': {
    request: () => ({
      ...post('user/resetPassword', {
        forget_password_code: 'AAAAAA',
        password: PASSWORD,
        email: 'nobody@users.example',
      })(),
      remoteAddress: newAddress(),
    }),
    expected: sameForEveryone(422),
    open: 422,
  },
  'POST user/verifyPassword': {
    request: () => ({
      ...post('user/verifyPassword', { password: 'nobody has this one' })(),
      remoteAddress: newAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'POST user/updateUser': {
    request: post('user/updateUser', {
      first_name: 'First',
      last_name: 'Last',
      phone: '1',
      city: 'C',
      state: 'S',
      country: 'C',
    }),
    expected: sameForEveryone(200),
  },
  'POST user/registerDevice': {
    request: post('user/registerDevice', { token_id: 't', device_type: '' }),
    expected: sameForEveryone(200),
  },
  'GET notifications': { request: get('notifications'), expected: sameForEveryone(200) },
  'POST notifications/read': {
    request: post('notifications/read', {}),
    expected: sameForEveryone(200),
  },
  'GET audit': { request: ({ user }) => get(`audit?user_id=${user}`)(), expected: staffOnly },
  'POST user/addUser': {
    request: () =>
      post('user/addUser', {
        email: `${randomUUID()}@users.example`,
        password: PASSWORD,
        first_name: 'First',
        last_name: 'Last',
      })(),
    expected: staffOnly,
  },
  // Refused even if it is allowed, because the password was not typed recently.
  'DELETE user/deleteUser': {
    request: ({ user }) => send('DELETE', 'user/deleteUser', { user_id: user }),
    expected: { ...toCustomers, distributor: [403, 404, 404, 404], admin: [403, 403, 403, 404] },
  },
  'GET user/notes/:userId': {
    request: ({ user }) => get(`user/notes/${user}`)(),
    expected: toCustomers,
  },
  'POST user/notes/:userId': {
    request: ({ user }) => post(`user/notes/${user}`, { admin_notes: '' })(),
    expected: toCustomers,
  },
  'GET user/getDistributorList': { request: get('user/getDistributorList'), expected: adminsOnly },
  'GET user/getUsersByDistributor/:id': {
    request: ({ distributor }) => get(`user/getUsersByDistributor/${distributor}`)(),
    expected: staffOnly,
  },
  'POST user/assignDistributor': {
    // Every user stays with the same distributor.
    request: ({ user, distributorOfUser }) =>
      post('user/assignDistributor', { user_id: user, distributor_id: distributorOfUser })(),
    expected: { ...toCustomers, distributor: [403, 404, 404, 404] },
  },
  'POST user/logout': { request: post('user/logout'), expected: sameForEveryone(200) },
  'GET user/getContacts': { request: get('user/getContacts'), expected: sameForEveryone(200) },
  'GET user/getMyInfo': { request: get('user/getMyInfo'), expected: sameForEveryone(200) },
  'GET user/getUsersList': { request: get('user/getUsersList'), expected: staffOnly },
  'GET user/getUser': {
    request: ({ user }) => ({ url: `/api/user/getUser?user_id=${user}` }),
    expected: toOthers,
  },
  'GET farm/getAllFarms': {
    request: ({ user }) => ({ url: `/api/farm/getAllFarms?user_id=${user}` }),
    expected: toOthers,
  },
  'GET farm/getTimeZoneProposal': {
    request: ({ user }) => get(`farm/getTimeZoneProposal?user_id=${user}&lat=49.7&lng=-98`)(),
    expected: toManage,
  },
  'GET farm/getFarm': {
    request: ({ farm }) => ({ url: `/api/farm/getFarm?farm_id=${farm}` }),
    expected: toOthers,
  },
  'GET farm/getAllBins': {
    request: ({ farm }) => ({ url: `/api/farm/getAllBins?farm_id=${farm}` }),
    expected: toOthers,
  },
  'GET farm/getFarmStates': {
    request: ({ user }) => ({ url: `/api/farm/getFarmStates?user_id=${user}` }),
    expected: toOthers,
  },
  'GET user/getCustomerStates': { request: get('user/getCustomerStates'), expected: staffOnly },
  'GET user/getWorstCustomers': {
    request: get('user/getWorstCustomers?first=5'),
    expected: staffOnly,
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
  'POST board/sensor/:binId/:cableId/:position': setBin('board/sensor/ID/11/1', {
    sensorStatus: 'mute',
  }),
  'POST board/allSensors/:binId/:status': setBin('board/allSensors/ID/unmute'),
  'POST farm/addFarm': {
    request: ({ user }) => post('farm/addFarm', { farm_name: 'Added', user_id: user })(),
    expected: toManage,
  },
  'POST farm/updateFarm': {
    request: ({ farm }) => post('farm/updateFarm', { ...edited, farm_id: farm })(),
    expected: toOthers,
  },
  'DELETE farm/deleteFarm': { ...remove('farm/deleteFarm', 'farm'), expected: toManage },
  'GET board/getBinLoads': getBin('getBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinLoads': getBin('getAllBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinUnloads': getBin('getAllBinUnloads?bin_sensor_id=ID'),
  'POST board/addBinLoad': {
    request: ({ bin }) =>
      post('board/addBinLoad', { ...entry, bin_sensor_id: bin, type: 'load' })(),
    expected: toBins,
  },
  'GET board/binLoads/:id/levelCheck': {
    request: ({ load }) => ({ url: `/api/board/binLoads/${load}/levelCheck` }),
    expected: toOthers,
  },
  'PUT board/binLoads/:id': {
    request: ({ load }) => send('PUT', `board/binLoads/${load}`, { ...entry, version: 1 }),
    expected: toOthers,
  },
  'DELETE board/binLoads/:id': {
    request: ({ load }) => send('DELETE', `board/binLoads/${load}`, { version: 1 }),
    expected: toOthers,
    undo: addLoads,
  },
  'PUT board/:binId/position': {
    request: ({ bin }) => send('PUT', `board/${bin}/position`, { lat: 49.5, lng: -98 }),
    expected: toInstall,
  },
  // Every request names a free station.
  'POST board/addBinSensor': {
    request: ({ farm, user }) =>
      post('board/addBinSensor', {
        farmId: farm,
        userId: user,
        bin_topic: `b-${randomUUID()}`,
        binName: 'New',
        bin_number: 1,
      })(),
    expected: toManage,
    undo: async (db) => {
      const deletedAt = new Date(0);
      await db.updateTable('bins').set({ deletedAt }).where('name', '=', 'New').execute();
      await purgeBins(db, new Date(1), new AbortController().signal);
    },
  },
  'POST board/mainBoards/:main_board_id/credentials': {
    request: ({ board }) => post(`board/mainBoards/${board}/credentials`, { rotate: true })(),
    expected: toManage,
  },
  'POST cablesConfiguration/getCableConfiguration': {
    request: ({ bin }) => post('cablesConfiguration/getCableConfiguration', { id: bin })(),
    expected: toBins,
  },
  'POST cablesConfiguration/updateCableConfiguration': {
    request: ({ bin }) =>
      post('cablesConfiguration/updateCableConfiguration', { id: bin, old_cable_id: 11 })(),
    expected: toInstall,
  },
  'PUT board/:binId/general': putBin('board/ID/general'),
  'PUT board/:binId/alerts': putBin('board/ID/alerts'),
  'PUT board/:binId/firmware': putBin('board/ID/firmware'),
  'PUT board/:binId/inventory': putBin('board/ID/inventory'),
  'PUT board/:binId/fan-settings': putBin('board/ID/fan-settings'),
  'PUT board/:binId/cables-mgmt': putBin('board/ID/cables-mgmt'),
  'PUT board/:binId': putBin('board/ID'),
  'DELETE board/deleteBinSensor': {
    ...remove('board/deleteBinSensor', 'bin'),
    expected: toInstall,
  },
  'GET board/fanRuns': getBin(
    'fanRuns?bin_id=ID&from=2026-06-30T00:00:00Z&to=2026-07-02T00:00:00Z',
  ),
  'GET boardCommands/fanHistory': {
    request: ({ bin }) => ({ url: `/api/boardCommands/fanHistory?bin_id=${bin}` }),
    expected: toBins,
  },
  'GET boardCommands/latest': {
    request: ({ board }) => ({ url: `/api/boardCommands/latest?main_board_id=${board}` }),
    expected: toOthers,
  },
  'GET boardCommands/latestOfFarm': {
    request: ({ farm }) => ({ url: `/api/boardCommands/latestOfFarm?farm_id=${farm}` }),
    expected: toOthers,
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
    request: () => send('DELETE', 'crop/deleteCrop', { id: MISSING }),
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
    request: () => send('DELETE', 'firmware/deleteFirmware', { id: MISSING }),
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
  'POST user/search': {
    request: post('user/search', { model: 'bins', text: 'bin' }),
    expected: staffOnly,
  },
  // No provider is configured.
  'GET places/search': { request: get('places/search?text=Elm'), expected: sameForEveryone(503) },
  'GET places/map': { request: get('places/map'), expected: sameForEveryone(200) },
  'GET places/providers': { request: get('places/providers'), expected: adminsOnly },
  'PUT places/providers': {
    request: () => send('PUT', 'places/providers', { maps: { provider: 'none' } }),
    expected: adminsOnly,
  },
};
