import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeletionModel, STATION_COUNT } from '../../test/support/deletion-model.ts';
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

const createChangedBy = () => ({ actor: null, address: '', at: granary.now() });

describe('deleting farms and bins', () => {
  it('hides them everywhere, and restoring them shows them again', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...(['deleteBin', 'deleteFarm', 'restoreBin', 'restoreFarm', 'add'] as const),
      ),
      index: fc.nat(STATION_COUNT * 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const model = await DeletionModel.create(granary);
        for (const { kind, index } of steps) {
          if (kind === 'add') await model.addBin(index % STATION_COUNT);
          else if (kind.endsWith('Farm')) await model[kind](index % 2);
          else await model[kind](index);
        }
        await model.checkEverywhere();
        expect(model.differences).toEqual([]);
      }),
      { numRuns: 10 },
    );
  }, 180_000);

  it('restores a farm with its bins, except those that were deleted earlier', async () => {
    const model = await DeletionModel.create(granary);
    const { owner } = model.accounts;
    const farmId = model.farmIds[0] ?? 0;
    const readLists = async () => {
      const token = await granary.createToken(owner);
      const request = async (path: string) =>
        (await granary.call({ url: `/api/${path}`, token })).body.RESP_MSG;
      return [
        await request(`farm/getAllBins?farm_id=${farmId}`),
        await request('board/getBinsMenu'),
      ];
    };
    await model.deleteBin(1);
    const before = await readLists();
    await model.deleteFarm(0);
    expect(await readLists()).not.toEqual(before);
    await model.restoreFarm(0);
    expect(await readLists()).toEqual(before);
  });

  it('does not restore a farm whose owner is deleted, or one that is not deleted', async () => {
    const fixtures = await addCustomerFixtures(granary.db);
    const { farm, user } = fixtures.farmer;
    const ports = { db: granary.db, restoreBinsOfFarm };
    expect(await restoreFarm(ports, farm.id, createChangedBy())).toBe('not-deleted');
    const token = await granary.createToken(fixtures.admin);
    const body = { id: String(farm.id) };
    await granary.call({ method: 'DELETE', url: '/api/farm/deleteFarm', token, body });
    const deletedAt = new Date(granary.now());
    await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
    expect(await restoreFarm(ports, farm.id, createChangedBy())).toBe('owner-deleted');
  });

  it('lists deleted bins with the obstacles to restoring them', async () => {
    const model = await DeletionModel.create(granary);
    const [first = 0, second = 0] = model.farmIds;
    await model.deleteBin(0);
    await model.addBin(0);
    await model.deleteFarm(1);
    const farms = await findDeletedFarms(granary.db, 'all');
    expect(farms.filter(({ ownerId }) => ownerId === model.accounts.owner.id)).toMatchObject([
      { id: second, ownerEmail: model.accounts.owner.email, isOwnerDeleted: false },
    ]);
    const bins = await findDeletedBins(granary.db, 'all');
    const ownBins = bins.filter(({ farmId }) => model.farmIds.includes(farmId));
    expect(ownBins.map(({ farmId, isStationTaken }) => [farmId, isStationTaken])).toEqual([
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
    await restoreFarm({ db: granary.db, restoreBinsOfFarm }, farm.id, createChangedBy());
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
