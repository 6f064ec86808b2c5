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
let last = 0;

async function post(user: UserRow, path: string, body: Wire): Promise<TestResponse> {
  const token = await granary.createToken(user);
  return granary.call({ method: 'POST', url: `/api/board/${path}`, token, body });
}

/** The request of the form for adding a bin. */
function newBin(changes: Wire = {}): Wire {
  const { farm, user } = fixtures.farmer;
  return {
    binId: 'S-77',
    bin_topic: `new-${++last}`,
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

const add = (user: UserRow, changes: Wire = {}) => post(user, 'addBinSensor', newBin(changes));
const errorPaths = ({ body }: TestResponse) => body.errors?.map(({ path }) => path);
const makeKey = (user: UserRow, board: string, body: Wire = {}) =>
  post(user, `mainBoards/${board}/credentials`, body);

describe('adding a bin', () => {
  it('creates it with the given settings and no readings, and records it in the audit log', async () => {
    const body = newBin();
    const response = await post(fixtures.distributor, 'addBinSensor', body);
    expect(response.status).toBe(200);
    const { binName, farmId, userId, ...same } = body;
    expect(response.body).toMatchObject({
      RESP_MSG: 'Bin Sensor Added!',
      board_has_key: false,
      data: { ...same, bin_name: binName, farm_id: farmId, user_id: userId, cable_names: [] },
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
      bin_topic: `new-${++last}`,
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
    const response = await add(fixtures.admin, { bin_firmware_version: '9.9' });
    expect([response.status, errorPaths(response)]).toEqual([422, ['bin_firmware_version']]);
  });

  it("accepts only the farm's owner as its owner", async () => {
    for (const { id } of [fixtures.admin, fixtures.distributor, fixtures.sibling.user]) {
      const response = await add(fixtures.admin, { userId: String(id) });
      expect([response.status, errorPaths(response)]).toEqual([422, ['userId']]);
    }
  });

  it('rejects a board of another farm and a number that is taken', async () => {
    const elsewhere = await add(fixtures.admin, { bin_topic: fixtures.sibling.bin.mainBoardId });
    expect([elsewhere.status, errorPaths(elsewhere)]).toEqual([409, ['bin_topic']]);
    const { mainBoardId, binNumber } = fixtures.farmer.bin;
    const station = { bin_topic: mainBoardId, bin_number: binNumber };
    const taken = await add(fixtures.admin, station);
    expect([taken.status, errorPaths(taken)]).toEqual([409, ['bin_number']]);
    const second = await add(fixtures.admin, { ...station, bin_number: 2 });
    expect(second).toMatchObject({ status: 200, body: { board_has_key: true } });
  });

  it('accepts only one of several simultaneous requests for a bin station', async () => {
    const station = { bin_topic: `new-${++last}`, bin_number: 1 };
    const responses = await Promise.all([1, 2, 3].map(() => add(fixtures.admin, station)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('accepts the board of another farm once its bins are deleted', async () => {
    const { bin } = fixtures.sibling;
    const token = await granary.createToken(fixtures.admin);
    const body = { id: String(bin.id) };
    await granary.call({ method: 'DELETE', url: '/api/board/deleteBinSensor', token, body });
    const response = await add(fixtures.admin, { bin_topic: bin.mainBoardId });
    expect(response).toMatchObject({ status: 200, body: { board_has_key: false } });
    // Purging the deleted bin keeps the board, which has another bin now.
    await purgeBins(granary.db, new Date(granary.now() + 1), new AbortController().signal);
    expect((await add(fixtures.admin, { bin_topic: bin.mainBoardId, bin_number: 4 })).status).toBe(
      200,
    );
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
    const response = await add(fixtures.admin, change);
    expect([response.status, errorPaths(response)]).toEqual([422, Object.keys(change)]);
  });
});

describe('the key of a main board', () => {
  it('is shown once, lets the board sign in, and is replaced only on request', async () => {
    const board = `new-${++last}`;
    await add(fixtures.distributor, { bin_topic: board });
    const first = await makeKey(fixtures.distributor, board);
    expect(first.status).toBe(200);
    const shown = first.body.RESP_MSG as Wire;
    expect(shown).toMatchObject({
      main_board_id: board,
      mqtt_tls: false,
      down_topic: `boards/${board}/down`,
      up_topics: expect.arrayContaining([`boards/${board}/up/temp-data`]),
    });
    const keys = new BoardKeys(granary.db, granary.secrets.boardPepper);
    const isAccepted = async (key: unknown) =>
      (await keys.check(board, Buffer.from(String(key)))) !== null;
    expect(await isAccepted(shown['key'])).toBe(true);
    const secondKey = await makeKey(fixtures.distributor, board);
    expect([secondKey.status, secondKey.body.RESP_MSG]).toEqual([
      409,
      'This main board already has a key.',
    ]);
    expect(await isAccepted(shown['key'])).toBe(true);
    const rotateResponse = await makeKey(fixtures.admin, board, { rotate: true });
    expect(rotateResponse.status).toBe(200);
    expect(await isAccepted(shown['key'])).toBe(false);
    expect(await isAccepted((rotateResponse.body.RESP_MSG as Wire)['key'])).toBe(true);
  });

  it('is recorded as set in the audit log, without its value', async () => {
    const board = fixtures.farmer.bin.mainBoardId;
    const { body } = await makeKey(fixtures.distributor, board, { rotate: true });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subject', '=', 'board')
      .where('subjectId', '=', board)
      .execute();
    expect(entries).toMatchObject([{ actorId: fixtures.distributor.id, act: 'changed' }]);
    expect(JSON.stringify(entries)).not.toContain((body.RESP_MSG as Wire)['key']);
    expect(granary.logged.join()).not.toContain((body.RESP_MSG as Wire)['key']);
  });

  it("is not available to owners, or for other customers' boards", async () => {
    const { user, bin } = fixtures.farmer;
    expect((await makeKey(user, bin.mainBoardId, { rotate: true })).status).toBe(403);
    const foreign = await makeKey(fixtures.otherDistributor, bin.mainBoardId, { rotate: true });
    expect(foreign.status).toBe(404);
  });
});
