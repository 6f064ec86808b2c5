import type { Owner } from '@granary/domain/access/access';
import type { Kysely } from 'kysely';
import { prepared } from '../platform/postgres/prepared.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import type { Subject, SubjectId } from './policy.ts';

/**
 * Whose a user, a farm, a bin, an entry of its ledger or a main board with bins is; null where there is none. An account is
 * its own.
 */
export async function findOwner(
  db: Kysely<Tables>,
  of: Subject['of'],
  id: SubjectId,
): Promise<Owner | null> {
  const [owner] = await (of === 'board'
    ? ownerOfBoard(db, { id: String(id) })
    : ownerByNumber[of](db, { id: Number(id) }));
  return owner ?? null;
}

interface ByNumber {
  readonly id: number;
}

const ownerByNumber = {
  user: prepared((db, { id }: ByNumber) => users(db).where('users.id', '=', id)),
  farm: prepared((db, { id }: ByNumber) => farms(db).where('farms.id', '=', id)),
  bin: prepared((db, { id }: ByNumber) => bins(db).where('bins.id', '=', id)),
  load: prepared((db, { id }: ByNumber) =>
    bins(db).innerJoin('binLoads', 'binLoads.binId', 'bins.id').where('binLoads.id', '=', id),
  ),
};

const ownerOfBoard = prepared((db, { id }: { readonly id: string }) =>
  bins(db).where('bins.mainBoardId', '=', id).limit(1),
);

function users(db: Kysely<Tables>) {
  return db
    .selectFrom('users')
    .select(['users.id as userId', 'users.distributorId as distributorId'])
    .where('users.deletedAt', 'is', null);
}

function farms(db: Kysely<Tables>) {
  return users(db)
    .innerJoin('farms', 'farms.ownerId', 'users.id')
    .where('farms.deletedAt', 'is', null);
}

function bins(db: Kysely<Tables>) {
  return farms(db).innerJoin('bins', 'bins.farmId', 'farms.id').where('bins.deletedAt', 'is', null);
}
