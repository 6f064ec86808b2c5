import type { Kysely } from 'kysely';
import { createBin, type NewCable } from '../../src/bins/add-bins.ts';
import { hashBoardKey } from '../../src/boards/keys.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';

/** The pepper with which the tests' board keys are hashed. */
export const TEST_PEPPER = Buffer.alloc(32, 7);

export interface TestBin {
  readonly binNumber: number;
  readonly crop?: string;
  readonly cables?: readonly Partial<NewCable>[];
}

/** Adds a farm with its own owner. */
export async function seedFarm(db: Kysely<Tables>, timezone = 'UTC'): Promise<number> {
  const owner = await db
    .insertInto('users')
    .values({ email: `${crypto.randomUUID()}@test.example`, passwordHash: '-', role: 'user' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const farm = await db
    .insertInto('farms')
    .values({ ownerId: owner.id, name: 'Test farm', timezone })
    .returning('id')
    .executeTakeFirstOrThrow();
  return farm.id;
}

/** Adds a board and its bins, with a key unless it is null; returns the bin IDs keyed by bin number. */
export async function seedBoard(
  db: Kysely<Tables>,
  farmId: number,
  board: { readonly id: string; readonly key: string | null; readonly bins: readonly TestBin[] },
): Promise<ReadonlyMap<number, number>> {
  const keyHash = board.key === null ? null : hashBoardKey(TEST_PEPPER, board.key);
  await db.insertInto('mainBoards').values({ id: board.id, farmId, keyHash }).execute();
  const ids = new Map<number, number>();
  for (const { binNumber, crop = 'Wheat', cables = [] } of board.bins) {
    const name = `${board.id} ${binNumber}`;
    const bin = { farmId, mainBoardId: board.id, binNumber, name, crop };
    const rows = cables.map((cable, index) => ({
      cable: index + 1,
      name: '',
      cableId: index + 1,
      subBin: 1,
      flip: false,
      crop: null,
      ...cable,
    }));
    const id = await db
      .transaction()
      .execute((trx) => createBin(trx, bin, rows, new Date('2000-01-01T00:00:00Z')));
    ids.set(binNumber, id);
  }
  return ids;
}
