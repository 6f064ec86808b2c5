import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeletionModel, STATIONS } from '../../test/support/deletion-model.ts';
import { addCustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { restoreBinsOfFarm } from '../bins/deletion/restore-bins.ts';
import { findDeletedBins } from '../bins/deletion/store.ts';
import { restoreFarm } from './restore-farm.ts';
import { findDeletedFarms } from './store.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

const by = () => ({ actor: null, address: '', at: granary.now() });

describe('deleting farms and bins', () => {
  it('hides them everywhere, and restoring them shows all again', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...(['deleteBin', 'deleteFarm', 'restoreBin', 'restoreFarm', 'add'] as const),
      ),
      which: fc.nat(STATIONS * 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const world = await DeletionModel.create(granary);
        for (const { kind, which } of steps) {
          if (kind === 'add') await world.add(which % STATIONS);
          else if (kind.endsWith('Farm')) await world[kind](which % 2);
          else await world[kind](which);
        }
        await world.checkEverywhere();
        expect(world.differences).toEqual([]);
      }),
      { numRuns: 10 },
    );
  }, 180_000);

  it('restores a farm as it was, without bins that were deleted before', async () => {
    const world = await DeletionModel.create(granary);
    const { owner } = world.accounts;
    const farmId = world.farmIds[0] ?? 0;
    const read = async () => {
      const token = await granary.createToken(owner);
      const ask = async (path: string) =>
        (await granary.call({ url: `/api/${path}`, token })).body.RESP_MSG;
      return [await ask(`farm/getAllBins?farm_id=${farmId}`), await ask('board/getBinsMenu')];
    };
    await world.deleteBin(1);
    const before = await read();
    await world.deleteFarm(0);
    expect(await read()).not.toEqual(before);
    await world.restoreFarm(0);
    expect(await read()).toEqual(before);
  });

  it('does not restore a farm whose owner is deleted, or one that is not deleted', async () => {
    const fixtures = await addCustomerFixtures(granary.db);
    const { farm, user } = fixtures.farmer;
    const ports = { db: granary.db, restoreBinsOfFarm };
    expect(await restoreFarm(ports, farm.id, by())).toBe('not-deleted');
    const token = await granary.createToken(fixtures.admin);
    const body = { id: String(farm.id) };
    await granary.call({ method: 'DELETE', url: '/api/farm/deleteFarm', token, body });
    const deletedAt = new Date(granary.now());
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await restoreFarm(ports, farm.id, by())).toBe('owner-deleted');
  });

  it('lists deleted bins with what may prevent restoring them', async () => {
    const world = await DeletionModel.create(granary);
    const [first = 0, second = 0] = world.farmIds;
    await world.deleteBin(0);
    await world.add(0);
    await world.deleteFarm(1);
    const farms = await findDeletedFarms(granary.db, 'all');
    expect(farms.filter(({ ownerId }) => ownerId === world.accounts.owner.id)).toMatchObject([
      { id: second, ownerEmail: world.accounts.owner.email, isOwnerDeleted: false },
    ]);
    const bins = await findDeletedBins(granary.db, 'all');
    const own = bins.filter(({ farmId }) => world.farmIds.includes(farmId));
    expect(own.map(({ farmId, isStationTaken }) => [farmId, isStationTaken])).toEqual([
      [first, true],
      [second, false],
      [second, false],
    ]);
  });

  it('records who deleted a farm with its bins, and who restored them', async () => {
    const fixtures = await addCustomerFixtures(granary.db);
    const { farm } = fixtures.farmer;
    const token = await granary.createToken(fixtures.distributor);
    const body = { id: String(farm.id) };
    const response = await granary.call({
      method: 'DELETE',
      url: '/api/farm/deleteFarm',
      token,
      body,
    });
    expect(response.body.RESP_MSG).toBe('Farm Deleted!');
    await restoreFarm({ db: granary.db, restoreBinsOfFarm }, farm.id, by());
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'subject', 'changes'])
      .where('ownerId', '=', fixtures.farmer.user.id)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { actorId: fixtures.distributor.id, act: 'deleted', subject: 'bin' },
      { actorId: fixtures.distributor.id, act: 'deleted', subject: 'farm' },
      { actorId: null, act: 'restored', subject: 'farm' },
      { actorId: null, act: 'restored', subject: 'bin' },
    ]);
    expect(entries[1]?.changes).toContainEqual({ field: 'bin_count', before: 1, after: null });
  });
});
