import { DEMO_BOARD_KEY } from '@granary/simulator/demo/fleet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { BoardKeys } from '../boards/keys.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, hasDemoAccounts, seedDemo } from './seed.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
  await seedDemo(granary.db, granary.secrets.boardPepper, granary.now());
});

afterAll(() => granary.dispose());

async function signIn(accountName: string): Promise<string> {
  const body = { email: `${accountName}@granary.example`, password: DEMO_PASSWORD };
  const response = await granary.call({ method: 'POST', url: '/api/user/login', body });
  expect(response.status).toBe(200);
  return String(response.body.RESP_MSG);
}

async function readBins(token: string) {
  const response = await granary.call({ url: '/api/board/getAllBinForAUser', token });
  return response.body.RESP_MSG as { id: string; crop_name: string; farm_id: string }[];
}

describe('the demo data', () => {
  it('has an account for every email that the launcher lists', async () => {
    for (const { email } of DEMO_ACCOUNTS) await signIn(email.split('@')[0] ?? '');
  });

  it('has two farms with twelve bins for the farmer, visible to their distributor', async () => {
    const farmerBins = await readBins(await signIn('farmer'));
    expect(farmerBins).toHaveLength(12);
    expect(new Set(farmerBins.map(({ farm_id }) => farm_id)).size).toBe(2);
    const crops = farmerBins.map(({ crop_name }) => crop_name);
    expect(crops).toEqual(expect.arrayContaining(['Corn', 'Canola']));
    expect(crops.some((crop) => crop.includes('Wheat'))).toBe(true);
    const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
    expect(ids(await readBins(await signIn('distributor')))).toEqual(ids(farmerBins));
    expect(await readBins(await signIn('admin'))).toEqual([]);
  });

  it("hides the neighbor's bins from the distributor", async () => {
    const [neighborBin] = await readBins(await signIn('neighbour'));
    const token = await signIn('distributor');
    const binResponse = await granary.call({
      url: `/api/board/getBinSensor?id=${neighborBin?.id}`,
      token,
    });
    expect(binResponse.status).toBe(403);
  });

  it('lets every board sign in with the demo key', async () => {
    const keys = new BoardKeys(granary.db, granary.secrets.boardPepper);
    const boards = await granary.db.selectFrom('mainBoards').select('id').execute();
    const hashes = await Promise.all(
      boards.map(({ id }) => keys.check(id, Buffer.from(DEMO_BOARD_KEY))),
    );
    expect(hashes.length).toBeGreaterThan(0);
    expect(hashes).not.toContain(null);
  });

  it('allows every board to import its history', async () => {
    const boards = await granary.db.selectFrom('mainBoards').select('importUntil').execute();
    for (const { importUntil } of boards) {
      expect(importUntil?.getTime()).toBeGreaterThan(granary.now());
    }
  });

  it('is inserted once', async () => {
    const count = async () => (await granary.db.selectFrom('bins').select('id').execute()).length;
    const before = await count();
    await seedDemo(granary.db, granary.secrets.boardPepper, granary.now());
    expect(await count()).toBe(before);
  });

  it('marks its accounts as demo accounts', async () => {
    expect(await hasDemoAccounts(granary.db)).toBe(true);
    await granary.db.updateTable('users').set({ isDemo: false }).execute();
    await addUser(granary.db, 'user');
    expect(await hasDemoAccounts(granary.db)).toBe(false);
  });
});
