import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../test/support/test-app.ts';
import { BoardKeys } from '../boards/keys.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { purgeBins } from './deletion/store.ts';

let granary: TestApp;
let house: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  house = await addCustomerFixtures(granary.db);
});

type Wire = Record<string, unknown>;
let last = 0;

async function post(user: UserRow, path: string, body: Wire): Promise<TestResponse> {
  const token = await granary.tokenOf(user);
  return granary.call({ method: 'POST', url: `/api/board/${path}`, token, body });
}

/** A bin as the form of an installer sends it. */
function newBin(changes: Wire = {}): Wire {
  const { farm, user } = house.farmer;
  return {
    ...{ binId: 'S-77', bin_topic: `new-${++last}`, binName: 'South 1', bin_number: 3 },
    ...{ farmId: String(farm.id), userId: String(user.id), bin_board_type: 'remote' },
    ...{ bin_firmware_name: 'realtime', bin_firmware_version: '2.12', bin_in: 1, freq: 30 },
    ...changes,
  };
}

const add = (user: UserRow, changes: Wire = {}) => post(user, 'addBinSensor', newBin(changes));
const pathsOf = ({ body }: TestResponse) => body.errors?.map(({ path }) => path);
const giveKey = (user: UserRow, board: string, body: Wire = {}) =>
  post(user, `mainBoards/${board}/credentials`, body);

