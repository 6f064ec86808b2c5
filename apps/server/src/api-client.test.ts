import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, listCalls } from '../test/support/api-document.ts';
import { addCustomerFixtures, addUser, type CustomerFixtures } from '../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../test/support/test-app.ts';

const PASSWORD = 'thirteen herons';
const ROOT = join(import.meta.dirname, '../../..');

/** A function of the generated client. */
type Call = (
  request?: Readonly<Record<string, unknown>>,
) => Promise<{ readonly status: number; readonly data: Readonly<Record<string, unknown>> }>;

interface Client {
  readonly defaults: { baseUrl: string; headers: Record<string, string> };
  readonly [operationId: string]: unknown;
}

let granary: TestApp;
let fixtures: CustomerFixtures;
let folder: string;
let client: Client;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  folder = await mkdtemp(join(tmpdir(), 'granary-client-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const document = await granary.call({ url: '/api/openapi.json' });
  await writeFile(join(folder, 'openapi.json'), document.text);
  const source = await generateSource(join(folder, 'openapi.json'), { argumentStyle: 'object' });
  await writeFile(join(folder, 'client.ts'), source);
  client = (await import(join(folder, 'client.ts'))) as Client;
  const { httpPort } = await granary.start();
  client.defaults.baseUrl = `http://127.0.0.1:${httpPort}`;
});

afterAll(async () => {
  await granary.dispose();
  await rm(folder, { recursive: true });
});

const call = (operationId: string, ...request: Parameters<Call>) =>
  (client[operationId] as Call)(...request);

describe('a client generated from the API document', () => {
  it('has a function for every endpoint, and type-checks', async () => {
    const document = JSON.parse(
      (await granary.call({ url: '/api/openapi.json' })).text,
    ) as ApiDocument;
    const names = listCalls(document).map(({ operation }) => operation.operationId);
    expect(Object.keys(client)).toEqual(expect.arrayContaining(names));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const compilerOptions = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
    ];
    await promisify(execFile)(tsc, ['--noEmit', ...compilerOptions, 'client.ts'], { cwd: folder });
  });

  it('signs in, reads, adds and deletes, and gets the error code of a rejected request', async () => {
    const { farmer } = fixtures;
    const { email } = await addUser(granary.db, 'admin', { password: PASSWORD });
    const invalidCredentials = { email, password: 'not this one' };
    expect(await call('postUserLogin', { body: invalidCredentials })).toMatchObject({
      status: 401,
      data: { RESP_CODE: 'BAD_CREDENTIALS' },
    });
    const validCredentials = { email, password: PASSWORD };
    const { data } = await call('postUserLogin', { body: validCredentials });
    client.defaults.headers['authorization'] = `Bearer ${String(data['RESP_MSG'])}`;

    const binSensorId = String(farmer.bin.id);
    const bin = await call('getBoardGetBinSensor', { id: binSensorId });
    expect(bin).toMatchObject({ status: 200, data: { RESP_MSG: { id: binSensorId } } });
    const chart = await call('getBoardSensorMinMaxReading', { binSensorId, days: '7' });
    expect(chart).toMatchObject({ status: 200, data: { RESP_MSG: [] } });

    const place = { city: 'Roland', state: 'Manitoba', country: 'Canada', lat: 49.4, lng: -98 };
    const userId = String(farmer.user.id);
    const farm = { farm_name: 'Made by a program', user_id: userId, ...place };
    expect((await call('postFarmAddFarm', { body: farm })).status).toBe(200);
    const farms = await call('getFarmGetAllFarms', { userId });
    const addedFarm = (farms.data['RESP_MSG'] as { _id: string; farm_name: string }[]).find(
      (listedFarm) => listedFarm.farm_name === farm.farm_name,
    );
    expect((await call('deleteFarmDeleteFarm', { body: { id: addedFarm?._id } })).status).toBe(200);
    expect(await call('getFarmGetFarm', { farmId: addedFarm?._id })).toMatchObject({
      status: 404,
      data: { RESP_CODE: 'NOT_FOUND' },
    });
  });
});
