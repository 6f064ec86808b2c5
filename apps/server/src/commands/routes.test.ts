import { MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { createTestApp, TEST_START, type TestApp } from '../../test/support/test-app.ts';
import { createBin } from '../bins/add-bins.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let minute = 0;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
});

/** Stores a command that is newer than all others. */
async function storeCommand(bin: TestBin, parts: Parameters<typeof addCommand>[2] = {}) {
  const queuedAt = new Date(TEST_START + ++minute * MINUTE);
  await addCommand(granary.db, bin, { queuedAt, ...parts });
}

async function readLatest(user: UserRow, mainBoardId: string) {
  const token = await granary.createToken(user);
  const url = `/api/boardCommands/latest?main_board_id=${encodeURIComponent(mainBoardId)}`;
  const { status, body } = await granary.call({ url, token });
  return status === 200 ? body.RESP_MSG : status;
}

async function readLatestOfFarm(user: UserRow, farmId: number) {
  const token = await granary.createToken(user);
  const url = `/api/boardCommands/latestOfFarm?farm_id=${farmId}`;
  const { body } = await granary.call({ url, token });
  return body.RESP_MSG;
}

describe('the latest command of a board', () => {
  it('is null when there never was one', async () => {
    const { user, bin } = fixtures.farmer;
    expect(await readLatest(user, bin.mainBoardId)).toBeNull();
  });

  it('is unpublished until it is released, and then has the time of release', async () => {
    const { user, bin } = fixtures.farmer;
    const main_board_id = bin.mainBoardId;
    await storeCommand(bin, { state: 'released', releasedAt: new Date(TEST_START) });
    const commandFields = {
      main_board_id,
      bin_id: String(bin.id),
      bin_name: expect.stringMatching(/^Bin \d+$/),
      fan_status_after_releasing_command: 'on',
    };
    expect(await readLatest(user, main_board_id)).toEqual({
      ...commandFields,
      command: 'setF00000001',
      status: 'released',
      date_time: '2026-07-01T12:00:00.000Z',
    });
    await storeCommand(bin, { text: 'setF00000003' });
    expect(await readLatest(fixtures.distributor, main_board_id)).toEqual({
      ...commandFields,
      command: 'setF00000003',
      status: 'unpublished',
      date_time: null,
    });
  });

  it.each(['confirmed', 'proven', 'failed'] as const)('stays released when %s', async (status) => {
    const { user, bin } = fixtures.farmer;
    await storeCommand(bin, { state: status, releasedAt: new Date(TEST_START) });
    expect(await readLatest(user, bin.mainBoardId)).toMatchObject({ status: 'released' });
  });

  it.each(['expired', 'superseded', 'cancelled'] as const)(
    'is not one that ended before it was sent: %s',
    async (status) => {
      const { user, bin } = fixtures.farmer;
      await storeCommand(bin, { state: 'released', releasedAt: new Date(TEST_START) });
      await storeCommand(bin, { state: status, text: 'setF00000002' });
      expect(await readLatest(user, bin.mainBoardId)).toMatchObject({ command: 'setF00000001' });
    },
  );

  it('is never a command of a deleted bin', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const { mainBoardId } = bin;
    const row = { farmId: farm.id, mainBoardId, binNumber: 2, name: 'Beside' };
    const id = await granary.db
      .transaction()
      .execute((trx) => createBin(trx, row, [], new Date(0)));
    const secondBin = { ...row, id };
    const releasedState = { state: 'released', releasedAt: new Date(TEST_START) } as const;
    await storeCommand(bin, releasedState);
    await storeCommand(secondBin, { ...releasedState, text: 'setF00000002' });
    expect(await readLatest(user, mainBoardId)).toMatchObject({ command: 'setF00000002' });
    const deletedAt = new Date(TEST_START);
    await granary.db
      .updateTable('bins')
      .set({ deletedAt })
      .where('id', '=', secondBin.id)
      .execute();
    expect(await readLatest(user, mainBoardId)).toMatchObject({ command: 'setF00000001' });
  });

  it('belongs to that board only', async () => {
    const { user, bin } = fixtures.farmer;
    await storeCommand(fixtures.sibling.bin);
    expect(await readLatest(user, bin.mainBoardId)).toBeNull();
  });

  it.each([['a b'], ['a/b'], ['%'], ['x'.repeat(65)], ['']])(
    'is refused for the board ID %j',
    async (id) => {
      expect(await readLatest(fixtures.admin, id)).toBe(422);
    },
  );
});

describe('the latest commands of a farm', () => {
  it('include the latest command of each board that ever had one, sorted by board', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const other = await addBin(granary.db, farm.id);
    await addBin(granary.db, farm.id);
    await storeCommand(other);
    await storeCommand(bin, { state: 'released', releasedAt: new Date(TEST_START) });
    await storeCommand(bin, { text: 'setF00000002' });
    await storeCommand(fixtures.sibling.bin);
    const boards = [bin.mainBoardId, other.mainBoardId].sort();
    expect(await readLatestOfFarm(user, farm.id)).toEqual(
      await Promise.all(boards.map((board) => readLatest(user, board))),
    );
  });

  it('are empty when there was no fan command', async () => {
    expect(await readLatestOfFarm(fixtures.farmer.user, fixtures.farmer.farm.id)).toEqual([]);
  });
});
