import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { MISSING_ID } from './access-requests.ts';
import { addUser } from './fixtures.ts';
import { addCommand } from './stored-commands.ts';
import { TEST_START, type TestApp } from './test-app.ts';
import {
  type BinDefinition,
  type Bins,
  binDefinitions,
  FIXTURE_START,
  type Fields,
  storeBinReports,
  storeUnusualFrames,
} from './upgrade-fixture-bins.ts';

const PASSWORD = 'eleven grey herons';

/** The IDs to use in calls; the last farm, bin and board do not exist. */
export interface FixtureContents {
  readonly accounts: readonly { readonly email: string; readonly id: string }[];
  readonly farms: readonly string[];
  readonly bins: readonly string[];
  readonly boards: readonly string[];
}

interface SignedInAccount {
  readonly email: string;
  readonly token: string;
}

/**
 * Fills an empty database through the API and with frames from boards: accounts of every role, farms
 * and bins with their settings, some of them changed, moved or deleted, and three weeks of readings.
 * The clock runs from `FIXTURE_START` to `TEST_START`.
 */
export async function fillFixture(app: TestApp): Promise<FixtureContents> {
  app.advance(FIXTURE_START - app.now());
  const accounts = await addAccounts(app);
  const farms = await addFarms(app, accounts);
  const bins = await addBins(app, accounts, farms);
  await addCropsAndFirmware(app, accounts);
  await changeSettings(app, accounts, bins);
  await storeBinReports(app, bins, FIXTURE_START, TEST_START - 9 * DAY);
  await changeBetweenReports(app, accounts, farms, bins);
  await storeBinReports(app, bins, TEST_START - 9 * DAY, TEST_START - HOUR);
  await storeUnusualFrames(app);
  await addToLedgers(app, accounts, bins);
  await insertRowsDirectly(app.db, accounts, bins);
  await deleteBinFarmAndUser(app, accounts, farms, bins);
  app.advance(TEST_START - app.now());
  return {
    accounts: [...accounts.values()].map(({ email, id }) => ({ email, id })),
    farms: [...farms.values(), MISSING_ID],
    bins: [...[...bins.values()].map(({ id }) => id), MISSING_ID],
    boards: [...new Set([...bins.values()].map(({ board }) => board)), 'unknown-board'],
  };
}

type Accounts = ReadonlyMap<string, SignedInAccount & { readonly id: string }>;

function find<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`The fixture has no ${name}.`);
  return found;
}

