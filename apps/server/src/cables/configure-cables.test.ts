import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

type Wire = Record<string, unknown>;

async function request(user: UserRow, endpoint: string, body: Wire = {}) {
  const token = await granary.createToken(user);
  const response = await granary.call({
    method: 'POST',
    url: `/api/cablesConfiguration/${endpoint}`,
    token,
    body: { id: String(fixtures.farmer.bin.id), ...body },
  });
  const paths = response.body.errors?.map(({ path }) => path);
  return { ...response, paths, configuration: response.body.RESP_MSG as Wire };
}

const get = (user: UserRow) => request(user, 'getCableConfiguration');
const update = (user: UserRow, body: Wire) => request(user, 'updateCableConfiguration', body);

describe('a cable configuration', () => {
  it('is empty before the first request', async () => {
    const { mainBoardId, binNumber } = fixtures.farmer.bin;
    expect((await get(fixtures.farmer.user)).configuration).toEqual({
      id: String(fixtures.farmer.bin.id),
      bin_topic: mainBoardId,
      bin_number: binNumber,
      commands_in_process: [],
      main_board_command_recieved: false,
      update_status: null,
      server_command_released: false,
      sever_command_release_time: null,
      message: '',
      old_cable_id: null,
      new_cable_id: null,
      version: 0,
    });
  });

  it('is stored as pending and recorded in the audit log', async () => {
    const change = { old_cable_id: 11, new_cable_id: 26, new_sensor_position: 4 };
    const { status, configuration } = await update(fixtures.distributor, change);
    expect([status, configuration]).toEqual([
      200,
      expect.objectContaining({
        commands_in_process: ['setF710B041A', 'setF761A'],
        update_status: 'pending',
        server_command_released: false,
        sever_command_release_time: null,
        message: 'The change will be sent when the board can receive it.',
        old_cable_id: 11,
        new_cable_id: 26,
      }),
    ]);
    expect((await get(fixtures.farmer.user)).configuration).toEqual(configuration);
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'changes'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(fixtures.farmer.bin.id))
      .execute();
    const field = 'commands_in_process';
    expect(entries).toEqual([
      {
        actorId: fixtures.distributor.id,
        changes: [{ field, before: null, after: 'setF710B041A setF761A' }],
      },
    ]);
  });

  it.each([
    ['72', '73', {}, ['setF720B00', 'setF730B0102']],
    ['72', '74', {}, ['setF720B00', 'setF740B0102']],
    ['72', '75', { new_sensor_position: 3 }, ['setF720B03', 'setF750B0102']],
    ['72', '76', {}, ['setF720B00', 'setF760B']],
    ['71', '73', { new_cable_id: 254 }, ['setF710B00FE', 'setF73FE0102']],
    ['71', '74', { new_cable_id: 254 }, ['setF710B00FE', 'setF74FE0102']],
    ['71', '75', { new_cable_id: 254, new_sensor_position: 3 }, ['setF710B03FE', 'setF75FE0102']],
    ['71', '76', { new_cable_id: 254 }, ['setF710B00FE', 'setF76FE']],
  ])('stores commands %s and %s for %j', async (_, sensor_code, change, commands) => {
    const body = { old_cable_id: 11, sensor_code, sensor_positions: [2, 1], ...change };
    expect((await update(fixtures.admin, body)).status).toBe(200);
    const { configuration } = await get(fixtures.farmer.user);
    expect(configuration).toMatchObject({
      commands_in_process: commands,
      update_status: 'pending',
    });
  });

  it.each([
    ['commands_in_process', ['setF720B00']],
    ['main_board_command_recieved', true],
    ['server_command_released', true],
    ['update_status', 'completed'],
    ['sever_command_release_time', '2026-07-01T12:00:00.000Z'],
    ['message', 'Done.'],
  ])('rejects a request that sets the state of a change: %s', async (field, value) => {
    const { mainBoardId, binNumber } = fixtures.farmer.bin;
    const body = { old_cable_id: 11, bin_topic: mainBoardId, bin_number: binNumber };
    const response = await update(fixtures.admin, { ...body, [field]: value });
    expect([response.status, response.paths]).toEqual([422, [field]]);
    expect((await update(fixtures.admin, body)).status).toBe(200);
  });

  it('can be replaced while it is pending, but not while it is in progress', async () => {
    const { version } = (await update(fixtures.admin, { old_cable_id: 11 })).configuration;
    const next = { old_cable_id: 12, sensor_code: '73', sensor_positions: [2, 1], version };
    const { configuration } = await update(fixtures.admin, next);
    expect(configuration['commands_in_process']).toEqual(['setF720C00', 'setF730C0102']);
    await granary.db
      .updateTable('cableConfigurations')
      .set({ status: 'in_progress' })
      .where('binId', '=', fixtures.farmer.bin.id)
      .execute();
    const lateUpdate = await update(fixtures.admin, { old_cable_id: 11 });
    expect([lateUpdate.status, lateUpdate.body.RESP_MSG]).toEqual([
      409,
      'A cable change is already in progress. Wait for it to finish.',
    ]);
    expect((await get(fixtures.admin)).configuration).toMatchObject({
      update_status: 'in_progress',
      commands_in_process: ['setF720C00', 'setF730C0102'],
    });
  });

  it('does not replace a change that another user requested after the caller read the configuration', async () => {
    const initialVersion = (await get(fixtures.admin)).configuration['version'];
    const otherUpdate = await update(fixtures.distributor, {
      old_cable_id: 11,
      version: initialVersion,
    });
    const lateUpdate = await update(fixtures.admin, { old_cable_id: 12, version: initialVersion });
    expect([lateUpdate.status, lateUpdate.body.RESP_MSG]).toEqual([
      409,
      expect.stringMatching(/^Someone else requested a different cable change/),
    ]);
    const current = (await get(fixtures.admin)).configuration;
    expect(current).toEqual(otherUpdate.configuration);
    const version = current['version'];
    expect((await update(fixtures.admin, { old_cable_id: 12, version })).status).toBe(200);
  });

  it.each([
    [{ old_cable_id: 99 }, 422, 'old_cable_id'],
    [{ old_cable_id: 255 }, 422, 'old_cable_id'],
    [{ old_cable_id: 11, new_cable_id: 0 }, 422, 'new_cable_id'],
    [{ old_cable_id: 11, new_cable_id: 12 }, 409, 'new_cable_id'],
    [{ old_cable_id: 11, new_sensor_position: 65 }, 422, 'new_sensor_position'],
    [{ old_cable_id: 11, sensor_code: '77' }, 422, 'sensor_code'],
    [{ old_cable_id: 11, sensor_code: '75' }, 422, 'sensor_positions'],
    [
      { old_cable_id: 11, sensor_code: '73', sensor_positions: [1, 2], new_sensor_position: 64 },
      422,
      'new_sensor_position',
    ],
    [{ old_cable_id: 11, bin_topic: 'another' }, 422, 'bin_topic'],
    [{ old_cable_id: 11, bin_number: 9 }, 422, 'bin_number'],
  ])('rejects %j', async (change, status, path) => {
    const response = await update(fixtures.admin, change);
    expect([response.status, response.paths]).toEqual([status, [path]]);
    expect((await get(fixtures.admin)).configuration['update_status']).toBeNull();
  });

  it('can be changed by staff only', async () => {
    expect((await update(fixtures.farmer.user, { old_cable_id: 11 })).status).toBe(403);
    expect((await get(fixtures.neighbor.user)).status).toBe(403);
  });
});
