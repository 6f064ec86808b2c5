import { wireStates } from '@granary/contract/bins/wire-states';
import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';
import { notifyBinsChanged } from '../store.ts';

let granary: TestApp;
let admin: Pick<UserRow, 'id' | 'role' | 'email'>;
let owner: typeof admin;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
  admin = await addUser(granary.db, 'admin');
  await granary.start();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  owner = await addUser(granary.db, 'user');
  const farm = await addFarm(granary.db, owner.id);
  bin = await addBin(granary.db, farm.id, { batteryAttached: true, size: 1000 }, [{}, {}, {}]);
});

/** Stores a report, by default a minute old with cool grain, and evaluates the bin's state. */
async function report(parts: Partial<Report> = {}): Promise<void> {
  const fullReport = {
    date_time: new Date(granary.now() - MINUTE).toISOString(),
    temp_reading: Array.from({ length: 3 }, () => [4, 4, 4]),
    humidity_readings: Array.from({ length: 3 }, () => [50, 50, 50]),
    ...parts,
  };
  await storeReports(granary.db, bin, [fullReport], granary.now());
  granary.runRepeatedJobs();
}

async function call(method: 'POST' | 'PUT' | 'DELETE', url: string, body: unknown) {
  const token = await granary.createToken(admin);
  const response = await granary.call({ method, url: `/api/${url}`, token, body });
  expect(response.status).toBe(200);
}

/** Reads the bin's state from its farm's counts; the farm has no other bins. */
async function readState(): Promise<unknown> {
  const token = await granary.createToken(admin);
  const url = `/api/farm/getFarmStates?user_id=${owner.id}`;
  const { body } = await granary.call({ url, token });
  const [farm] = body.RESP_MSG as {
    counts: Record<string, number>;
    worst: { finding: { kind: string; alert?: { rule: string } } } | null;
  }[];
  if (farm === undefined) return null;
  const [name] = Object.entries(farm.counts).find(([, count]) => count === 1) ?? [];
  const finding = farm.worst?.finding;
  return [name, finding?.kind ?? null, finding?.alert?.rule ?? null];
}

it('the list of alerts includes the number of bins with findings that raise no alert', async () => {
  const count = async (user = owner) => {
    const { body } = await granary.call({
      url: '/api/alerts',
      token: await granary.createToken(user),
    });
    return Object(body)['bins_without_alert'];
  };
  await report();
  await expect.poll(readState).toEqual(['ok', null, null]);
  expect(await count()).toBe(0);
  granary.advance(2 * HOUR);
  expect(await readState()).toEqual(['silent', 'silent', null]);
  expect(await count()).toBe(1);
  expect(await count(await addUser(granary.db, 'user'))).toBe(0);
  await report({ any_error: 1 });
  await expect.poll(() => count()).toBe(0);
  expect(await readState()).not.toEqual(['ok', null, null]);
});

describe('the stored state of a bin', () => {
  it('changes with its first reading and as time passes', async () => {
    granary.runRepeatedJobs();
    await report();
    await expect.poll(readState).toEqual(['ok', null, null]);
    granary.advance(2 * HOUR);
    // The bin has not been evaluated again.
    expect(await readState()).toEqual(['silent', 'silent', null]);
  });

  it('changes when an alert is raised and when it ends', async () => {
    await granary.db
      .updateTable('bins')
      .set({ temperatureAlertEnabled: true, temperatureAlertC: 25 })
      .where('id', '=', bin.id)
      .execute();
    const hot = Array.from({ length: 3 }, () => [4, 4, 26]);
    await report({ temp_reading: hot });
    await expect.poll(readState).toEqual([wireStates.critical, 'alert', 'temperature']);
    granary.advance(10 * MINUTE);
    await report();
    await expect.poll(readState).toEqual(['ok', null, null]);
  });

  it('changes when a sensor is muted or unmuted', async () => {
    await granary.db
      .updateTable('bins')
      .set({ temperatureAlertEnabled: true, temperatureAlertC: 25 })
      .where('id', '=', bin.id)
      .execute();
    await report({
      temp_reading: [
        [4, 4, 26],
        [4, 4, 4],
        [4, 4, 4],
      ],
    });
    await expect.poll(readState).toEqual([wireStates.critical, 'alert', 'temperature']);
    await call('POST', `board/sensor/${bin.id}/11/3`, { sensorStatus: 'mute' });
    await expect.poll(readState).toEqual(['ok', null, null]);
    await call('POST', `board/sensor/${bin.id}/11/3`, { sensorStatus: 'unmute' });
    await expect.poll(readState).toEqual([wireStates.critical, 'alert', 'temperature']);
  });

  it('changes when its cables change', async () => {
    await report();
    await expect.poll(readState).toEqual(['ok', null, null]);
    const { mainBoardId } = bin;
    await granary.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('cables')
        .set({ cableId: -1 })
        .where('binId', '=', bin.id)
        .where('cable', '=', 1)
        .execute();
      await notifyBinsChanged(trx, [mainBoardId]);
    });
    await expect.poll(readState).toEqual(['warn', 'cable-address', null]);
  });

  it('changes with the ledger if the fill is calculated from it', async () => {
    const damp = Array.from({ length: 3 }, () => [90, 90, 90]);
    for (const age of [2 * HOUR, HOUR, MINUTE]) {
      const date_time = new Date(granary.now() - age).toISOString();
      await report({ date_time, humidity_readings: damp });
    }
    await expect.poll(readState).toEqual(['watch', 'humidity-insight', null]);
    const at = new Date(granary.now() - 3 * HOUR).toISOString();
    const entry = { bin_sensor_id: String(bin.id), date_time: at, moisture: 14, protein: 12 };
    await call('POST', 'board/addBinLoad', { ...entry, type: 'load', volume: 10 });
    await call('POST', 'board/addBinLoad', { ...entry, type: 'unload', volume: 10 });
    // An empty bin has no grain, so damp air in it is not a finding.
    await expect.poll(readState).toEqual(['ok', null, null]);
  });

  it('is deleted with the bin', async () => {
    await report();
    await expect.poll(readState).toEqual(['ok', null, null]);
    await call('DELETE', 'board/deleteBinSensor', { id: String(bin.id) });
    expect(await readState()).toBeNull();
    const readStoredStates = () =>
      granary.db.selectFrom('binStates').selectAll().where('binId', '=', bin.id).execute();
    await expect.poll(readStoredStates).toEqual([]);
  });
});
