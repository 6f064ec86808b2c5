import { createHmac, randomUUID } from 'node:crypto';
import { HOUR } from '@granary/domain/units';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeBins } from '../bins/deletion-store.ts';
import { type TestCall, type TestGranary, testGranary } from '../testing.ts';
import { addHouse, addUser, type House, type Household } from '../testing-house.ts';
import { storeReports } from '../testing-reports.ts';
import { openRoutes, policy } from './policy.ts';

const PASSWORD = 'correct horse battery';
const MISSING = '2000000000';

/** Whose thing a call names. The distributor's own are those of their customers. */
const targets = ['own', "neighbour's", "other distributor's", 'missing'] as const;
type Target = (typeof targets)[number];

/** Live sessions, and bearers of tokens that must open nothing. */
const live = [
  'user',
  'distributor',
  'admin',
  'admin made a user',
  'distributor made a user',
] as const;
const dead = [
  ...['nobody', 'signed out', 'run out', 'deleted', 'role forged', 'alg none'],
  ...['signed with another key', 'signed another way', 'of no session', 'not a token'],
] as const;
type Live = (typeof live)[number];

/** The ids a call may name. */
interface Ids {
  readonly user: string;
  readonly farm: string;
  readonly bin: string;
  readonly board: string;
  /** An entry of the bin's ledger. */
  readonly load: string;
}

interface Expected {
  readonly ask: (ids: Ids) => Omit<TestCall, 'token'>;
  /** The status for each live session, in the order of `targets`. */
  readonly answers: Readonly<Record<Live, readonly number[]>>;
  /** The status for strangers; 401 unless the call is open to anyone. */
  readonly open?: number;
  /** Puts back what a call takes away, for the next one. */
  readonly undo?: () => Promise<unknown>;
}

const everybody = (status: number) => ({
  user: Array<number>(4).fill(status),
  distributor: Array<number>(4).fill(status),
  admin: Array<number>(4).fill(status),
  'admin made a user': Array<number>(4).fill(status),
  'distributor made a user': Array<number>(4).fill(status),
});
const staffOnly = {
  ...everybody(200),
  user: [403, 403, 403, 403],
  'admin made a user': [403, 403, 403, 403],
  'distributor made a user': [403, 403, 403, 403],
};
const toBins = {
  user: [200, 403, 403, 404],
  distributor: [200, 403, 403, 404],
  admin: [200, 200, 200, 404],
  'admin made a user': [403, 403, 403, 404],
  'distributor made a user': [403, 403, 403, 404],
};
const toOthers = {
  user: [200, 404, 404, 404],
  distributor: [200, 404, 404, 404],
  admin: [200, 200, 200, 404],
  'admin made a user': [404, 404, 404, 404],
  'distributor made a user': [404, 404, 404, 404],
};

const adminsOnly = {
  ...staffOnly,
  distributor: [403, 403, 403, 403],
};
/** What staff may do to customers and those not to themselves. */
const toCustomers = { ...toOthers, user: [403, 404, 404, 404] };

const get = (path: string) => () => ({ url: `/api/${path}` });
const post = (path: string, body?: unknown) => () => ({
  ...{ method: 'POST' as const, url: `/api/${path}`, ...(body === undefined ? {} : { body }) },
});
const getBin = (path: string) => ({
  ask: ({ bin }: Ids) => ({ url: `/api/board/${path.replace('ID', bin)}` }),
  answers: toBins,
});
const setBin = (path: string, body?: unknown) => ({
  ask: ({ bin }: Ids) => post(path.replace('ID', bin), body)(),
  answers: toBins,
});

/** Settings are changed by whoever has the bin; each setting is judged by itself elsewhere. */
const putBin = (path: string) => ({
  ask: ({ bin }: Ids) => ({
    ...{ method: 'PUT' as const, url: `/api/${path.replace('ID', bin)}`, body: {} },
  }),
  answers: toBins,
});

/** What staff may do to a farm, and its owner may not. */
const toManage = { ...toOthers, user: [403, 404, 404, 404] };
/** What staff may do to a bin, and its owner may not. */
const toInstall = { ...toBins, user: [403, 403, 403, 404] };
const remove = (path: string, id: keyof Ids) => ({
  ask: (ids: Ids) => ({
    ...{ method: 'DELETE' as const, url: `/api/${path}`, body: { id: ids[id] } },
  }),
  undo: async () => {
    await granary.db.updateTable('farms').set({ deletedAt: null }).execute();
    await granary.db.updateTable('bins').set({ deletedAt: null }).execute();
  },
});
const edited = {
  ...{ farm_name: 'Edited', city: '', state: '', country: '', lat: null, lng: null },
  ...{ channel_8_sensor_attached: false, bin_id_for_channel_8_readings: null },
};