describe('adding a bin', () => {
  it('makes it as asked, without readings, and is written down', async () => {
    const body = newBin();
    const answer = await post(house.distributor, 'addBinSensor', body);
    expect(answer.status).toBe(200);
    const { binName, farmId, userId, ...same } = body;
    expect(answer.body).toMatchObject({
      ...{ RESP_MSG: 'Bin Sensor Added!', board_has_key: false },
      data: { ...same, bin_name: binName, farm_id: farmId, user_id: userId, cable_names: [] },
    });
    const { data } = answer.body as unknown as { data: Wire };
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'subjectName', 'ownerId'])
      .where('subject', '=', 'bin')
      .where('subjectId', '=', String(data['id']))
      .execute();
    const { distributor, farmer } = house;
    const ownerId = farmer.user.id;
    expect(entries).toEqual([
      { actorId: distributor.id, act: 'added', subjectName: 'South 1', ownerId },
    ]);
  });

  it('proposes what most bins have', async () => {
    const { farm, user } = house.farmer;
    const answer = await post(house.admin, 'addBinSensor', {
      ...{ farmId: String(farm.id), userId: String(user.id), bin_topic: `new-${++last}` },
      ...{ binName: 'A', bin_number: 1 },
    });
    expect(answer.body).toMatchObject({
      data: {
        ...{ freq: 30, bin_in: 1, bin_board_type: 'main', bin_firmware_name: 'sleep', binId: '' },
        ...{ bin_firmware_version: '2.03', crop_unit: 'bushels', temp_unit: 'c' },
        ...{ bin_load_manual: 'manual', fan_automation: 'manual', read_humidty: false },
      },
    });
  });

  it('is refused a firmware that there is not', async () => {
    const answer = await add(house.admin, { bin_firmware_version: '9.9' });
    expect([answer.status, pathsOf(answer)]).toEqual([422, ['bin_firmware_version']]);
  });

  it("takes the farm's owner for its own, and nobody else", async () => {
    for (const { id } of [house.admin, house.distributor, house.sibling.user]) {
      const answer = await add(house.admin, { userId: String(id) });
      expect([answer.status, pathsOf(answer)]).toEqual([422, ['userId']]);
    }
  });

  it('is refused a board of another farm, and a number that is taken', async () => {
    const elsewhere = await add(house.admin, { bin_topic: house.sibling.bin.mainBoardId });
    expect([elsewhere.status, pathsOf(elsewhere)]).toEqual([409, ['bin_topic']]);
    const { mainBoardId, binNumber } = house.farmer.bin;
    const station = { bin_topic: mainBoardId, bin_number: binNumber };
    const taken = await add(house.admin, station);
    expect([taken.status, pathsOf(taken)]).toEqual([409, ['bin_number']]);
    const beside = await add(house.admin, { ...station, bin_number: 2 });
    expect(beside).toMatchObject({ status: 200, body: { board_has_key: true } });
  });

  it('lets one of two have a station that they ask for at once', async () => {
    const station = { bin_topic: `new-${++last}`, bin_number: 1 };
    const answers = await Promise.all([1, 2, 3].map(() => add(house.admin, station)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('may use the board of another farm once its bins are deleted', async () => {
    const { bin } = house.sibling;
    const token = await granary.tokenOf(house.admin);
    const body = { id: String(bin.id) };
    await granary.call({ method: 'DELETE', url: '/api/board/deleteBinSensor', token, body });
    const answer = await add(house.admin, { bin_topic: bin.mainBoardId });
    expect(answer).toMatchObject({ status: 200, body: { board_has_key: false } });
    // The end of the deleted bin leaves the board, which serves another.
    await purgeBins(granary.db, new Date(granary.now() + 1), new AbortController().signal);
    expect((await add(house.admin, { bin_topic: bin.mainBoardId, bin_number: 4 })).status).toBe(
      200,
    );
  });

  it.each([
    ...[{ bin_number: 0 }, { bin_number: 33 }, { freq: 29 }, { bin_in: 11 }],
    ...[{ bin_topic: 'a/b' }, { binName: ' ' }, { bin_board_type: 'x' }],
  ])('refuses %j by name', async (change) => {
    const answer = await add(house.admin, change);
    expect([answer.status, pathsOf(answer)]).toEqual([422, Object.keys(change)]);
  });
});

describe('the key of a main board', () => {
  it('is shown once, opens its way in, and is replaced only on demand', async () => {
    const board = `new-${++last}`;
    await add(house.distributor, { bin_topic: board });
    const first = await giveKey(house.distributor, board);
    expect(first.status).toBe(200);
    const shown = first.body.RESP_MSG as Wire;
    expect(shown).toMatchObject({
      ...{ main_board_id: board, mqtt_tls: false, down_topic: `boards/${board}/down` },
      up_topics: expect.arrayContaining([`boards/${board}/up/temp-data`]),
    });
    const keys = new BoardKeys(granary.db, granary.secrets.boardPepper);
    const opens = async (key: unknown) =>
      (await keys.check(board, Buffer.from(String(key)))) !== null;
    expect(await opens(shown['key'])).toBe(true);
    const again = await giveKey(house.distributor, board);
    expect([again.status, again.body.RESP_MSG]).toEqual([
      ...[409, 'This main board already has a key.'],
    ]);
    expect(await opens(shown['key'])).toBe(true);
    const rotated = await giveKey(house.admin, board, { rotate: true });
    expect(rotated.status).toBe(200);
    expect(await opens(shown['key'])).toBe(false);
    expect(await opens((rotated.body.RESP_MSG as Wire)['key'])).toBe(true);
  });

  it('is written down as given, and never itself', async () => {
    const board = house.farmer.bin.mainBoardId;
    const { body } = await giveKey(house.distributor, board, { rotate: true });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subject', '=', 'board')
      .where('subjectId', '=', board)
      .execute();
    expect(entries).toMatchObject([{ actorId: house.distributor.id, act: 'changed' }]);
    expect(JSON.stringify(entries)).not.toContain((body.RESP_MSG as Wire)['key']);
    expect(granary.logged.join()).not.toContain((body.RESP_MSG as Wire)['key']);
  });

  it('is not for owners, nor for the boards of others', async () => {
    const { user, bin } = house.farmer;
    expect((await giveKey(user, bin.mainBoardId, { rotate: true })).status).toBe(403);
    const foreign = await giveKey(house.otherDistributor, bin.mainBoardId, { rotate: true });
    expect(foreign.status).toBe(404);
  });
});
