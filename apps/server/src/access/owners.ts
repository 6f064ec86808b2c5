import type { Owner } from '@granary/domain/access/access';
import { executePrepared } from '../platform/postgres/prepared-statements.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { Subject, SubjectId } from './policy.ts';

/**
 * The owner of a user, a farm, a farm contact, a bin, a ledger entry, an alert, or a main board with bins;
 * null if there is none. An account owns itself.
 */
export async function findOwner(
  db: Db,
  type: Subject['type'],
  id: SubjectId,
): Promise<Owner | null> {
  const [owner] = await executePrepared(db, selectOwner(db, type, id));
  return owner ?? null;
}

function selectOwner(db: Db, type: Subject['type'], id: SubjectId) {
  switch (type) {
    case 'user':
      return selectUsers(db).where('users.id', '=', Number(id));
    case 'farm':
      return selectFarms(db).where('farms.id', '=', Number(id));
    case 'contact':
      return selectFarms(db)
        .innerJoin('farmContacts', 'farmContacts.farmId', 'farms.id')
        .where('farmContacts.id', '=', Number(id));
    case 'bin':
      return selectBins(db).where('bins.id', '=', Number(id));
    case 'load':
      return selectBins(db)
        .innerJoin('binLoads', 'binLoads.binId', 'bins.id')
        .where('binLoads.id', '=', Number(id));
    case 'alert':
      return selectBins(db)
        .innerJoin('alerts', 'alerts.binId', 'bins.id')
        .where('alerts.id', '=', Number(id));
    case 'board':
      return selectBins(db).where('bins.mainBoardId', '=', String(id)).limit(1);
  }
}

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['users.id as userId', 'users.distributorId as distributorId'])
    .where('users.deletedAt', 'is', null);
}

function selectFarms(db: Db) {
  return selectUsers(db)
    .innerJoin('farms', 'farms.ownerId', 'users.id')
    .where('farms.deletedAt', 'is', null);
}

function selectBins(db: Db) {
  return selectFarms(db)
    .innerJoin('bins', 'bins.farmId', 'farms.id')
    .where('bins.deletedAt', 'is', null);
}
