import { Api } from '../harness/api.ts';
import { publishAs } from '../harness/boards.ts';
import { type Granary, startGranary } from '../harness/granary.ts';
import { insertRows } from '../harness/rows.ts';
import { injections } from './strings.ts';

export const ADMIN = { email: 'admin@strings.example', password: 'forty bushels a minute' };
export const CUSTOMER = 'customer-0@strings.example';

/** So many cables a bin has at most, and so many bins it takes to hold each string in one. */
const CABLES = 8;
export const BINS_WITH_CABLES = Math.ceil(injections.length / CABLES);
const BINS_PER_BOARD = 32;

/** What was planted, and where. */
export interface Planted {
  readonly granary: Granary;
  readonly distributorId: string;
  readonly customerId: string;
  readonly farmIds: readonly string[];
  /** The first of them have cables, whose names hold each string once. */
  readonly binIds: readonly string[];
}

/** A Granary of its own, in which every text that people can write holds each of the strings once. */
export async function plant(): Promise<Planted> {
  const granary = await startGranary('start');
  const admin = await setUp(granary);
  const distributors = await addPeople(admin, 'distributor', { role: 'distributor' });
  const [distributorId = ''] = distributors;
  const customers = await addPeople(admin, 'customer', { distributor_id: distributorId });
  const [customerId = ''] = customers;
  const farmIds: string[] = [];
  for (const [index, one] of injections.entries()) {
    const place = { city: one, state: one, country: one, lat: 49, lng: -98 };
    const farm = { farm_name: one, user_id: customerId, ...place };
    const { farm_id } = (await admin.send('POST', 'farm/addFarm', farm)) as { farm_id: string };
    farmIds.push(farm_id);
    await admin.send('POST', `user/notes/${customers[index]}`, { admin_notes: one });
    const crop = { crop_name: one, chart_data: ',0,10\n50,11,10\n60,13,12' };
    await admin.send('POST', 'crop/addCrop', crop);
    await admin.upload('firmware/addFirmware', { name: one, version: '1' }, `${one}.txt`);
  }
  const binIds = await addBins(admin, farmIds[0] ?? '', customerId);
  await report(granary, admin);
  await notify(granary, customerId);
  return { granary, distributorId, customerId, farmIds, binIds };
}

async function setUp(granary: Granary): Promise<Api> {
  const setup_token = /#token=(\S+)/.exec(granary.output())?.[1];
  const first = { setup_token, ...ADMIN, first_name: 'Ada', last_name: 'Lovelace' };
  await fetch(`${granary.url}/api/user/setUpAdmin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(first),
  });
  return Api.with(ADMIN.email, ADMIN.password, granary.url);
}

/** An account for each string, which stands in all that is written of it. */
async function addPeople(admin: Api, name: string, parts: object): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of injections.entries()) {
    const names = { first_name: text, last_name: text, city: text, state: text, country: text };
    const email = `${name}-${index}@strings.example`;
    const body = { email, password: ADMIN.password, ...names, ...parts };
    ids.push(((await admin.send('POST', 'user/addUser', body)) as { id: string }).id);
  }
  return ids;
}

const boardOf = (index: number) => `strings-${Math.floor(index / BINS_PER_BOARD)}`;

/** A bin for each string: its name, what stands on its sensor, its crop and those of its cables. */
async function addBins(admin: Api, farmId: string, userId: string): Promise<string[]> {
  for (const [index, one] of injections.entries()) {
    const station = { bin_topic: boardOf(index), bin_number: 1 + (index % BINS_PER_BOARD) };
    const bin = { binId: one, binName: one, farmId, userId, ...station };
    await admin.send('POST', 'board/addBinSensor', bin);
  }
  const listed = (await admin.get(`farm/getAllBins?farm_id=${farmId}`)) as Record<string, string>[];
  const binIds = injections.map(
    (one) => listed.find((bin) => bin['bin_name'] === one)?.['id'] ?? '',
  );
  for (const [index, id] of binIds.entries()) {
    const texts = injections.slice(index * CABLES, (index + 1) * CABLES);
    const cable_names = texts.map((text, at) => ({
      ...{ cable: at + 1, cable_id: at + 1, bin: 1, flip: false },
      ...{ cable_name: text, crop_name: text },
    }));
    await admin.send('PUT', `board/${id}`, { crop_name: injections[index], cable_names });
  }
  return binIds;
}

/** Lets the bins with cables report, so that their pages show more than that they are empty. */
async function report({ mqttPort }: Granary, admin: Api): Promise<void> {
  const mainBoardId = boardOf(0);
  const credentials = await admin.send('POST', `board/mainBoards/${mainBoardId}/credentials`, {});
  const { key } = credentials as { key: string };
  for (let bin_number = 1; bin_number <= BINS_WITH_CABLES; bin_number++) {
    const cable_ids = Array.from({ length: CABLES }, (_, at) => at + 1);
    await publishAs({ mqttPort, mainBoardId, key }, 'temp-data', {
      ...{ bin_number, cable_ids, date_time: new Date().toISOString() },
      temp_reading: cable_ids.map(() => [17, 18]),
      humidity_readings: cable_ids.map(() => [60, 61]),
    });
  }
}

/** What the customer's bell tells; nobody can write this but the product itself. */
async function notify({ dataDir }: Granary, customerId: string): Promise<void> {
  await insertRows(
    dataDir,
    `insert into notifications (user_id, title, body, target, at)
     select $1, text, text, text, now() from unnest($2::text[]) as text`,
    [customerId, injections],
  );
}
