import type { addBinSensor } from '@granary/contract/bins/add';
import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { type ChangedBy, changesBetween, recordChange } from '../audit/record-change.ts';
import { lockCrops } from '../crops/crop-periods-store.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { lockFarmOwner } from './add-store.ts';
import { createBin } from './create.ts';
import { notifyBinsChanged } from './deletion/store.ts';
import { type IsUploaded, isFirmware } from './firmware-choice.ts';
import { hasKey, isStationTaken, takeBoard } from './station-store.ts';

type NewBin = z.output<NonNullable<(typeof addBinSensor)['body']>>;
/** A bin by its name and its station. */
type BinAtStation = Pick<NewBin, 'name' | 'mainBoardId' | 'binNumber' | 'farmId'>;

export type AddOutcome =
  | { readonly kind: 'added'; readonly id: number; readonly boardHasKey: boolean }
  | { readonly kind: 'no-farm' | 'not-the-owner' | 'board-elsewhere' | 'station-taken' }
  /** Its firmware has no such version. */
  | { readonly kind: 'no-version' };

export interface AddPorts {
  readonly db: Kysely<Tables>;
  readonly isUploaded: IsUploaded;
}

/** Adds a bin at a free station; it has no readings and no cables until its board sends them. */
export async function addBin(
  { db, isUploaded }: AddPorts,
  { ownerId, ...bin }: NewBin,
  by: ChangedBy,
): Promise<AddOutcome> {
  return db.transaction().execute(async (trx) => {
    const owner = await lockFarmOwner(trx, bin.farmId);
    if (owner === null) return { kind: 'no-farm' };
    if (owner !== ownerId) return { kind: 'not-the-owner' };
    const { firmwareName, firmwareVersion } = bin;
    if (!(await isFirmware(trx, isUploaded, firmwareName, firmwareVersion)))
      return { kind: 'no-version' };
    // Before the board, as whoever changes crops has readings wait, which write to boards.
    await lockCrops(trx, 'to-read');
    if ((await takeBoard(trx, { ...bin, at: new Date(by.at) })) === 'elsewhere')
      return { kind: 'board-elsewhere' };
    if (await isStationTaken(trx, bin, 0)) return { kind: 'station-taken' };
    const id = await createBin(trx, bin, [], new Date(by.at));
    await recordAdded(trx, id, bin, by);
    await notifyBinsChanged(trx, [bin.mainBoardId]);
    return { kind: 'added', id, boardHasKey: await hasKey(trx, bin.mainBoardId) };
  });
}

/** Writes down that a bin was added, and where it stands. */
export async function recordAdded(
  trx: Transaction<Tables>,
  id: number,
  { name, mainBoardId, binNumber, farmId }: BinAtStation,
  by: ChangedBy,
): Promise<void> {
  await recordChange(trx, {
    ...{ ...by, act: 'added', subject: 'bin', subjectId: id, subjectName: name, version: 1 },
    changes: changesBetween(null, {
      ...{ bin_name: name, bin_topic: mainBoardId, bin_number: binNumber },
      farm_id: String(farmId),
    }),
  });
}
