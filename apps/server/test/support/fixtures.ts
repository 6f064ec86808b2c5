import type { Role } from '@granary/domain/access/roles';
import { DAY } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { createBin, type NewCable } from '../../src/bins/add-bins.ts';
import { hashBoardKey } from '../../src/boards/keys.ts';
import type { FarmRow, NewBin, Tables, UserRow } from '../../src/platform/postgres/tables.ts';
import { TEST_PEPPER } from './board-fixtures.ts';
import { TEST_START } from './test-app.ts';

let lastNumber = 0;
const nextNumber = () => ++lastNumber;

export const TEST_BOARD_KEY = 'the key of every board in tests';

/** The hash of a password that was not recorded. */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$wo6wPHkER3zawqpDJQjL4g$lqBHaU5rSoP1ID8LtkuFSem7Zr2AJYHads39hyeXgaI';

/** Adds an account; without a password, nobody can sign in to it. */
export async function addUser(
  db: Kysely<Tables>,
  role: Role,
  overrides: {
    readonly distributorId?: number | null;
    readonly email?: string;
    readonly password?: string;
    readonly firstName?: string;
    readonly isDeleted?: boolean;
  } = {},
): Promise<UserRow> {
  const {
    firstName = `First${nextNumber()}`,
    distributorId = null,
    email = `${role}-${nextNumber()}@users.example`,
    password,
  } = overrides;
  const passwordHash =
    password === undefined ? UNKNOWN_PASSWORD_HASH : await hashPassword(password);
  const deletedAt = overrides.isDeleted ? new Date(TEST_START - DAY) : null;
  return db
    .insertInto('users')
    .values({ role, email, distributorId, passwordHash, deletedAt, firstName, lastName: 'Last' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addFarm(
  db: Kysely<Tables>,
  ownerId: number,
  overrides: { readonly timezone?: string; readonly isDeleted?: boolean } = {},
): Promise<FarmRow> {
  const deletedAt = overrides.isDeleted ? new Date(TEST_START - DAY) : null;
  return db
    .insertInto('farms')
    .values({
      ownerId,
      name: `Farm ${nextNumber()}`,
      timezone: overrides.timezone ?? 'UTC',
      deletedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface TestBin {
  readonly id: number;
  readonly farmId: number;
  readonly mainBoardId: string;
  readonly binNumber: number;
}

/** Adds a bin on its own board, by default with two cables at addresses 11 and 12. */
export async function addBin(
  db: Kysely<Tables>,
  farmId: number,
  overrides: Partial<NewBin> = {},
  cables: readonly Partial<NewCable>[] = [{}, {}],
): Promise<TestBin> {
  const mainBoardId = `board-${nextNumber()}`;
  const binNumber = 1;
  const keyHash = hashBoardKey(TEST_PEPPER, TEST_BOARD_KEY);
  const bin = {
    farmId,
    mainBoardId,
    binNumber,
    name: `Bin ${nextNumber()}`,
    crop: 'Wheat',
    ...overrides,
  };
  const rows = cables.map((cable, index) => ({
    cable: index + 1,
    name: '',
    cableId: 11 + index,
    subBin: 1,
    flip: false,
    crop: null,
    ...cable,
  }));
  const id = await db.transaction().execute(async (trx) => {
    await trx.insertInto('mainBoards').values({ id: mainBoardId, farmId, keyHash }).execute();
    return createBin(trx, bin, rows, new Date(0));
  });
  return { id, farmId, mainBoardId, binNumber };
}

/** An admin, two distributors, and four customers with a farm and a bin each. */
export interface CustomerFixtures {
  readonly admin: UserRow;
  readonly distributor: UserRow;
  readonly otherDistributor: UserRow;
  /** A customer of `distributor`. */
  readonly farmer: CustomerFixture;
  /** Another customer of `distributor`. */
  readonly sibling: CustomerFixture;
  /** A customer without a distributor. */
  readonly neighbor: CustomerFixture;
  /** A customer of `otherDistributor`. */
  readonly stranger: CustomerFixture;
}

export interface CustomerFixture {
  readonly user: UserRow;
  readonly farm: FarmRow;
  readonly bin: TestBin;
}

export async function addCustomerFixtures(db: Kysely<Tables>): Promise<CustomerFixtures> {
  const addCustomer = async (distributorId: number | null): Promise<CustomerFixture> => {
    const user = await addUser(db, 'user', { distributorId });
    const farm = await addFarm(db, user.id);
    return { user, farm, bin: await addBin(db, farm.id) };
  };
  const distributor = await addUser(db, 'distributor');
  const otherDistributor = await addUser(db, 'distributor');
  return {
    admin: await addUser(db, 'admin'),
    distributor,
    otherDistributor,
    farmer: await addCustomer(distributor.id),
    sibling: await addCustomer(distributor.id),
    neighbor: await addCustomer(null),
    stranger: await addCustomer(otherDistributor.id),
  };
}
