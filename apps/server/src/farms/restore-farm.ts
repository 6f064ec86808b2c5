import type { Kysely, Transaction } from 'kysely';
import { type ChangedBy, changesBetween, recordChange } from '../audit/record-change.ts';
import type { RestoredBins } from '../bins/deletion/restore-bins.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { findDeletedFarms, unmarkFarmDeleted } from './deletion-store.ts';

export interface FarmRestorePorts {
  readonly db: Kysely<Tables>;
  /** Brings back the bins that a farm took along. */
  restoreBinsOf(trx: Transaction<Tables>, farmId: number, by: ChangedBy): Promise<RestoredBins>;
}

/** Brings a deleted farm back, with the bins that it took along. */
export async function restoreFarm(
  { db, restoreBinsOf }: FarmRestorePorts,
  id: number,
  by: ChangedBy,
): Promise<RestoredBins | 'not-deleted' | 'owner-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [farm] = await findDeletedFarms(trx, { id });
    if (!farm) return 'not-deleted';
    if (farm.isOwnerDeleted) return 'owner-deleted';
    await unmarkFarmDeleted(trx, id);
    await recordChange(trx, {
      ...{ ...by, act: 'restored', subject: 'farm', subjectId: id, subjectName: farm.name },
      changes: changesBetween(null, { farm_name: farm.name }),
    });
    return restoreBinsOf(trx, id, by);
  });
}
