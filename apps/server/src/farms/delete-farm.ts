import { farm as farmOnWire } from '@granary/contract/farms/http';
import * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { serializeFarm } from './serialize-farm.ts';
import { lockFarm, markFarmDeleted } from './store.ts';

export interface FarmDeletionPorts {
  readonly db: Db;
  /** Turns off the running fans of a farm; returns whether one still runs. */
  stopFansOfFarm(trx: Trx, farmId: number, by: ChangedBy): Promise<boolean>;
  deleteBinsOfFarm(trx: Trx, farmId: number, by: ChangedBy): Promise<void>;
}

/** Deletes a farm with its bins, unless a fan runs; they can be restored for a time. */
export async function deleteFarm(
  { db, stopFansOfFarm, deleteBinsOfFarm }: FarmDeletionPorts,
  id: number,
  by: ChangedBy,
): Promise<'deleted' | 'gone' | 'fan-running'> {
  return db.transaction().execute(async (trx) => {
    const row = await lockFarm(trx, id);
    if (!row) return 'gone';
    if (await stopFansOfFarm(trx, id, by)) return 'fan-running';
    await deleteBinsOfFarm(trx, id, by);
    await markFarmDeleted(trx, id, new Date(by.at));
    await recordChange(trx, {
      ...by,
      act: 'deleted',
      subject: 'farm',
      subjectId: id,
      subjectName: row.name,
      changes: compareFields(z.encode(farmOnWire, serializeFarm(row)), null),
    });
    return 'deleted';
  });
}
