import { type Actor, can, getActorScope } from '@granary/domain/access/access';
import { canHaveCustomers, canOwnFarms, type Role, roleNames } from '@granary/domain/access/roles';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { findCustomers } from '../accounts/store.ts';
import { findOwners, loadBins } from '../bins/store.ts';
import { findOwner } from './owners.ts';
import { inScope } from './scope-sql.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

/** Records refer to each other by index, because the database assigns the IDs. */
interface Dataset {
  readonly users: readonly { role: Role; distributor: number; isDeleted: boolean }[];
  readonly farms: readonly { owner: number; isDeleted: boolean }[];
  readonly bins: readonly { farm: number; isDeleted: boolean }[];
}

const isDistributor = (role: Role | undefined) => role !== undefined && canHaveCustomers(role);
const isFarmOwner = (role: Role | undefined) => role !== undefined && canOwnFarms(role);
const rarelyTrue = fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0);
const dataset: fc.Arbitrary<Dataset> = fc.record({
  users: fc.array(
    fc.record({
      role: fc.constantFrom<Role>(...roleNames, 'user', 'user'),
      distributor: fc.nat(11),
      isDeleted: rarelyTrue,
    }),
    { minLength: 3, maxLength: 12 },
  ),
  farms: fc.array(fc.record({ owner: fc.nat(11), isDeleted: rarelyTrue }), { maxLength: 10 }),
  bins: fc.array(fc.record({ farm: fc.nat(9), isDeleted: rarelyTrue }), { maxLength: 15 }),
});

/** Fills the tables; returns all IDs of each kind, and one that does not exist. */
async function fillTables({ users, farms, bins }: Dataset) {
  const { db } = database;
  await sql`truncate users, farms, main_boards, bins restart identity cascade`.execute(db);
  const deletedAt = (isDeleted: boolean) => (isDeleted ? new Date() : null);
  const findDistributor = ({ role, distributor }: Dataset['users'][number]) =>
    canOwnFarms(role) && isDistributor(users[distributor]?.role) ? distributor + 1 : null;
  await db
    .insertInto('users')
    .values(
      users.map((user, index) => ({
        role: user.role,
        email: `${index}@scope.example`,
        passwordHash: '-',
        distributorId: findDistributor(user),
        deletedAt: deletedAt(user.isDeleted),
      })),
    )
    .execute();
  // Only accounts with the role `user` own farms.
  const owners = users.flatMap(({ role }, index) => (canOwnFarms(role) ? [index + 1] : []));
  const farmRows = owners.length === 0 ? [] : farms;
  for (const { owner, isDeleted } of farmRows) {
    const ownerId = owners[owner % owners.length] ?? 0;
    const row = { ownerId, name: 'Farm', deletedAt: deletedAt(isDeleted) };
    await db.insertInto('farms').values(row).execute();
  }
  const binRows = farmRows.length === 0 ? [] : bins;
  if (binRows.length > 0)
    await db.insertInto('mainBoards').values({ id: 'b', farmId: 1 }).execute();
  for (const [index, { farm, isDeleted }] of binRows.entries()) {
    const station = { mainBoardId: 'b', binNumber: index + 1, name: 'Bin' };
    const row = {
      ...station,
      farmId: (farm % farmRows.length) + 1,
      deletedAt: deletedAt(isDeleted),
    };
    await db.insertInto('bins').values(row).execute();
  }
  const listIdsPlusMissingId = (length: number) =>
    Array.from({ length: length + 1 }, (_, index) => index + 1);
  return {
    users: listIdsPlusMissingId(users.length),
    bins: listIdsPlusMissingId(binRows.length),
    farms: listIdsPlusMissingId(farmRows.length),
  };
}

/** Finds the IDs whose owner exists and for which the actor has the capability. */
async function findAllowedIds(
  actor: Actor,
  capability: 'bin.read' | 'farm.read' | 'account.read',
  subjectType: 'bin' | 'farm' | 'user',
  ids: readonly number[],
): Promise<number[]> {
  const allowed: number[] = [];
  for (const id of ids) {
    const owner = await findOwner(database.db, subjectType, id);
    if (owner && can(actor, capability, owner)) allowed.push(id);
  }
  return allowed;
}

const sortAscending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

describe("a user's scope", () => {
  it('selects in SQL exactly the bins, farms and customers that the access check allows', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(dataset, async (data) => {
        const ids = await fillTables(data);
        for (const [index, { role }] of data.users.entries()) {
          const actor = { id: index + 1, role };
          const scope = getActorScope(actor);
          const bins = await loadBins(db, { scope });
          expect(sortAscending(bins.map(({ bin }) => bin.id))).toEqual(
            await findAllowedIds(actor, 'bin.read', 'bin', ids.bins),
          );
          const farms = await db
            .selectFrom('farms')
            .innerJoin('users', 'users.id', 'farms.ownerId')
            .select('farms.id')
            .where(inScope(scope))
            .where('farms.deletedAt', 'is', null)
            .where('users.deletedAt', 'is', null)
            .execute();
          expect(sortAscending(farms.map(({ id }) => id))).toEqual(
            await findAllowedIds(actor, 'farm.read', 'farm', ids.farms),
          );
          const customers = await findCustomers(db, scope);
          const users = await findAllowedIds(actor, 'account.read', 'user', ids.users);
          expect(sortAscending(customers.map(({ id }) => id))).toEqual(
            users.filter((id) => isFarmOwner(data.users[id - 1]?.role)),
          );
        }
        // Loading owners for many bins at once, as the live connection does, gives the same result as loading
        // them for one bin at a time.
        const owners = await findOwners(db, ids.bins);
        for (const id of ids.bins) {
          expect(owners.get(id) ?? null).toEqual(await findOwner(db, 'bin', id));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('selects nothing if it is empty', async () => {
    await fillTables({
      users: [{ role: 'user', distributor: 0, isDeleted: false }],
      farms: [],
      bins: [],
    });
    expect(await findCustomers(database.db, { kind: 'nothing' })).toEqual([]);
    expect(await findCustomers(database.db, { kind: 'all' })).toHaveLength(1);
  });
});
