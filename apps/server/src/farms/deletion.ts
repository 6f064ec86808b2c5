import { farm as farmOnWire } from '@granary/contract/farms/http';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { changesBetween, recordChange } from '../audit/record.ts';
import type { By } from '../bins/deletion.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { hideFarm } from './deletion-store.ts';
import { presentFarm } from './present.ts';
import { lockFarm } from './store.ts';

export interface FarmDeletionPorts {
  readonly db: Kysely<Tables>;
  /** Hides the bins of a farm, to come back with it. */
  takeBinsAway(trx: Transaction<Tables>, farmId: number, at: Date): Promise<void>;
}

/** Hides a farm with its bins; what is known of them is kept, and can be brought back, for a time. */
export async function deleteFarm(
  { db, takeBinsAway }: FarmDeletionPorts,
  id: number,
  by: By,
): Promise<'deleted' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const row = await lockFarm(trx, id);
    if (!row) return 'gone';
    const at = new Date(by.at);
    await takeBinsAway(trx, id, at);
    await hideFarm(trx, id, at);
    await recordChange(trx, {
      ...{ ...by, act: 'deleted', subject: 'farm', subjectId: id, subjectName: row.name },
      changes: changesBetween(z.encode(farmOnWire, presentFarm(row)), null),
    });
    return 'deleted';
  });
}
