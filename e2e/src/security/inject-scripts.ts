import { ApiClient } from '../support/api.ts';
import { executeSql } from '../support/database.ts';
import { type Granary, startGranary } from '../support/granary-process.ts';
import { type BoardConnection, publishFrame, publishMessages } from '../support/publish-frames.ts';
import { allInjections, injectionNames, injections } from './injection-strings.ts';

export const ADMIN = { email: 'admin@strings.example', password: 'forty bushels a minute' };
export const DISTRIBUTOR = 'distributor-0@strings.example';
export const CUSTOMER = 'customer-0@strings.example';
/** The ID of a board whose frames contain the injected strings. */
export const INJECTION_BOARD_ID = 'strings-0';

const CABLES_PER_BIN = 8;
const BINS_PER_BOARD = 32;

/** The server and the records that contain the injected strings. */
export interface InjectedData {
  readonly granary: Granary;
  readonly distributorId: string;
  readonly customerId: string;
  readonly farmId: string;
  /** Bins whose cables have the strings as names. */
  readonly binIds: readonly string[];
}

/** Starts a separate Granary and writes each string to every text field that users or boards can set. */
export async function injectScripts(): Promise<InjectedData> {
  const granary = await startGranary('start');
  const admin = await createAdmin(granary);
  const [distributorId = ''] = await addUsers(admin, 'distributor', { role: 'distributor' });
  const customerFields = { distributor_id: distributorId };
  const [customerId = ''] = await addUsers(admin, 'customer', customerFields);
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

async function createAdmin(granary: Granary): Promise<ApiClient> {
  const setup_token = /#token=(\S+)/.exec(granary.output())?.[1];
  const firstAdmin = { setup_token, ...ADMIN, first_name: 'Ada', last_name: 'Lovelace' };
  await fetch(`${granary.url}/api/user/setUpAdmin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(firstAdmin),
  });
  return ApiClient.signIn(ADMIN.email, ADMIN.password, granary.url);
}

/** Adds an account for each name, with that name in all its text fields. */
async function addUsers(admin: ApiClient, name: string, fields: object): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of injectionNames.entries()) {
    const texts = { first_name: text, last_name: text, city: text, state: text, country: text };
    const email = `${name}-${index}@strings.example`;
    const body = { email, password: ADMIN.password, ...texts, ...fields };
    ids.push(((await admin.send('POST', 'user/addUser', body)) as { id: string }).id);
  }
  return ids;
}

/** Adds a firmware file for each name; a version cannot contain the strings. */
async function addFirmware(admin: ApiClient): Promise<void> {
  for (const [index, name] of injectionNames.entries()) {
    const version = String(index);
    await admin.upload('firmware/addFirmware', { name, version }, `${name}.txt`);
  }
}

const getBoardId = (index: number) => `strings-${Math.floor(index / BINS_PER_BOARD)}`;

/**
 * Adds a bin for each name, with an automatic fan and the crop of that name. The cables of the first bins
 * get the names, too.
 */
async function addBins(admin: ApiClient, farmId: string, userId: string): Promise<string[]> {
  for (const [index, name] of injectionNames.entries()) {
    const station = { bin_topic: getBoardId(index), bin_number: 1 + (index % BINS_PER_BOARD) };
    const bin = { binId: name, binName: name, farmId, userId, ...station };
    await admin.send('POST', 'board/addBinSensor', bin);
  }
  const fanSettings = { fan_attached: true, fan_automation: 'automatic' };
  const listedBins = (await admin.get(`farm/getAllBins?farm_id=${farmId}`)) as Record<
    string,
    string
  >[];
  for (const { id = '', bin_name } of listedBins) {
    await admin.send('PUT', `board/${id}`, { ...fanSettings, crop_name: bin_name });
  }
  const binIds: string[] = [];
  for (let startIndex = 0; startIndex < injectionNames.length; startIndex += CABLES_PER_BIN) {
    const name = injectionNames[binIds.length];
    const binId = listedBins.find((bin) => bin['bin_name'] === name)?.['id'] ?? '';
    const cable_names = injectionNames
      .slice(startIndex, startIndex + CABLES_PER_BIN)
      .map((text, cableIndex) => ({
        cable: cableIndex + 1,
        cable_id: cableIndex + 1,
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
 * Publishes a reading, firmware versions and messages that are not valid frames: each string alone, all
 * strings in one frame, and all strings as a topic.
 */
async function publishReports({ mqttPort }: Granary, admin: ApiClient): Promise<void> {
  const credentials = `board/mainBoards/${INJECTION_BOARD_ID}/credentials`;
  const { key } = (await admin.send('POST', credentials, {})) as { key: string };
  const board: BoardConnection = { mqttPort, mainBoardId: INJECTION_BOARD_ID, key };
  const cable_ids = Array.from({ length: CABLES_PER_BIN }, (_, cableIndex) => cableIndex + 1);
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
  await publishMessages(board, allInjections, ['not a frame']);
  await publishMessages(board, 'temp-data', injections);
  await publishMessages(board, 'temp-data', [
    JSON.stringify({ v: 1, bin_number: 1, battery: allInjections }),
  ]);
}

/** Adds notifications, which only the server itself can write. */
async function addNotifications({ dataDir }: Granary, customerId: string): Promise<void> {
  await executeSql(
    dataDir,
    `insert into notifications (user_id, title, body, target, at)
     select $1, text, text, text, now() - place * interval '1 second'
     from unnest($2::text[]) with ordinality as of (text, place)`,
    [customerId, injections],
  );
}
