import { farm as farmOnWire } from '@granary/contract/farms/http';
import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { serializeFarm } from './serialize-farm.ts';
import { lockFarm, markFarmDeleted } from './store.ts';

export interface FarmDeletionPorts {
  readonly db: Db;
  /** Turns off the running fans of a farm; returns why its bins cannot be deleted yet. */
  stopFansOfFarm(trx: Trx, farmId: number, changedBy: ChangedBy): Promise<RemovalObstacle | null>;
  deleteBinsOfFarm(trx: Trx, farmId: number, changedBy: ChangedBy): Promise<void>;
}

/**
 * Deletes a farm with its bins, unless a fan is running or someone is in or near a bin; an operator can
 * restore the farm and its bins.
 */
export async function deleteFarm(
  { db, stopFansOfFarm, deleteBinsOfFarm }: FarmDeletionPorts,
  id: number,
  changedBy: ChangedBy,
): Promise<'deleted' | 'gone' | RemovalObstacle> {
  return db.transaction().execute(async (trx) => {
    const row = await lockFarm(trx, id);
    if (!row) return 'gone';
    const obstacle = await stopFansOfFarm(trx, id, changedBy);
    if (obstacle) return obstacle;
    await deleteBinsOfFarm(trx, id, changedBy);
    await markFarmDeleted(trx, id, new Date(changedBy.at));
    await recordChange(trx, {
      ...changedBy,
      act: 'deleted',
      subject: 'farm',
      subjectId: id,
      subjectName: row.name,
      changes: compareFields(z.encode(farmOnWire, serializeFarm(row)), null),
    });
    return 'deleted';
  });
}
