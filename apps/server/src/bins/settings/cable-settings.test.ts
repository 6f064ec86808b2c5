import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { recalculateAll } from '../../../test/support/recalculate.ts';
import { findDifferences } from '../../../test/support/recompute.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

type Wire = Record<string, unknown>;

async function putCables({ id }: TestBin, body: Wire) {
  const token = await granary.createToken(fixtures.admin);
  return granary.call({ method: 'PUT', url: `/api/board/${id}/cables-mgmt`, token, body });
}

async function readBin({ id }: TestBin): Promise<Wire> {
  const token = await granary.createToken(fixtures.admin);
  const response = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  return response.body.RESP_MSG as Wire;
}

describe('a cable that the board reports', () => {
  const toCable = (cable: number) => ({
    cable,
    cable_name: '',
    cable_id: 10 + cable,
    bin: 1,
    flip: false,
    crop_name: null,
  });
  const report = (bin: TestBin, minutes: number) => {
    const date_time = new Date(granary.now() - minutes * 60_000).toISOString();
    const values = { temp_reading: [[20], [40]], humidity_readings: [[60], [60]] };
    const frame = { date_time, ...values, cable_ids: [11, 12] };
    return storeReports(granary.db, bin, [frame], granary.now());
  };
  const readCables = async (bin: TestBin) =>
    ((await readBin(bin))['cable_names'] as Wire[]).map(({ cable }) => cable);

  it('is not removed by an edit based on an older version', async () => {
    const bin = await addBin(granary.db, fixtures.farmer.farm.id, {}, []);
    const { version } = await readBin(bin);
    await report(bin, 5);
    const stale = await putCables(bin, { cable_names: [toCable(3)], version });
    expect(stale.status).toBe(409);
    await report(bin, 1);
    expect(await readCables(bin)).toEqual([1, 2]);
  });

  it('is excluded from daily values when removed, and included again with all its readings when added back', async () => {
    const bin = await addBin(granary.db, fixtures.farmer.farm.id, {}, []);
    await report(bin, 5);
    for (const cables of [[1], [1, 2]]) {
      const cable_names = cables.map(toCable);
      const saved = await putCables(bin, { cable_names });
      expect(saved.status).toBe(200);
      await recalculateAll(granary.db);
      expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
      await report(bin, cables.length);
      expect(await readCables(bin)).toEqual(cables);
      await recalculateAll(granary.db);
      expect(await findDifferences(granary.db, [bin.id])).toEqual([]);
    }
  });
});

describe('the cables of a bin', () => {
  const cable = { cable: 1, cable_name: '', cable_id: 11, bin: 1, flip: false, crop_name: null };

  it.each([
    [[{ ...cable, cable_id: 255 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, cable_id: 0 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, cable_id: -1 }], 422, 'cable_names.0.cable_id'],
    [[{ ...cable, bin: 9 }], 422, 'cable_names.0.bin'],
    [[{ ...cable, cable: 9 }], 422, 'cable_names.0.cable'],
    [[cable, cable], 422, 'cable_names'],
    [[cable, { ...cable, cable: 2 }], 409, 'cable_names.1.cable_id'],
  ])('%j are rejected', async (cable_names, status, path) => {
    const response = await putCables(fixtures.farmer.bin, { cable_names });
    expect([response.status, response.body.errors?.map((error) => error.path)]).toEqual([
      status,
      [path],
    ]);
  });

  it('may keep an unreadable address', async () => {
    const bin = await addBin(granary.db, fixtures.farmer.farm.id, {}, [{ cableId: -1 }]);
    const cable_names = [{ ...cable, cable_id: -1, cable_name: 'Door' }];
    const response = await putCables(bin, { cable_names });
    expect(response).toMatchObject({ status: 200, body: { data: { cable_names } } });
  });
});
