import type { Owner } from '@granary/domain/access/access';
import type { Kysely } from 'kysely';
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
  const row = await ownerQuery(db, of, id).executeTakeFirst();
  return row ? { userId: row.userId, distributorId: row.distributorId } : null;
}

function ownerQuery(db: Kysely<Tables>, of: Subject['of'], id: SubjectId) {
  const users = db
    .selectFrom('users')
    .select(['users.id as userId', 'users.distributorId as distributorId'])
    .where('users.deletedAt', 'is', null);
  const farms = users
    .innerJoin('farms', 'farms.ownerId', 'users.id')
    .where('farms.deletedAt', 'is', null);
  const bins = farms
    .innerJoin('bins', 'bins.farmId', 'farms.id')
    .where('bins.deletedAt', 'is', null);
  switch (of) {
    case 'user':
      return users.where('users.id', '=', Number(id));
    case 'farm':
      return farms.where('farms.id', '=', Number(id));
    case 'bin':
      return bins.where('bins.id', '=', Number(id));
    case 'load':
      return bins
        .innerJoin('binLoads', 'binLoads.binId', 'bins.id')
        .where('binLoads.id', '=', Number(id));
    case 'board':
      return bins.where('bins.mainBoardId', '=', String(id)).limit(1);
  }
}
