import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../test/support/test-app.ts';
import { BoardKeys } from '../boards/keys.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { purgeBins } from './deletion/store.ts';

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
let lastNumber = 0;

async function post(user: UserRow, path: string, body: Wire): Promise<TestResponse> {
  const token = await granary.createToken(user);
  return granary.call({ method: 'POST', url: `/api/board/${path}`, token, body });
}

/** The request that the form for adding a bin sends. */
function createBinRequest(changes: Wire = {}): Wire {
  const { farm, user } = fixtures.farmer;
  return {
    binId: 'S-77',
    bin_topic: `new-${++lastNumber}`,
    binName: 'South 1',
    bin_number: 3,
    farmId: String(farm.id),
    userId: String(user.id),
    bin_board_type: 'remote',
    bin_firmware_name: 'realtime',
    bin_firmware_version: '2.12',
    bin_in: 1,
    freq: 30,
    crop_name: 'Canola',
    bin_size: 8000.5,
    crop_unit: 'tonnes',
    ...changes,
  };
}

const addBin = (user: UserRow, changes: Wire = {}) =>
  post(user, 'addBinSensor', createBinRequest(changes));
const listErrorPaths = ({ body }: TestResponse) => body.errors?.map(({ path }) => path);
const createKey = (user: UserRow, board: string, body: Wire = {}) =>
  post(user, `mainBoards/${board}/credentials`, body);

