import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let granary: TestApp;
let house: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  house = await addCustomerFixtures(granary.db);
});

async function send(user: UserRow, path: string, body: object) {
  const token = await granary.tokenOf(user);
  return granary.call({ method: 'PUT', url: `/api/board/${path}`, token, body });
}

const move = (user: UserRow, body: object) => send(user, `${house.farmer.bin.id}/position`, body);

async function listed() {
  const token = await granary.tokenOf(house.admin);
  const url = `/api/farm/getAllBins?farm_id=${house.farmer.farm.id}`;
  const bins = (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>[];
  const { lat, lng, version } = bins[0] ?? {};
  return { lat, lng, version };
}

const HERE = { lat: 49.5, lng: -98 };
const THERE = { lat: 49.6, lng: -98 };

describe('moving a bin', () => {
  it('keeps its place, and answers the version that it has from now on', async () => {
    const { version } = await listed();
    const moved = await move(house.distributor, { ...HERE, version });
    expect(moved).toMatchObject({ status: 200, body: { version: Number(version) + 1 } });
    expect(await listed()).toEqual({ ...HERE, version: Number(version) + 1 });
    const back = await move(house.distributor, { ...THERE, version: Object(moved.body).version });
    expect(back.status).toBe(200);
  });

  it('to where it stands already changes nothing', async () => {
    await move(house.distributor, HERE);
    const before = await listed();
    const again = await move(house.distributor, HERE);
    expect(again).toMatchObject({ status: 200, body: { version: before.version } });
    expect(await listed()).toEqual(before);
  });

  it('that somebody else moved meanwhile is refused, and says what they changed', async () => {
    const { version } = await listed();
    await move(house.admin, { ...THERE, version });
    const theirs = await listed();
    const late = await move(house.distributor, { ...HERE, version });
    expect(late).toMatchObject({ status: 409, body: { RESP_CODE: 'CONFLICT' } });
    expect(late.body.errors?.map(({ path }) => path).sort()).toEqual(['lat', 'lng']);
    expect(await listed()).toEqual(theirs);
    // Who does not say what they read overwrites it.
    expect((await move(house.distributor, HERE)).status).toBe(200);
    expect(await listed()).toMatchObject(HERE);
  });

  it('lets one of two through that were read at the same version', async () => {
    const { version } = await listed();
    const both = [HERE, { lat: 1, lng: 2 }].map((at) => move(house.admin, { ...at, version }));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('is not in the way of other changes of the bin', async () => {
    const { version } = await listed();
    const { bin } = house.farmer;
    expect((await send(house.admin, `${bin.id}/alerts`, { co2: 900, version })).status).toBe(200);
    expect((await move(house.distributor, { ...HERE, version })).status).toBe(200);
    expect(await listed()).toEqual({ ...HERE, version: Number(version) + 2 });
  });
});
