import { ApiClient } from '../support/api.ts';
import { insertRows } from '../support/database.ts';
import { type Granary, startGranary } from '../support/granary-process.ts';
import { type BoardConnection, publishFrame, publishMessages } from '../support/publish-frames.ts';
import { allInjections, injectionNames, injections } from './injection-strings.ts';

export const ADMIN = { email: 'admin@strings.example', password: 'forty bushels a minute' };
export const DISTRIBUTOR = 'distributor-0@strings.example';
export const CUSTOMER = 'customer-0@strings.example';
/** A board whose frames hold the strings. */
export const FRAMES_BOARD = 'strings-0';

const CABLES = 8;
const BINS_PER_BOARD = 32;

/** The injected data. */
export interface InjectedData {
  readonly granary: Granary;
  readonly distributorId: string;
  readonly customerId: string;
  readonly farmId: string;
  /** Bins whose cables have the strings as names. */
  readonly binIds: readonly string[];
}

/** Starts a separate Granary and writes each string into every text that users or boards can set. */
export async function injectScripts(): Promise<InjectedData> {
  const granary = await startGranary('start');
  const admin = await setUp(granary);
  const [distributorId = ''] = await addUsers(admin, 'distributor', { role: 'distributor' });
  const dealer = { distributor_id: distributorId };
  const [customerId = ''] = await addUsers(admin, 'customer', dealer);
  await admin.send('POST', `user/notes/${customerId}`, { admin_notes: allInjections });
  const farmIds: string[] = [];
  for (const name of injectionNames) {
    const place = { city: name, state: name, country: name, lat: 49, lng: -98 };
    const farm = { farm_name: name, user_id: customerId, ...place };
    const { farm_id } = (await admin.send('POST', 'farm/addFarm', farm)) as { farm_id: string };
    farmIds.push(farm_id);
    const crop = { crop_name: name, chart_data: ',0,10\n50,11,10\n60,13,12' };
    await admin.send('POST', 'crop/addCrop', crop);
  }
  await addFirmware(admin);
  const [farmId = ''] = farmIds;
  const binIds = await addBins(admin, farmId, customerId);
  await publishReports(granary, admin);
  await addNotifications(granary, customerId);
  return { granary, distributorId, customerId, farmId, binIds };
}

async function setUp(granary: Granary): Promise<ApiClient> {
  const setup_token = /#token=(\S+)/.exec(granary.output())?.[1];
  const first = { setup_token, ...ADMIN, first_name: 'Ada', last_name: 'Lovelace' };
  await fetch(`${granary.url}/api/user/setUpAdmin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(first),
  });
  return ApiClient.signIn(ADMIN.email, ADMIN.password, granary.url);
}

/** Adds accounts with each of the strings in all their texts. */
async function addUsers(admin: ApiClient, name: string, parts: object): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of injectionNames.entries()) {
    const texts = { first_name: text, last_name: text, city: text, state: text, country: text };
    const email = `${name}-${index}@strings.example`;
    const body = { email, password: ADMIN.password, ...texts, ...parts };
    ids.push(((await admin.send('POST', 'user/addUser', body)) as { id: string }).id);
  }
  return ids;
}

/** Adds files with each name; a version cannot hold the strings. */
async function addFirmware(admin: ApiClient): Promise<void> {
  for (const [index, name] of injectionNames.entries()) {
    const version = String(index);
    await admin.upload('firmware/addFirmware', { name, version }, `${name}.txt`);
  }
}

const boardIdForBin = (index: number) => `strings-${Math.floor(index / BINS_PER_BOARD)}`;

/** Adds bins with each name and crop and with automatic fans; the first ones also have cables with each name. */
async function addBins(admin: ApiClient, farmId: string, userId: string): Promise<string[]> {
  for (const [index, name] of injectionNames.entries()) {
    const station = { bin_topic: boardIdForBin(index), bin_number: 1 + (index % BINS_PER_BOARD) };
    const bin = { binId: name, binName: name, farmId, userId, ...station };
    await admin.send('POST', 'board/addBinSensor', bin);
  }
  const automatic = { fan_attached: true, fan_automation: 'automatic' };
  const listed = (await admin.get(`farm/getAllBins?farm_id=${farmId}`)) as Record<string, string>[];
  for (const { id = '', bin_name } of listed) {
    await admin.send('PUT', `board/${id}`, { ...automatic, crop_name: bin_name });
  }
  const binIds: string[] = [];
  for (let from = 0; from < injectionNames.length; from += CABLES) {
    const name = injectionNames[binIds.length];
    const binId = listed.find((bin) => bin['bin_name'] === name)?.['id'] ?? '';
    const cable_names = injectionNames.slice(from, from + CABLES).map((text, at) => ({
      cable: at + 1,
      cable_id: at + 1,
      bin: 1,
      flip: false,
      cable_name: text,
      crop_name: text,
    }));
    await admin.send('PUT', `board/${binId}`, { cable_names });
    binIds.push(binId);
  }
  return binIds;
}

/**
 * Publishes a reading, firmware versions and messages that are not frames: each of the strings
 * alone, all of them in one frame, and all of them as a topic.
 */
async function publishReports({ mqttPort }: Granary, admin: ApiClient): Promise<void> {
  const credentials = `board/mainBoards/${FRAMES_BOARD}/credentials`;
  const { key } = (await admin.send('POST', credentials, {})) as { key: string };
  const board: BoardConnection = { mqttPort, mainBoardId: FRAMES_BOARD, key };
  const cable_ids = Array.from({ length: CABLES }, (_, at) => at + 1);
  await publishFrame(board, 'temp-data', {
    bin_number: 1,
    cable_ids,
    date_time: new Date().toISOString(),
    temp_reading: cable_ids.map(() => [17, 18]),
    humidity_readings: cable_ids.map(() => [60, 61]),
  });
  const versions = injections.filter(({ length }) => length <= 32);
  const helloFrames = versions.slice(0, injectionNames.length).map((firmware_version, index) => ({
    v: 1,
    kind: 'hello',
    bin_number: index + 1,
    firmware_version,
  }));
  await publishMessages(
    board,
    'firmware-data',
    helloFrames.map((hello) => JSON.stringify(hello)),
  );
  await publishMessages(board, allInjections, ['no frame']);
  await publishMessages(board, 'temp-data', injections);
  await publishMessages(board, 'temp-data', [
    JSON.stringify({ v: 1, bin_number: 1, battery: allInjections }),
  ]);
}

/** Adds notifications, which only the product itself can write. */
async function addNotifications({ dataDir }: Granary, customerId: string): Promise<void> {
  await insertRows(
    dataDir,
    `insert into notifications (user_id, title, body, target, at)
     select $1, text, text, text, now() - place * interval '1 second'
     from unnest($2::text[]) with ordinality as of (text, place)`,
    [customerId, injections],
  );
}
