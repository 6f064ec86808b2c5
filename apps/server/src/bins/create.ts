import { sql, type Transaction } from 'kysely';
import { openCropPeriods } from '../crops/crop-periods-store.ts';
import type { NewBin, Tables } from '../platform/postgres/tables.ts';

export interface NewCable {
  readonly cable: number;
  readonly name: string;
  readonly cableId: number;
  readonly subBin: number;
  readonly flip: boolean;
  readonly crop: string | null;
}

/**
 * Makes a bin with its cables; what it holds counts from `since`. A new bin has no readings,
 * whatever stood at its station before.
 */
export async function createBin(
  trx: Transaction<Tables>,
  bin: NewBin,
  cables: readonly NewCable[],
  since: Date,
): Promise<number> {
  const { id } = await trx.insertInto('bins').values(bin).returning('id').executeTakeFirstOrThrow();
  const daysZone = sql<string>`(select timezone from farms where id = ${bin.farmId})`;
  await trx.insertInto('latest').values({ binId: id, daysZone }).execute();
  if (cables.length > 0) {
    await trx
      .insertInto('cables')
      .values(cables.map((cable) => ({ ...cable, binId: id })))
      .execute();
  }
  const crops = [
    { cable: 0, crop: bin.crop ?? null },
    ...cables.filter(({ crop }) => crop !== null).map(({ cable, crop }) => ({ cable, crop })),
  ];
  await openCropPeriods(trx, id, crops, since);
  return id;
}
