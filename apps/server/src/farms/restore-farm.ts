import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findDeletedFarms, unmarkFarmDeleted } from './store.ts';

export interface FarmRestorePorts<RestoredBins> {
  readonly db: Db;
  restoreBinsOfFarm(trx: Trx, farmId: number, changedBy: ChangedBy): Promise<RestoredBins>;
}

/** Restores a deleted farm, with the bins that were deleted together with it. */
export async function restoreFarm<RestoredBins>(
  { db, restoreBinsOfFarm }: FarmRestorePorts<RestoredBins>,
  id: number,
  changedBy: ChangedBy,
): Promise<RestoredBins | 'not-deleted' | 'owner-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [farm] = await findDeletedFarms(trx, { id });
    if (!farm) return 'not-deleted';
    if (farm.isOwnerDeleted) return 'owner-deleted';
    await unmarkFarmDeleted(trx, id);
    await recordChange(trx, {
      ...changedBy,
      act: 'restored',
      subject: 'farm',
      subjectId: id,
      subjectName: farm.name,
      changes: compareFields(null, { farm_name: farm.name }),
    });
    return restoreBinsOfFarm(trx, id, changedBy);
  });
}
