import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let farmId: number;
let bin: TestBin;

const radar = {
  loadMethod: 'siloscan pro',
  levelSensorEmptyMm: 10_000,
  size: 10_000,
} as const;

beforeAll(async () => {
  granary = await createTestApp();
  const user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  farmId = (await addFarm(granary.db, user.id)).id;
});

beforeEach(async () => {
  bin = await addBin(granary.db, farmId, radar);
});

afterAll(() => granary.dispose());

const iso = (ago: number) => new Date(granary.now() - ago).toISOString();

/** Stores radar readings, where one mm of grain is one unit of volume. */
const storeLevels = (...readings: readonly (readonly [ago: number, mm: number])[]) =>
  storeReports(
    granary.db,
    bin,
    readings.map(([ago, level_sensor]) => ({ date_time: iso(ago), level_sensor })),
    granary.now(),
  );

async function enterAndCheck(
  type: 'load' | 'unload',
  volume: number,
  ago: number,
): Promise<unknown> {
  const body = { bin_sensor_id: String(bin.id), type, volume, date_time: iso(ago) };
  const added = await granary.call({
    method: 'POST',
    url: '/api/board/addBinLoad',
    token,
    body: { ...body, moisture: null, protein: null },
  });
  const { id } = added.body.RESP_MSG as { id: string };
  const check = await granary.call({ url: `/api/board/binLoads/${id}/levelCheck`, token });
  expect(check.status).toBe(200);
  return check.body.RESP_MSG;
}

describe('the level sensor', () => {
  it('contradicts an unload that it did not detect, and the response has both amounts', async () => {
    await storeLevels([8 * HOUR, 6000], [10 * MINUTE, 5950]);
    expect(await enterAndCheck('unload', 1200, HOUR)).toEqual({
      entered: -1200,
      measured: -50,
      from: iso(8 * HOUR),
      to: iso(10 * MINUTE),
      contradicted: true,
    });
  });

  it('agrees with an unload that it detected, counting the other entries in that period', async () => {
    await storeLevels([8 * HOUR, 6000], [MINUTE, 4100]);
    expect(await enterAndCheck('unload', 1900, HOUR)).toMatchObject({ contradicted: false });
    expect(await enterAndCheck('load', 100, 2 * HOUR)).toMatchObject({
      entered: -1800,
      measured: -1900,
      contradicted: false,
    });
  });

  it('uses a reading from a time when no other load was going in', async () => {
    await storeLevels([8 * HOUR, 6000], [31 * MINUTE, 7000], [5 * MINUTE, 7100]);
    await enterAndCheck('load', 1000, 10 * MINUTE);
    expect(await enterAndCheck('load', 1000, 61 * MINUTE)).toMatchObject({
      entered: 1000,
      measured: 1000,
      to: iso(31 * MINUTE),
    });
  });

  it('gives no result if readings around the entry, the bin size or the sensor are missing', async () => {
    await storeLevels([8 * HOUR, 6000], [HOUR, 6000]);
    expect(await enterAndCheck('unload', 1200, 0)).toBeNull();
    const { db } = granary;
    const updateBin = (values: object) =>
      db.updateTable('bins').set(values).where('id', '=', bin.id).execute();
    await storeLevels([MINUTE, 6000]);
    expect(await enterAndCheck('unload', 1200, 0)).toBeNull();
    expect(await enterAndCheck('unload', 1200, 31 * MINUTE)).toMatchObject({ contradicted: true });
    await updateBin({ size: null });
    expect(await enterAndCheck('unload', 1200, 31 * MINUTE)).toBeNull();
    await updateBin({ size: 10_000, loadMethod: 'manual' });
    expect(await enterAndCheck('unload', 1200, 31 * MINUTE)).toBeNull();
  });
});
