import type { Owner } from '@granary/domain/access/access';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import type { Subject } from './policy.ts';

/** Whose a user, a farm or a bin is; null where there is none. An account is its own. */
export async function findOwner(
  db: Kysely<Tables>,
  of: Subject['of'],
  id: number,
): Promise<Owner | null> {
  const row = await ownerQuery(db, of, id).executeTakeFirst();
  return row ? { userId: row.userId, distributorId: row.distributorId } : null;
}

function ownerQuery(db: Kysely<Tables>, of: Subject['of'], id: number) {
  const users = db
    .selectFrom('users')
    .select(['users.id as userId', 'users.distributorId as distributorId'])
    .where('users.deletedAt', 'is', null);
  switch (of) {
    case 'user':
      return users.where('users.id', '=', id);
    case 'farm':
      return users
        .innerJoin('farms', 'farms.ownerId', 'users.id')
        .where('farms.id', '=', id)
        .where('farms.deletedAt', 'is', null);
    case 'bin':
      return users
        .innerJoin('farms', 'farms.ownerId', 'users.id')
        .innerJoin('bins', 'bins.farmId', 'farms.id')
        .where('bins.id', '=', id)
        .where('bins.deletedAt', 'is', null)
        .where('farms.deletedAt', 'is', null);
  }
}
