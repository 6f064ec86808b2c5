import type { Kysely, Transaction } from 'kysely';
import { type By, changesBetween, recordChange } from '../audit/record.ts';
import type { BroughtBack } from '../bins/restore.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { findHiddenFarms, showFarm } from './deletion-store.ts';

export interface FarmRestorePorts {
  readonly db: Kysely<Tables>;
  /** Brings back the bins that a farm took along. */
  restoreBinsOf(trx: Transaction<Tables>, farmId: number, by: By): Promise<BroughtBack>;
}

/** Brings a deleted farm back, with the bins that it took along. */
export async function restoreFarm(
  { db, restoreBinsOf }: FarmRestorePorts,
  id: number,
  by: By,
): Promise<BroughtBack | 'not-deleted' | 'owner-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [farm] = await findHiddenFarms(trx, { id });
    if (!farm) return 'not-deleted';
    if (farm.isOwnerDeleted) return 'owner-deleted';
    await showFarm(trx, id);
    await recordChange(trx, {
      ...{ ...by, act: 'restored', subject: 'farm', subjectId: id, subjectName: farm.name },
      changes: changesBetween(null, { farm_name: farm.name }),
    });
    return restoreBinsOf(trx, id, by);
  });
}
