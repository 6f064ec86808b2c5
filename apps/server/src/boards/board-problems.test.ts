import { DAY } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  TEST_BOARD_KEY,
} from '../../test/support/fixtures.ts';
import { runMosquitto } from '../../test/support/mosquitto.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import {
  deleteOldProblems,
  findBoardProblems,
  findRefusals,
  storeRefusal,
  storeUnknownBin,
} from './problems-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let mqttPort: string;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  // The database sets `since` from its own clock, not from the test clock.
  await granary.db
    .updateTable('mainBoards')
    .set({ since: new Date(0) })
    .execute();
  mqttPort = String((await granary.start()).mqttPort);
});

afterAll(() => granary.dispose());

interface BinResponse {
  readonly board_problems: { readonly unknown_bins: readonly unknown[] } | null;
  readonly refused_sign_ins: readonly unknown[];
}

async function getBin(user: UserRow, id: number): Promise<BinResponse> {
  const token = await granary.createToken(user);
  const { body } = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  return body.RESP_MSG as BinResponse;
}

const publish = (board: string, key: string, binNumber: number) => {
  const at = new Date(granary.now()).toISOString();
  const frame = { v: 1, bin_number: binNumber, date_time: at, temp_reading: [[12]] };
  const topic = `boards/${board}/up/temp-data`;
  const loginArgs = ['-p', mqttPort, '-u', board, '-P', key];
  return runMosquitto('pub', [...loginArgs, '-q', '1', '-t', topic, '-m', JSON.stringify(frame)]);
};

describe('a refused sign-in by a board', () => {
  it('is shown on its bins, in lists and in raw data until the board signs in', async () => {
    const { user, farm, bin } = fixtures.farmer;
    const { mainBoardId } = bin;
    const token = await granary.createToken(fixtures.distributor);
    const response = await granary.call({
      method: 'POST',
      url: `/api/board/mainBoards/${mainBoardId}/credentials`,
      token,
      body: { rotate: true },
    });
    await publish(mainBoardId, TEST_BOARD_KEY, 1);
    const refusal = { address: '127.0.0.1', reason: 'wrong-key' };
    await expect
      .poll(async () => (await getBin(user, bin.id)).refused_sign_ins)
      .toMatchObject([refusal]);
    expect((await getBin(user, bin.id)).board_problems).toMatchObject({ key_proven: false });
    const list = await granary.call({
      url: '/api/board/getAllBinForAUser?fields=summary',
      token: await granary.createToken(user),
    });
    expect(list.body.RESP_MSG).toMatchObject([
      { findings: [{ kind: 'wrong-board-key' }, { kind: 'never-read' }] },
    ]);
    const findState = async () => {
      const url = `/api/farm/getFarmStates?user_id=${user.id}`;
      const [state] = (await granary.call({ url, token })).body.RESP_MSG as Record<
        string,
        unknown
      >[];
      return state;
    };
    await expect.poll(findState).toMatchObject({
      farm_id: String(farm.id),
      worst: { finding: { kind: 'wrong-board-key' } },
    });
    const readRawData = async (reader: UserRow) =>
      granary.call({
        method: 'POST',
        url: '/api/rawData/getFilteredData',
        token: await granary.createToken(reader),
        body: { page: 1, limit: 10, id: mainBoardId },
      });
    expect((await readRawData(fixtures.distributor)).body).toMatchObject({
      refused_sign_ins: [refusal],
    });
    expect((await readRawData(fixtures.otherDistributor)).body).toMatchObject({
      refused_sign_ins: [],
    });

    const { key } = response.body.RESP_MSG as { key: string };
    expect(await publish(mainBoardId, key, 1)).toMatchObject({ code: 0 });
    const binAfterSignIn = await getBin(user, bin.id);
    expect(binAfterSignIn.board_problems).toBeNull();
    expect(binAfterSignIn.refused_sign_ins).toMatchObject([refusal]);
    await expect.poll(findState).toMatchObject({ counts: { ok: 1 }, worst: null });
  });

  it('is stored at most once a minute; only the newest 20 for each board are stored, for 90 days', async () => {
    const { mainBoardId } = fixtures.sibling.bin;
    const count = async () =>
      (await findRefusals(granary.db, [mainBoardId])).get(mainBoardId)?.length ?? 0;
    await publish(mainBoardId, 'guess', 1);
    await expect.poll(count).toBe(1);
    await publish(mainBoardId, 'guess', 1);
    await publish(mainBoardId, 'guess', 1);
    expect(await count()).toBe(1);
    for (let minute = 1; minute <= 25; minute += 1) {
      const at = new Date(granary.now() + minute * 60_000);
      await storeRefusal(granary.db, { mainBoardId, at, address: '192.0.2.1' });
    }
    expect(await count()).toBe(20);
    await deleteOldProblems(granary.db, granary.now() + 91 * DAY);
    expect(await count()).toBe(0);
  });

  it('is hidden from the next owner of the board', async () => {
    const { mainBoardId } = fixtures.stranger.bin;
    const at = new Date(granary.now() - DAY);
    await storeRefusal(granary.db, { mainBoardId, at, address: '192.0.2.1' });
    await sql`update main_boards set since = now() where id = ${mainBoardId}`.execute(granary.db);
    expect((await findRefusals(granary.db, [mainBoardId])).size).toBe(0);
    expect((await findBoardProblems(granary.db, [mainBoardId])).size).toBe(0);
  });
});

describe('an unknown bin number from a board', () => {
  it('is reported on the other bins of the board until the bin is added', async () => {
    const { user, farm, bin } = fixtures.neighbor;
    const { mainBoardId } = bin;
    await publish(mainBoardId, TEST_BOARD_KEY, 2);
    const findUnknownBins = async () =>
      (await getBin(user, bin.id)).board_problems?.unknown_bins ?? [];
    await expect.poll(findUnknownBins).toMatchObject([{ bin_number: 2 }]);
    const added = await granary.call({
      method: 'POST',
      url: '/api/board/addBinSensor',
      token: await granary.createToken(fixtures.admin),
      body: {
        binId: '',
        bin_topic: mainBoardId,
        binName: 'Second bin',
        bin_number: 2,
        farmId: String(farm.id),
        userId: String(user.id),
        bin_board_type: 'main',
        bin_firmware_name: 'sleep',
        bin_firmware_version: '2.03',
        bin_in: 1,
        freq: 30,
        crop_name: null,
        bin_size: null,
        crop_unit: 'bushels',
      },
    });
    expect(added.status).toBe(200);
    expect(await findUnknownBins()).toEqual([]);
  });

  it("is not reported if the owner has deleted the bin, because the bin's sensors may still be connected", async () => {
    const { db } = granary;
    const { id, mainBoardId } = await addBin(db, fixtures.farmer.farm.id);
    const at = new Date(granary.now());
    await storeUnknownBin(db, { mainBoardId, binNumber: 1, at });
    const deleteBin = (deletedAt: Date) =>
      db.updateTable('bins').set({ deletedAt }).where('id', '=', id).execute();
    const setSince = (since: Date) =>
      db.updateTable('mainBoards').set({ since }).where('id', '=', mainBoardId).execute();
    await setSince(new Date(0));
    await deleteBin(at);
    expect(await findBoardProblems(db, [mainBoardId])).toEqual(new Map());
    // A new owner might not know that a previous owner deleted the bin, so it is still reported.
    await setSince(at);
    await deleteBin(new Date(at.getTime() - 1));
    expect((await findBoardProblems(db, [mainBoardId])).get(mainBoardId)?.unknownBins).toEqual([
      { binNumber: 1, at: at.getTime() },
    ]);
  });
});