/** Makes a call that must succeed, and returns its payload. */
async function send(
  app: TestApp,
  { email, token }: SignedInAccount,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Fields> {
  app.advance(MINUTE);
  const response = await app.call({ method, url: `/api/${path}`, token, body, headers });
  if (response.status !== 200) {
    throw new Error(`${method} ${path} for ${email}: ${response.status} ${response.text}`);
  }
  const { data } = response.body as { readonly data?: Fields };
  return data ?? ((response.body.RESP_MSG ?? {}) as Fields);
}

async function addAccounts(app: TestApp): Promise<Accounts> {
  const accounts = new Map<string, SignedInAccount & { readonly id: string }>();
  const email = 'admin@fixture.example';
  const row = await addUser(app.db, 'admin', { email, firstName: 'Ada', password: PASSWORD });
  accounts.set('admin', { email, id: String(row.id), token: await signIn(app, email) });
  const add = async (name: string, creator: string, role: string, overrides: Fields = {}) => {
    const address = `${name}@fixture.example`;
    const { id } = await send(app, find(accounts, creator), 'POST', 'user/addUser', {
      email: address,
      password: PASSWORD,
      role,
      first_name: name,
      last_name: 'Fixture',
      phone: '+1 204 555 0100',
      city: 'Roland',
      state: 'MB',
      country: 'Canada',
      ...overrides,
    });
    accounts.set(name, { email: address, id: String(id), token: await signIn(app, address) });
  };
  await add('distributor', 'admin', 'distributor');
  await add('other', 'admin', 'distributor', { last_name: 'Dealer' });
  await add('farmer', 'distributor', 'user');
  await add('neighbour', 'admin', 'user');
  await add('moved', 'distributor', 'user');
  await add('gone', 'distributor', 'user');
  await add('idle', 'other', 'user');
  return accounts;
}

/** Signs in; returns a token that is valid for the three weeks of the fixture. */
async function signIn({ call }: TestApp, email: string): Promise<string> {
  const body = { email, password: PASSWORD, remember: true };
  const { text } = await call({ method: 'POST', url: '/api/user/login', body });
  return (JSON.parse(text) as { readonly RESP_MSG: string }).RESP_MSG;
}

async function addFarms(app: TestApp, accounts: Accounts): Promise<Map<string, string>> {
  const farms = new Map<string, string>();
  const add = async (name: string, owner: string, creator: string, overrides: Fields = {}) => {
    const farm = await send(app, find(accounts, creator), 'POST', 'farm/addFarm', {
      farm_name: name,
      user_id: find(accounts, owner).id,
      city: 'Roland',
      state: 'MB',
      country: 'Canada',
      lat: 49.37,
      lng: -97.94,
      timezone: 'America/Winnipeg',
      ...overrides,
    });
    farms.set(name, String(farm['farm_id']));
  };
  await add('Home Quarter', 'farmer', 'distributor');
  await add('Müller & Söhne', 'farmer', 'admin', {
    timezone: 'Europe/Berlin',
    lat: null,
    lng: null,
  });
  await add('Neighbour Farm', 'neighbour', 'admin', { timezone: 'UTC' });
  await add('Moved Farm', 'moved', 'distributor', { timezone: 'America/Regina' });
  await add('Deleted Farm', 'farmer', 'distributor');
  return farms;
}

async function addBins(
  app: TestApp,
  accounts: Accounts,
  farms: ReadonlyMap<string, string>,
): Promise<Bins> {
  const admin = find(accounts, 'admin');
  const bins = new Map<string, BinDefinition & { readonly id: string }>();
  for (const [name, bin] of Object.entries(binDefinitions)) {
    const farmId = find(farms, bin.farm);
    const farm = await app.call({ url: `/api/farm/getFarm?farm_id=${farmId}`, token: admin.token });
    const { user_id } = farm.body.RESP_MSG as { readonly user_id: string };
    const createdBin = await send(app, admin, 'POST', 'board/addBinSensor', {
      farmId,
      userId: user_id,
      bin_topic: bin.board,
      bin_number: bin.number,
      binName: name,
      binId: `label ${name}`,
      bin_firmware_name: bin.board === 'FX-1' ? 'realtime' : 'sleep',
    });
    bins.set(name, { ...bin, id: String(createdBin['id']) });
  }
  return bins;
}

async function changeSettings(app: TestApp, accounts: Accounts, bins: Bins): Promise<void> {
  const distributor = find(accounts, 'distributor');
  const admin = find(accounts, 'admin');
  for (const [name, { id, settings, cables }] of bins) {
    if (Object.keys(settings).length > 0) {
      await send(app, admin, 'PUT', `board/${id}`, settings);
    }
    if (cables.length === 0) continue;
    await send(app, admin, 'PUT', `board/${id}/cables-mgmt`, {
      cable_names: cables.map((_, index) => ({
        cable: index + 1,
        cable_name: index === 0 ? 'Centre' : '',
        cable_id: 11 + index,
        bin: 1,
        flip: index === 1,
        crop_name: name === 'Wheat bin' && index === 2 ? 'Corn' : null,
      })),
    });
  }
  const wheat = find(bins, 'Wheat bin');
  await send(app, distributor, 'PUT', `board/${wheat.id}/position`, { lat: 49.371, lng: -97.94 });
  await send(app, admin, 'PUT', `board/${wheat.id}/general`, { freq: 44, bin_in: 3 });
  await send(app, distributor, 'POST', 'board/mainBoards/FX-1/credentials', { rotate: false });
  await send(app, distributor, 'POST', 'cablesConfiguration/updateCableConfiguration', {
    id: wheat.id,
    old_cable_id: 12,
    new_cable_id: 22,
    new_sensor_position: 3,
  });
  await send(app, distributor, 'POST', 'boardCommands/addCommandScheduled', {
    bin_id: wheat.id,
    bin_number: wheat.number,
    bin_topic: wheat.board,
    schedule: { monday: [{ on_time: '06:00', off_time: '08:30' }], sunday: [] },
  });
  await send(app, distributor, 'POST', `user/notes/${find(accounts, 'farmer').id}`, {
    admin_notes: 'Prefers calls before seven.\nGate code at the office.',
  });
  await send(app, find(accounts, 'farmer'), 'POST', 'user/updateUser', {
    timezone: 'America/Winnipeg',
    language: 'de',
    enable_sms_notifications: true,
  });
  await send(app, find(accounts, 'farmer'), 'POST', 'user/registerDevice', {
    token_id: 'push-token-of-a-phone',
    device_type: 'Firefox on Android',
  });
}

const CHART = ',0,10,20,30\n30,8.1,7.8,7.5,7.2\n60,12.2,11.8,11.4,11.0\n90,18.9,18.2,17.6,17.0';

async function addCropsAndFirmware(app: TestApp, accounts: Accounts): Promise<void> {
  const admin = find(accounts, 'admin');
  const add = (crop_name: string, chart_data = CHART) =>
    send(app, admin, 'POST', 'crop/addCrop', { crop_name, chart_data });
  await add('Rye of the farm');
  await add('Oats', CHART.replaceAll('11.', '12.'));
  const { id } = await add('Deleted crop');
  await send(app, admin, 'DELETE', 'crop/deleteCrop', { id });
  const upload = (name: string, version: string, type: string) => {
    const field = (key: string, value: string, more = '') =>
      `--fixture\r\nContent-Disposition: form-data; name="${key}"${more}\r\n\r\n${value}\r\n`;
    const file = field('file', `:10000000${version}`, '; filename="board.txt"');
    const body = `${field('name', name)}${field('version', version)}${field('type', type)}${file}--fixture--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=fixture' };
    return send(app, admin, 'POST', 'firmware/addFirmware', body, headers);
  };
  await upload('Realtime board', '2.10', 'realtime');
  await upload('Sleeping board', '2.03', 'sleep');
  const withdrawnFirmware = await upload('Withdrawn', '1.0', 'sleep');
  await send(app, admin, 'DELETE', 'firmware/deleteFirmware', { id: withdrawnFirmware['id'] });
  await send(app, admin, 'PUT', 'places/providers', {
    maps: { provider: 'usgs', accepts_terms: true },
    geocoder: { provider: 'own', url: 'https://photon.farm.example/api?k={key}', key: 'k' },
  });
}

/** Makes changes after twelve of the twenty-one days. */
async function changeBetweenReports(
  app: TestApp,
  accounts: Accounts,
  farms: ReadonlyMap<string, string>,
  bins: Bins,
): Promise<void> {
  const admin = find(accounts, 'admin');
  const distributor = find(accounts, 'distributor');
  const farmer = find(accounts, 'farmer');
  const wheat = find(bins, 'Wheat bin');
  const change = { crop_name: 'Barley', bin_size: 11_000 };
  await send(app, farmer, 'PUT', `board/${wheat.id}/general`, change);
  await send(app, farmer, 'PUT', `board/${wheat.id}/alerts`, {
    co2_alerts_enabled: true,
    co2: 600,
    storage_time_enabled: false,
  });
  await send(app, farmer, 'POST', `board/sensor/${wheat.id}/11/2`, { sensorStatus: 'mute' });
  await send(app, farmer, 'POST', `board/sensor/${wheat.id}/12/3`, { sensorStatus: 'disable' });
  await send(app, distributor, 'POST', 'farm/updateFarm', {
    farm_id: find(farms, 'Home Quarter'),
    farm_name: 'Home Quarter',
    city: 'Carman',
    state: 'MB',
    country: 'Canada',
    lat: 49.37,
    lng: -97.94,
    channel_8_sensor_attached: true,
    bin_id_for_channel_8_readings: wheat.id,
  });
  await send(app, admin, 'POST', 'user/assignDistributor', {
    user_id: find(accounts, 'moved').id,
    distributor_id: find(accounts, 'other').id,
  });
  await send(app, admin, 'POST', 'crop/addCrop', {
    crop_name: 'Rye of the farm',
    chart_data: CHART.replace('8.1', '8.4'),
  });
}

async function addToLedgers(app: TestApp, accounts: Accounts, bins: Bins): Promise<void> {
  const farmer = find(accounts, 'farmer');
  const add = (bin: string, type: string, daysAgo: number, volume: number) =>
    send(app, farmer, 'POST', 'board/addBinLoad', {
      bin_sensor_id: find(bins, bin).id,
      type,
      volume,
      moisture: 14.2,
      protein: null,
      date_time: new Date(TEST_START - daysAgo * DAY).toISOString(),
    });
  await add('Wheat bin', 'load', 20, 6_000);
  await add('Wheat bin', 'load', 18, 1_500);
  await add('Hot canola', 'load', 19, 4_100);
  const wrongEntry = await add('Wheat bin', 'unload', 5, 900);
  await send(app, farmer, 'PUT', `board/binLoads/${String(wrongEntry['id'])}`, {
    version: wrongEntry['version'],
    date_time: wrongEntry['date_time'],
    volume: 950,
    moisture: 14.4,
    protein: 12.1,
  });
  const duplicateEntry = await add('Wheat bin', 'unload', 5, 950);
  await send(app, farmer, 'DELETE', `board/binLoads/${String(duplicateEntry['id'])}`, {
    version: duplicateEntry['version'],
  });
}

/** Adds rows that no call can create yet. */
async function insertRowsDirectly(
  db: Kysely<Tables>,
  accounts: Accounts,
  bins: Bins,
): Promise<void> {
  const binId = Number(find(bins, 'Hot canola').id);
  const statuses = ['queued', 'released', 'confirmed', 'expired'] as const;
  for (const [index, status] of statuses.entries()) {
    const createdAt = new Date(TEST_START - (index + 2) * HOUR);
    const releasedAt = status === 'queued' ? null : createdAt;
    const bin = { id: binId, mainBoardId: 'FX-1', binNumber: 2 };
    const command = { text: 'setF00000002', state: status, queuedAt: createdAt, releasedAt };
    await addCommand(db, bin, command);
  }
  const acknowledgedBy = Number(find(accounts, 'admin').id);
  const since = new Date(TEST_START - 2 * DAY);
  const severity = 'warning';
  const alert = { severity, since, notifiedSeverity: severity, notifiedAt: since } as const;
  await db
    .insertInto('serverAlerts')
    .values([
      {
        ...alert,
        rule: 'disk-low',
        value: 9,
        limitValue: 10,
        acknowledgedAt: since,
        acknowledgedBy,
      },
      {
        ...alert,
        rule: 'clock-off',
        value: 45,
        limitValue: 30,
        closedAt: new Date(TEST_START - DAY),
      },
    ])
    .execute();
  for (const name of ['farmer', 'distributor'] as const) {
    const userId = Number(find(accounts, name).id);
    const message = {
      title: 'Hot spot',
      body: 'Hot canola: 31.2 °C',
      target: `/binsensor/${binId}`,
    };
    const at = new Date(TEST_START - DAY);
    await db
      .insertInto('notifications')
      .values([
        { userId, ...message, at, readAt: at },
        { userId, ...message, at: new Date(TEST_START - HOUR), readAt: null },
      ])
      .execute();
  }
}

async function deleteBinFarmAndUser(
  app: TestApp,
  accounts: Accounts,
  farms: ReadonlyMap<string, string>,
  bins: Bins,
): Promise<void> {
  const distributor = find(accounts, 'distributor');
  const remove = (path: string, body: Fields) => send(app, distributor, 'DELETE', path, body);
  await remove('board/deleteBinSensor', { id: find(bins, 'Deleted bin').id });
  await remove('farm/deleteFarm', { id: find(farms, 'Deleted Farm') });
  await send(app, distributor, 'POST', 'user/verifyPassword', { password: PASSWORD });
  await remove('user/deleteUser', { user_id: find(accounts, 'gone').id });
}