describe('adding a bin', () => {
  it('creates the bin with the given settings and no readings, and records it in the audit log', async () => {
    const body = createBinRequest();
    const response = await post(fixtures.distributor, 'addBinSensor', body);
    expect(response.status).toBe(200);
    const { binName, farmId, userId, ...sameFields } = body;
    expect(response.body).toMatchObject({
      RESP_MSG: 'Bin Sensor Added!',
      board_has_key: false,
      data: { ...sameFields, bin_name: binName, farm_id: farmId, user_id: userId, cable_names: [] },
    });
    const { data } = response.body as unknown as { data: Wire };
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'subjectName', 'ownerId'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(data['id']))
      .execute();
    const { distributor, farmer } = fixtures;
    const ownerId = farmer.user.id;
    expect(entries).toEqual([
      { actorId: distributor.id, act: 'added', subjectName: 'South 1', ownerId },
    ]);
  });

  it('fills in defaults', async () => {
    const { farm, user } = fixtures.farmer;
    const response = await post(fixtures.admin, 'addBinSensor', {
      farmId: String(farm.id),
      userId: String(user.id),
      bin_topic: `new-${++lastNumber}`,
      binName: 'A',
      bin_number: 1,
    });
    expect(response.body).toMatchObject({
      data: {
        freq: 30,
        bin_in: 1,
        bin_board_type: 'main',
        bin_firmware_name: 'sleep',
        binId: '',
        crop_name: null,
        bin_size: null,
        bin_firmware_version: '2.03',
        crop_unit: 'bushels',
        temp_unit: 'c',
        bin_load_manual: 'manual',
        fan_automation: 'manual',
        read_humidty: false,
      },
    });
  });

  it('rejects a firmware version that does not exist', async () => {
    const response = await addBin(fixtures.admin, { bin_firmware_version: '9.9' });
    expect([response.status, listErrorPaths(response)]).toEqual([422, ['bin_firmware_version']]);
  });

  it("accepts only the farm's owner as the bin's owner", async () => {
    for (const { id } of [fixtures.admin, fixtures.distributor, fixtures.sibling.user]) {
      const response = await addBin(fixtures.admin, { userId: String(id) });
      expect([response.status, listErrorPaths(response)]).toEqual([422, ['userId']]);
    }
  });

  it("rejects another farm's board and a bin number that is taken", async () => {
    const otherFarmResponse = await addBin(fixtures.admin, {
      bin_topic: fixtures.sibling.bin.mainBoardId,
    });
    expect([otherFarmResponse.status, listErrorPaths(otherFarmResponse)]).toEqual([
      409,
      ['bin_topic'],
    ]);
    const { mainBoardId, binNumber } = fixtures.farmer.bin;
    const station = { bin_topic: mainBoardId, bin_number: binNumber };
    const takenResponse = await addBin(fixtures.admin, station);
    expect([takenResponse.status, listErrorPaths(takenResponse)]).toEqual([409, ['bin_number']]);
    const second = await addBin(fixtures.admin, { ...station, bin_number: 2 });
    expect(second).toMatchObject({ status: 200, body: { board_has_key: true } });
  });

  it('accepts only one of several simultaneous requests for a bin station', async () => {
    const station = { bin_topic: `new-${++lastNumber}`, bin_number: 1 };
    const responses = await Promise.all([1, 2, 3].map(() => addBin(fixtures.admin, station)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("accepts another farm's board once the bins on that board are deleted", async () => {
    const { bin } = fixtures.sibling;
    const token = await granary.createToken(fixtures.admin);
    const body = { id: String(bin.id) };
    await granary.call({ method: 'DELETE', url: '/api/board/deleteBinSensor', token, body });
    const response = await addBin(fixtures.admin, { bin_topic: bin.mainBoardId });
    expect(response).toMatchObject({ status: 200, body: { board_has_key: false } });
    // Purging the deleted bin does not delete the board, which now has another bin.
    await purgeBins(granary.db, new Date(granary.now() + 1), new AbortController().signal);
    expect(
      (await addBin(fixtures.admin, { bin_topic: bin.mainBoardId, bin_number: 4 })).status,
    ).toBe(200);
  });

  it.each([
    { bin_number: 0 },
    { bin_number: 33 },
    { freq: 29 },
    { bin_in: 11 },
    { bin_topic: 'a/b' },
    { binName: ' ' },
    { bin_board_type: 'x' },
    { crop_name: 'Gravel' },
    { bin_size: 0 },
  ])('rejects %j and names the field', async (change) => {
    const response = await addBin(fixtures.admin, change);
    expect([response.status, listErrorPaths(response)]).toEqual([422, Object.keys(change)]);
  });
});

describe('the key of a main board', () => {
  it('is shown once, lets the board sign in, and is replaced only on request', async () => {
    const board = `new-${++lastNumber}`;
    await addBin(fixtures.distributor, { bin_topic: board });
    const first = await createKey(fixtures.distributor, board);
    expect(first.status).toBe(200);
    const boardCredentials = first.body.RESP_MSG as Wire;
    expect(boardCredentials).toMatchObject({
      main_board_id: board,
      mqtt_tls: false,
      down_topic: `boards/${board}/down`,
      up_topics: expect.arrayContaining([`boards/${board}/up/temp-data`]),
    });
    const keys = new BoardKeys(granary.db, granary.secrets.boardPepper);
    const isAccepted = async (key: unknown) =>
      (await keys.check(board, Buffer.from(String(key)))) !== null;
    expect(await isAccepted(boardCredentials['key'])).toBe(true);
    const secondKey = await createKey(fixtures.distributor, board);
    expect([secondKey.status, secondKey.body.RESP_MSG]).toEqual([
      409,
      'This main board already has a key.',
    ]);
    expect(await isAccepted(boardCredentials['key'])).toBe(true);
    const rotateResponse = await createKey(fixtures.admin, board, { rotate: true });
    expect(rotateResponse.status).toBe(200);
    expect(await isAccepted(boardCredentials['key'])).toBe(false);
    expect(await isAccepted((rotateResponse.body.RESP_MSG as Wire)['key'])).toBe(true);
  });

  it('has its changes recorded in the audit log, without its value', async () => {
    const board = fixtures.farmer.bin.mainBoardId;
    const { body } = await createKey(fixtures.distributor, board, { rotate: true });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subject', '=', 'board')
      .where('subjectId', '=', board)
      .execute();
    expect(entries).toMatchObject([{ actorId: fixtures.distributor.id, act: 'changed' }]);
    expect(JSON.stringify(entries)).not.toContain((body.RESP_MSG as Wire)['key']);
    expect(granary.logLines.join()).not.toContain((body.RESP_MSG as Wire)['key']);
  });

  it("cannot be created by owners or by another customer's distributor", async () => {
    const { user, bin } = fixtures.farmer;
    expect((await createKey(user, bin.mainBoardId, { rotate: true })).status).toBe(403);
    const strangerResponse = await createKey(fixtures.otherDistributor, bin.mainBoardId, {
      rotate: true,
    });
    expect(strangerResponse.status).toBe(404);
  });
});
