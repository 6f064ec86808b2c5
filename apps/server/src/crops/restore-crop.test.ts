import { DAY, HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { restoreCrop } from './change-crops.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
});

afterAll(() => granary.dispose());

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const token = await granary.createToken(fixtures.admin);
  const response = await granary.call({ method, url: `/api/crop/${path}`, token, body });
  expect(response.status).toBe(200);
  return response.body.RESP_MSG;
}

type Crop = Readonly<Record<string, unknown>>;

const add = (crop_name: string) =>
  call('POST', 'addCrop', {
    crop_name,
    chart_data: 'RH,0,10\n40,2,2.5\n60,3,3.5',
  }) as Promise<Crop>;
const remove = (id: unknown) => call('DELETE', 'deleteCrop', { id });
const find = async (name: string) =>
  ((await call('GET', 'getCrops')) as Crop[]).find((crop) => crop['crop_name'] === name);

describe('a deleted crop', () => {
  const restore = (id: unknown) => {
    const at = granary.now();
    const changedBy = { actor: null, address: 'this machine', at };
    return restoreCrop(granary.db, Number(id), new Date(at - 30 * DAY), changedBy);
  };

  it('can be restored with its chart data for 30 days, and the restoration is recorded in the audit log', async () => {
    const added = await add('Quinoa');
    await remove(added['id']);
    granary.advance(30 * DAY);
    await granary.db.deleteFrom('auditEntries').execute();
    expect(await restore(added['id'])).toEqual({ kind: 'restored', crop: 'Quinoa' });
    expect(await find('Quinoa')).toEqual(added);
    expect(await restore(added['id'])).toEqual({ kind: 'not-deleted' });
    const entries = await granary.db.selectFrom('auditEntries').selectAll().execute();
    expect(entries).toMatchObject([
      { act: 'restored', subject: 'crop', subjectName: 'Quinoa', actorId: null },
    ]);
    await remove(added['id']);
    granary.advance(30 * DAY + 1);
    expect(await restore(added['id'])).toEqual({ kind: 'not-deleted' });
  });

  it('is not restored if another crop has its name', async () => {
    const { id } = await add('Teff');
    await remove(id);
    await add('teff');
    expect(await restore(id)).toEqual({ kind: 'name-taken', crop: 'Teff' });
  });

  it('is used again to calculate grain moisture in bins if it replaced a built-in crop', async () => {
    const bin = await addBin(granary.db, fixtures.farmer.farm.id, { crop: 'Oats' });
    granary.advance(HOUR);
    const { id, moisture_source: table } = await add('Oats');
    granary.advance(HOUR);
    await remove(id);
    granary.advance(HOUR);
    await restore(id);
    expect(await find('Oats')).toMatchObject({ id, moisture_source: table });
    const lastPeriod = await granary.db
      .selectFrom('cropPeriods')
      .select('moistureSource')
      .where('binId', '=', bin.id)
      .orderBy('fromAt', 'desc')
      .executeTakeFirst();
    expect(lastPeriod?.moistureSource).toBe(table);
  });
});