/** Ids of the loads that are there begin here, far from those that calls make. */
const LOADS = 1_000_000;

/** An entry of a ledger as it stands, so that writing it changes nothing. */
const entry = { date_time: '2026-07-01T11:00:00.000Z', volume: 5, moisture: null, protein: null };

const table: Readonly<Record<string, Expected>> = {
  'POST user/login': {
    ask: post('user/login', { email: 'login@house.example', password: PASSWORD }),
    answers: everybody(200),
    open: 200,
  },
  'POST user/setUpAdmin': {
    ask: post('user/setUpAdmin', {
      ...{ setup_token: 'guessed', email: 'a@house.example', password: PASSWORD },
      ...{ first_name: '', last_name: '' },
    }),
    answers: everybody(403),
    open: 403,
  },
  // Limits are for accounts and addresses, so that every asker has ones of their own.
  'POST user/sendResetCode': {
    ask: () => ({
      ...post('user/sendResetCode', { email: `${randomUUID()}@house.example` })(),
      remoteAddress: newAddress(),
    }),
    answers: everybody(404),
    open: 404,
  },
  'POST user/resetPassword': {
    ask: () => ({
      ...post('user/resetPassword', {
        ...{ forget_password_code: 'AAAAAA', password: PASSWORD, email: 'nobody@house.example' },
      })(),
      remoteAddress: newAddress(),
    }),
    answers: everybody(422),
    open: 422,
  },
  'POST user/verifyPassword': {
    ask: () => ({
      ...post('user/verifyPassword', { password: 'nobody has this one' })(),
      remoteAddress: newAddress(),
    }),
    answers: everybody(422),
  },
  'POST user/updateUser': {
    ask: ({ user }) =>
      post('user/updateUser', {
        ...{ first_name: 'First', last_name: 'Last', phone: '', city: 'C', state: 'S' },
        ...{ country: 'C', id: user, user_id: user, role: 'admin' },
      })(),
    answers: everybody(200),
  },
  'POST user/registerDevice': {
    ask: ({ user }) =>
      post('user/registerDevice', { token_id: 't', device_type: '', user_id: user })(),
    answers: everybody(200),
  },
  'GET notifications': { ask: get('notifications'), answers: everybody(200) },
  'POST notifications/read': { ask: post('notifications/read', {}), answers: everybody(200) },
  'GET audit': { ask: ({ user }) => get(`audit?user_id=${user}`)(), answers: staffOnly },
  'POST user/addUser': {
    ask: () =>
      post('user/addUser', {
        ...{ email: `${randomUUID()}@house.example`, password: PASSWORD },
        ...{ first_name: 'First', last_name: 'Last' },
      })(),
    answers: staffOnly,
  },
  // Without a password typed just now it is refused even where it may be done.
  'DELETE user/deleteUser': {
    ask: ({ user }) => ({
      ...{ method: 'DELETE', url: '/api/user/deleteUser', body: { user_id: user } },
    }),
    answers: {
      ...toCustomers,
      distributor: [403, 404, 404, 404],
      admin: [403, 403, 403, 404],
    },
  },
  'GET user/notes/:userId': {
    ask: ({ user }) => get(`user/notes/${user}`)(),
    answers: toCustomers,
  },
  'POST user/notes/:userId': {
    ask: ({ user }) => post(`user/notes/${user}`, { admin_notes: '', user_id: user })(),
    answers: toCustomers,
  },
  'GET user/getDistributorList': { ask: get('user/getDistributorList'), answers: adminsOnly },
  'GET user/getUsersByDistributor/:id': {
    ask: () => get(`user/getUsersByDistributor/${house.distributor.id}`)(),
    answers: adminsOnly,
  },
  'POST user/assignDistributor': {
    // Each stays with the distributor they have.
    ask: ({ user }) =>
      post('user/assignDistributor', { user_id: user, distributor_id: distributorOf(user) })(),
    answers: { ...toCustomers, distributor: [403, 404, 404, 404] },
  },
  'POST user/logout': { ask: post('user/logout'), answers: everybody(200) },
  'GET user/getContacts': { ask: get('user/getContacts'), answers: everybody(200) },
  'GET user/getMyInfo': { ask: get('user/getMyInfo'), answers: everybody(200) },
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
  'GET board/getAllBinForAUser': { ask: get('board/getAllBinForAUser'), answers: everybody(200) },
  'GET board/getBinsMenu': { ask: get('board/getBinsMenu'), answers: everybody(200) },
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
  'DELETE farm/deleteFarm': {
    ...remove('farm/deleteFarm', 'farm'),
    answers: toManage,
  },
  'GET board/getBinLoads': getBin('getBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinLoads': getBin('getAllBinLoads?bin_sensor_id=ID'),
  'GET board/getAllBinUnloads': getBin('getAllBinUnloads?bin_sensor_id=ID'),
  'POST board/addBinLoad': {
    ask: ({ bin }) => post('board/addBinLoad', { ...entry, bin_sensor_id: bin, type: 'load' })(),
    answers: toBins,
  },
  'PUT board/binLoads/:id': {
    ask: ({ load }) => ({
      ...{ method: 'PUT', url: `/api/board/binLoads/${load}`, body: { ...entry, version: 1 } },
    }),
    answers: toOthers,
  },
  'DELETE board/binLoads/:id': {
    ask: ({ load }) => ({ method: 'DELETE', url: `/api/board/binLoads/${load}` }),
    answers: toOthers,
    undo: addLoads,
  },
  'PUT board/:binId/position': {
    ask: ({ bin }) => ({
      ...{ method: 'PUT', url: `/api/board/${bin}/position`, body: { lat: 49.5, lng: -98 } },
    }),
    answers: toInstall,
  },
  // Each asks for a station that is free; the farm of another takes no user of one's own.
  'POST board/addBinSensor': {
    ask: ({ farm, user }) =>
      post('board/addBinSensor', {
        ...{ farmId: farm, userId: user, bin_topic: `b-${randomUUID()}`, binName: 'New' },
        bin_number: 1,
      })(),
    answers: toManage,
    undo: async () => {
      const deletedAt = new Date(0);
      await granary.db.updateTable('bins').set({ deletedAt }).where('name', '=', 'New').execute();
      await purgeBins(granary.db, new Date(1), new AbortController().signal);
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
  'DELETE board/deleteBinSensor': {
    ...remove('board/deleteBinSensor', 'bin'),
    answers: toInstall,
  },
  'GET boardCommands/fanHistory': {
    ask: ({ bin }) => ({ url: `/api/boardCommands/fanHistory?bin_id=${bin}` }),
    answers: toBins,
  },
  'GET boardCommands/latest': {
    ask: ({ board }) => ({ url: `/api/boardCommands/latest?main_board_id=${board}` }),
    answers: toOthers,
  },
  'GET crop/getCrops': { ask: get('crop/getCrops'), answers: everybody(200) },
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
    // Nobody sends a file, which is looked at last.
    ask: () => ({
      ...post('firmware/addFirmware', '--x\r\n\r\n\r\n--x--')(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    answers: { ...adminsOnly, admin: [422, 422, 422, 422] },
  },
  'DELETE firmware/deleteFirmware': {
    ask: () => ({
      ...{ method: 'DELETE', url: '/api/firmware/deleteFirmware', body: { id: MISSING } },
    }),
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
  // Nobody has named a provider here.
  'GET places/search': { ask: get('places/search?text=Roland'), answers: everybody(503) },
  'GET places/map': { ask: get('places/map'), answers: everybody(200) },
};

/** What is open beside the calls, by an address that leads there. */
const openTable: Readonly<Record<string, readonly [url: string, status: number]>> = {
  '/healthz': ['/healthz', 200],
  // No port was opened, so that no board can come.
  '/readyz': ['/readyz', 503],
  '/metrics': ['/metrics', 200],
  '/api/openapi.json': ['/api/openapi.json', 200],
  '/api/docs': ['/api/docs', 200],
  '/api/docs/': ['/api/docs/', 200],
  '/api/docs/json': ['/api/docs/json', 200],
  '/api/docs/yaml': ['/api/docs/yaml', 200],
  '/api/docs/static/*': ['/api/docs/static/swagger-ui.css', 200],
  '/api/docs/static/index.html': ['/api/docs/static/index.html', 302],
  '/api/docs/static/swagger-initializer.js': ['/api/docs/static/swagger-initializer.js', 200],
  '/api/places/tiles/:z/:x/:y': ['/api/places/tiles/0/0/0', 503],
  '/*': ['/table.test.ts', 200],
};

let granary: TestGranary;
let house: House;

let addresses = 0;
/** Each in a network of its own: those are what is counted. */
const newAddress = () => `2001:db8:0:${(++addresses).toString(16)}::1`;

function distributorOf(userId: string): string | null {
  const { farmer, neighbour, stranger } = house;
  const owner = [farmer, neighbour, stranger].find(({ user }) => String(user.id) === userId);
  const id = owner?.user.distributorId ?? null;
  return id === null ? null : String(id);
}

beforeAll(async () => {
  granary = await testGranary({ pages: import.meta.dirname });
  house = await addHouse(granary.db);
  await addUser(granary.db, 'user', { email: 'login@house.example', password: PASSWORD });
  for (const { bin } of [house.farmer, house.neighbour, house.stranger]) {
    const report = { date_time: '2026-07-01T11:00:00Z', temp_reading: [[20, 21], [22]] };
    await storeReports(granary.db, bin, [report], granary.now());
  }
  await addLoads();
});

/** Each bin has a load, whose id follows from the bin's. */
async function addLoads(): Promise<void> {
  const ids = [house.farmer, house.neighbour, house.stranger].map(({ bin }) => bin.id);
  const { volume, date_time: at } = entry;
  await sql`
    insert into bin_loads (id, bin_id, type, at, volume)
    overriding system value
    select ${LOADS} + id, id, 'load', ${at}::timestamptz, ${volume}::float8 from unnest(${ids}::int[]) id
    on conflict do nothing`.execute(granary.db);
}

afterAll(() => granary.dispose());

function idsOf(target: Target): Ids {
  const of = ({ user, farm, bin }: Household) => ({
    ...{ user: String(user.id), farm: String(farm.id), bin: String(bin.id) },
    board: bin.mainBoardId,
    load: String(LOADS + bin.id),
  });
  switch (target) {
    case 'own':
      return of(house.farmer);
    case "neighbour's":
      return of(house.neighbour);
    case "other distributor's":
      return of(house.stranger);
    case 'missing':
      return { user: MISSING, farm: MISSING, bin: MISSING, board: MISSING, load: MISSING };
  }
}

async function liveToken(actor: Live): Promise<string> {
  switch (actor) {
    case 'user':
      return granary.tokenOf(house.farmer.user);
    case 'distributor':
      return granary.tokenOf(house.distributor);
    case 'admin':
      return granary.tokenOf(house.admin);
    case 'admin made a user':
    case 'distributor made a user': {
      const user = await addUser(granary.db, actor.startsWith('admin') ? 'admin' : 'distributor');
      const token = await granary.tokenOf(user);
      await granary.db
        .updateTable('users')
        .set({ role: 'user' })
        .where('id', '=', user.id)
        .execute();
      return token;
    }
  }
}

/** Tokens of the admin that must open nothing. */
async function deadTokens(): Promise<Record<(typeof dead)[number], string | null>> {
  const { db, sessions, secrets } = granary;
  const good = await granary.tokenOf(house.admin);
  const [header = '', payload = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signedOut = await granary.tokenOf(house.admin);
  await sessions.revoke((await sessions.find(signedOut))?.sid ?? '');
  const gone = await addUser(db, 'admin');
  const deleted = await granary.tokenOf(gone);
  const deletedAt = new Date(granary.now());
  await db.updateTable('users').set({ deletedAt }).where('id', '=', gone.id).execute();
  const resigned = (body: string, key: Buffer) =>
    `${header}.${body}.${createHmac('sha256', key).update(`${header}.${body}`).digest('base64url')}`;
  const users = await granary.tokenOf(house.farmer.user);
  const forged = { ...JSON.parse(Buffer.from(users.split('.')[1] ?? '', 'base64url').toString()) };
  return {
    nobody: null,
    'signed out': signedOut,
    'run out': await granary.tokenOf(house.admin),
    deleted,
    'role forged': `${header}.${encoded({ ...forged, role: 'admin' })}.${users.split('.')[2]}`,
    'alg none': `${encoded({ alg: 'none' })}.${payload}.`,
    'signed with another key': resigned(payload, Buffer.alloc(32)),
    'signed another way': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .sign(secrets.tokenKey),
    'of no session': resigned(
      encoded({ ...claims, sid: '6f1c1a0e-2f0a-4d51-8a5f-0d7f6a1f0c3b' }),
      secrets.tokenKey,
    ),
    'not a token': signature,
  };
}

describe('who may call what', () => {
  it('is declared for every route', () => {
    expect(Object.keys(table).sort()).toEqual([...policy.keys()].sort());
    expect(Object.keys(openTable).sort()).toEqual([...openRoutes].sort());
  });

  it.each(Object.entries(table))('%s answers the living as declared', async (_, call) => {
    const seen: Record<string, number[]> = {};
    for (const actor of live) {
      seen[actor] = [];
      for (const target of targets) {
        const token = await liveToken(actor);
        seen[actor].push((await granary.call({ ...call.ask(idsOf(target)), token })).status);
        await call.undo?.();
      }
    }
    expect(seen).toEqual(call.answers);
  });

  it.each(Object.entries(openTable))('%s is open to anyone', async (_, [url, status]) => {
    expect((await granary.call({ url })).status).toBe(status);
    expect((await granary.call({ url, token: 'of a stranger' })).status).toBe(status);
  });

  it('answers strangers and the dead as if they were not signed in', async () => {
    const tokens = await deadTokens();
    granary.advance(12 * HOUR);
    const { 'run out': runOut, ...others } = tokens;
    const now = await deadTokens();
    for (const [who, token] of Object.entries({ ...others, ...now, 'run out': runOut })) {
      for (const [name, call] of Object.entries(table)) {
        const answer = await granary.call({ ...call.ask(idsOf('own')), token });
        expect(answer.status, `${name} for ${who}`).toBe(call.open ?? 401);
        if (call.open) continue;
        expect(answer.body, `${name} for ${who}`).toEqual({
          RESP_CODE: 'UNAUTHENTICATED',
          RESP_MSG: 'Please sign in.',
          message: 'Please sign in.',
        });
      }
    }
  });

  it('asks who calls before it looks at what was sent', async () => {
    for (const [name, call] of Object.entries(table)) {
      if (call.open) continue;
      const [method, path = ''] = name.split(' ');
      const url = `/api/${path.replaceAll(/:\w+/g, 'nonsense')}?id=nonsense`;
      const headers = { 'content-type': 'application/json' };
      const answer = await granary.app.inject({
        ...{ method: method as 'GET', url, headers },
        ...(method === 'GET' ? {} : { payload: '{broken' }),
      });
      expect(answer.statusCode, name).toBe(401);
      if (method !== 'GET') continue;
      expect((await granary.call({ method: 'HEAD', url })).status, `HEAD ${path}`).toBe(401);
    }
  });

  it("says 'Access Denied' of foreign bins, and of all else foreign what it says of nothing", async () => {
    const token = await granary.tokenOf(house.farmer.user);
    const ask = async (name: string, target: Target) => {
      const call = table[name]?.ask(idsOf(target)) ?? { url: '' };
      return (await granary.call({ ...call, token })).body;
    };
    expect(await ask('GET board/getBinSensor', "neighbour's")).toEqual({
      ...{ RESP_CODE: 'FORBIDDEN', RESP_MSG: 'Access Denied', message: 'Access Denied' },
    });
    for (const name of ['GET user/getUser', 'GET farm/getAllFarms', 'GET farm/getFarm']) {
      expect(await ask(name, "neighbour's"), name).toEqual(await ask(name, 'missing'));
    }
  });

  it('shows a distributor themselves, without farms', async () => {
    const token = await granary.tokenOf(house.distributor);
    const id = house.distributor.id;
    const farms = await granary.call({ url: `/api/farm/getAllFarms?user_id=${id}`, token });
    expect(farms).toMatchObject({ status: 200, body: { RESP_MSG: [] } });
    const user = await granary.call({ url: `/api/user/getUser?user_id=${id}`, token });
    expect(user.body.RESP_MSG).toMatchObject({ id: String(id), role: 'distributor' });
    const other = `/api/user/getUser?user_id=${house.otherDistributor.id}`;
    expect((await granary.call({ url: other, token })).status).toBe(404);
  });

  it('forgets bins of a farm that was deleted, and farms of an owner that was', async () => {
    const { user, farm, bin } = house.stranger;
    const token = await granary.tokenOf(house.otherDistributor);
    const deletedAt = new Date(granary.now());
    const status = async (url: string) =>
      (await granary.call({ url: `/api/${url}`, token })).status;
    const bins = async () =>
      (await granary.call({ url: '/api/board/getAllBinForAUser', token })).body.RESP_MSG;
    expect(await bins()).toHaveLength(1);
    await granary.db.updateTable('farms').set({ deletedAt }).where('id', '=', farm.id).execute();
    expect(await status(`board/getBinSensor?id=${bin.id}`)).toBe(404);
    expect(await status(`farm/getAllBins?farm_id=${farm.id}`)).toBe(404);
    expect(await bins()).toEqual([]);
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await status(`farm/getAllFarms?user_id=${user.id}`)).toBe(404);
  });
});
