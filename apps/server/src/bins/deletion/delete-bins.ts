import { DAY } from '@granary/domain/units';
import type { Kysely, Transaction } from 'kysely';
import { type ChangedBy, changesBetween, recordChange } from '../../audit/record-change.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { type DeletableBin, findBin, lockBoards, lockReadings, markBinsDeleted } from './store.ts';

/** What is deleted can be brought back for so long, then it is ended for good. */
export const RESTORE_PERIOD = 30 * DAY;

export interface BinDeletionPorts {
  readonly db: Kysely<Tables>;
  /** Ends what waits to be sent to these bins. */
  cancelCommands(trx: Transaction<Tables>, binIds: readonly number[]): Promise<void>;
}

/** Hides a bin; what is known of it is kept, and can be brought back, for a time. */
export async function deleteBin(
  ports: BinDeletionPorts,
  id: number,
  by: ChangedBy,
): Promise<'deleted' | 'gone'> {
  return ports.db.transaction().execute(async (trx) => {
    const bin = await findBin(trx, id);
    if (!bin) return 'gone';
    const hidden = await deleteBins(ports, trx, [bin], { by, withFarm: false });
    return hidden.length === 0 ? 'gone' : 'deleted';
  });
}

/** Hides bins, with all that follows from it; the ids of those that were there to hide. */
export async function deleteBins(
  { cancelCommands }: Pick<BinDeletionPorts, 'cancelCommands'>,
  trx: Transaction<Tables>,
  bins: readonly DeletableBin[],
  { by, withFarm }: { readonly by: ChangedBy; readonly withFarm: boolean },
): Promise<number[]> {
  await lockReadings(
    trx,
    bins.map(({ id }) => id),
  );
  await lockBoards(
    trx,
    bins.map(({ mainBoardId }) => mainBoardId),
  );
  const hidden = await markBinsDeleted(trx, bins, { at: new Date(by.at), withFarm });
  await cancelCommands(trx, hidden);
  for (const bin of bins.filter(({ id }) => hidden.includes(id))) {
    await recordChange(trx, {
      ...{ ...by, act: 'deleted', subject: 'bin', subjectId: bin.id, subjectName: bin.name },
      changes: changesBetween(stationFields(bin), null),
    });
  }
  return hidden;
}

/** Where a bin stands, by the names on the wire. */
export function stationFields({ name, mainBoardId, binNumber }: DeletableBin) {
  return { bin_name: name, bin_topic: mainBoardId, bin_number: binNumber };
}
