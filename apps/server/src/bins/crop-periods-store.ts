import { defaultConstantSet } from '@granary/domain/moisture/crops';
import type { Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** What a cable (0: the bin) holds; null holds nothing of its own. */
export interface HeldCrop {
  readonly cable: number;
  readonly crop: string | null;
}

/** Writes down what a bin and its cables hold from an instant on; what was before stays. */
export async function openCropPeriods(
  trx: Transaction<Tables>,
  binId: number,
  crops: readonly HeldCrop[],
  fromAt: Date,
): Promise<void> {
  if (crops.length === 0) return;
  await trx
    .insertInto('cropPeriods')
    .values(
      crops.map(({ cable, crop }) => ({
        ...{ binId, cable, fromAt, crop },
        moistureSource: crop === null ? null : (defaultConstantSet(crop)?.id ?? null),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['binId', 'cable', 'fromAt']).doUpdateSet((row) => ({
        crop: row.ref('excluded.crop'),
        moistureSource: row.ref('excluded.moistureSource'),
      })),
    )
    .execute();
}
