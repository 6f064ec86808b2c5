import { randomBytes } from 'node:crypto';
import type { ApiBin, ApiClient } from './api.ts';
import { apiFor, test as base } from './test.ts';

/** The fields of a farm that tests need. */
export interface ApiFarm {
  readonly farm_id: string;
  readonly farm_name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly user_id: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly timezone: string;
  readonly version: number;
}

/** Finds the ID of the demo's farmer. */
export async function findFarmerId(): Promise<string> {
  const [bin] = (await (await apiFor('farmer')).listBins()).values();
  if (bin === undefined) throw new Error('The farmer has no bins.');
  return bin.user_id;
}

/** Changes a farm as another user. */
export async function changeFarm(farm: ApiFarm, changes: object): Promise<void> {
  const admin = await apiFor('admin');
  const currentValues = { ...(await readFarm(admin, farm)), _id: undefined, bin_count: undefined };
  const edit = { ...currentValues, user_id: undefined, ...changes };
  await admin.send('POST', 'farm/updateFarm', edit);
}

/** The current values of the farm. */
export async function readFarm(api: ApiClient, { farm_id }: ApiFarm): Promise<ApiFarm> {
  return (await api.get(`farm/getFarm?farm_id=${farm_id}`)) as ApiFarm;
}

/** The farms of an account that the API lists. */
export async function listFarms(api: ApiClient, userId: string): Promise<readonly ApiFarm[]> {
  return (await api.get(`farm/getAllFarms?user_id=${userId}`)) as readonly ApiFarm[];
}

/** The maximum number of bins on a board. */
const MAX_BINS_PER_BOARD = 32;

/** Adds bins to a farm, on new boards. */
export async function addBins(farm: ApiFarm, count: number): Promise<readonly ApiBin[]> {
  const admin = await apiFor('admin');
  const prefix = `test-${randomBytes(4).toString('hex')}`;
  for (let index = 0; index < count; index++) {
    const number = (index % MAX_BINS_PER_BOARD) + 1;
    const bin_topic = `${prefix}-${Math.floor(index / MAX_BINS_PER_BOARD)}`;
    await admin.send('POST', 'board/addBinSensor', {
      farmId: farm.farm_id,
      userId: farm.user_id,
      bin_topic,
      bin_number: number,
      binName: `${bin_topic} ${number}`,
    });
  }
  return (await admin.get(`farm/getAllBins?farm_id=${farm.farm_id}`)) as readonly ApiBin[];
}

async function deleteFarmNamed(name: string): Promise<void> {
  const admin = await apiFor('admin');
  for (const farm of await listFarms(admin, await findFarmerId())) {
    if (farm.farm_name !== name) continue;
    await admin.send('DELETE', 'farm/deleteFarm', { id: farm.farm_id });
  }
}

/** The name of a farm that a test adds itself. The farm is deleted when the test ends. */
export const NEW_FARM_NAME = 'Test yard';

interface Fixtures {
  /** The name of a farm that the test may add; the farm is deleted when the test ends. */
  readonly newFarmName: string;
  /** A farm that belongs to the farmer, with coordinates and no bins, for this test only. */
  readonly farm: ApiFarm;
}

export const test = base.extend<Fixtures>({
  newFarmName: async ({ baseURL: _ }, use) => {
    await use(NEW_FARM_NAME);
    await deleteFarmNamed(NEW_FARM_NAME);
  },
  farm: async ({ newFarmName }, use) => {
    const admin = await apiFor('admin');
    const place = { city: 'Roland', state: 'Manitoba', country: 'Canada', lat: 49.36, lng: -97.93 };
    const body = { farm_name: newFarmName, user_id: await findFarmerId(), ...place };
    await use((await admin.send('POST', 'farm/addFarm', body)) as ApiFarm);
  },
});
