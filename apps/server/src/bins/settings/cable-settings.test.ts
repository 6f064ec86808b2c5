import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { findDifferences } from '../../../test/support/recompute.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let house: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  house = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

type Wire = Record<string, unknown>;

async function putCables({ id }: TestBin, body: Wire) {
  const token = await granary.tokenOf(house.admin);
  return granary.call({ method: 'PUT', url: `/api/board/${id}/cables-mgmt`, token, body });
}

async function read({ id }: TestBin): Promise<Wire> {
  const token = await granary.tokenOf(house.admin);
  const answer = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  return answer.body.RESP_MSG as Wire;
}

describe('a cable that the board reports', () => {
  const cableOf = (cable: number) => ({
    ...{ cable, cable_name: '', cable_id: 10 + cable, bin: 1, flip: false, crop_name: null },
  });
  const report = (one: TestBin, minutes: number) => {
    const date_time = new Date(granary.now() - minutes * 60_000).toISOString();
    const values = { temp_reading: [[20], [40]], humidity_readings: [[60], [60]] };
    const frame = { date_time, ...values, cable_ids: [11, 12] };
    return storeReports(granary.db, one, [frame], granary.now());
  };
  const cablesOf = async (one: TestBin) =>
    ((await read(one))['cable_names'] as Wire[]).map(({ cable }) => cable);

  it('is not taken out by whoever never saw it', async () => {
    const one = await addBin(granary.db, house.farmer.farm.id, {}, []);
    const { version } = await read(one);
    await report(one, 5);
    const late = await putCables(one, { cable_names: [cableOf(3)], version });
    expect(late.status).toBe(409);
    await report(one, 1);
    expect(await cablesOf(one)).toEqual([1, 2]);
  });

  it('is out of the days once it is taken out, and in them again with all it measured', async () => {
    const one = await addBin(granary.db, house.farmer.farm.id, {}, []);
    await report(one, 5);
    for (const cables of [[1], [1, 2]]) {
      const cable_names = cables.map(cableOf);
      const saved = await putCables(one, { cable_names });
      expect(saved.status).toBe(200);
      expect(await findDifferences(granary.db, [one.id])).toEqual([]);
      await report(one, cables.length);
      expect(await cablesOf(one)).toEqual(cables);
      expect(await findDifferences(granary.db, [one.id])).toEqual([]);
    }
  });
});
