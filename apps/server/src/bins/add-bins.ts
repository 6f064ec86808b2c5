import type { addBinSensor } from '@granary/contract/bins/add';
import type { FirmwareName } from '@granary/domain/boards/options';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordBinChange } from '../audit/record-change.ts';
import { claimBoard, findBoardsWithoutKey } from '../boards/assignment-store.ts';
import { findUnknownCrops, lockCrops, openCropPeriods } from '../crops/crop-periods-store.ts';
import { lockFarmAndFindOwner } from '../farms/store.ts';
import type { Db, NewBin, Trx } from '../platform/postgres/tables.ts';
import { isStationTaken, notifyBinsChanged } from './store.ts';

type BinToAdd = z.output<NonNullable<(typeof addBinSensor)['body']>>;

export type AddOutcome =
  | { readonly kind: 'added'; readonly id: number; readonly boardHasKey: boolean }
  | { readonly kind: 'no-farm' | 'not-the-owner' | 'board-on-another-farm' | 'station-taken' }
  /** There is no such firmware version, or no such crop. */
  | { readonly kind: 'no-version' | 'no-crop' };

/** Checks whether boards can be set to a firmware version. */
export type IsFirmwareAvailable = (
  trx: Trx,
  name: FirmwareName,
  version: string,
) => Promise<boolean>;

export interface AddPorts {
  readonly db: Db;
  readonly isFirmwareAvailable: IsFirmwareAvailable;
}

/** Adds a bin at a free bin station; it has no readings and no cables until its board reports them. */
export async function addBin(
  { db, isFirmwareAvailable }: AddPorts,
  { ownerId, ...bin }: BinToAdd,
  changedBy: ChangedBy,
): Promise<AddOutcome> {
  return db.transaction().execute(async (trx) => {
    const owner = await lockFarmAndFindOwner(trx, bin.farmId);
    if (owner === null) return { kind: 'no-farm' };
    if (owner !== ownerId) return { kind: 'not-the-owner' };
    if (!(await isFirmwareAvailable(trx, bin.firmwareName, bin.firmwareVersion)))
      return { kind: 'no-version' };
    // Lock crops before the board: a crop change blocks readings, which write to boards.
    await lockCrops(trx, 'shared');
    if ((await findUnknownCrops(trx, [bin.crop])).length > 0) return { kind: 'no-crop' };
    const at = new Date(changedBy.at);
    if ((await claimBoard(trx, { ...bin, at })) === 'on-another-farm')
      return { kind: 'board-on-another-farm' };
    if (await isStationTaken(trx, bin, 0)) return { kind: 'station-taken' };
    const id = await createBin(trx, bin, [], at);
    await recordAddition(trx, id, bin, changedBy);
    await notifyBinsChanged(trx, [bin.mainBoardId]);
    const boardsWithoutKey = await findBoardsWithoutKey(trx, [bin.mainBoardId]);
    return { kind: 'added', id, boardHasKey: boardsWithoutKey.length === 0 };
  });
}

export interface BinsToAdd {
  readonly farmId: number;
  readonly mainBoardId: string;
  readonly count: number;
  /** The number of cables of each bin, at addresses that start at 1. */
  readonly cablesPerBin: number;
}

export type AddManyOutcome =
  | { readonly binNumbers: readonly number[]; readonly hasKey: boolean }
  | { readonly problem: 'no-farm' | 'board-on-another-farm' | 'not-enough-numbers' };

const BINS_PER_BOARD = 32;

/** Adds bins at the free numbers of a board; a board that does not exist yet is created. */
export async function addBins(
  db: Db,
  { farmId, mainBoardId, count, cablesPerBin }: BinsToAdd,
  changedBy: ChangedBy,
): Promise<AddManyOutcome> {
  return db.transaction().execute(async (trx) => {
    if ((await lockFarmAndFindOwner(trx, farmId)) === null) return { problem: 'no-farm' };
    // Lock crops before the board: a crop change blocks readings, which write to boards.
    await lockCrops(trx, 'shared');
    const at = new Date(changedBy.at);
    if ((await claimBoard(trx, { mainBoardId, farmId, at })) === 'on-another-farm') {
      return { problem: 'board-on-another-farm' };
    }
    const freeNumbers = await findFreeNumbers(trx, mainBoardId);
    if (freeNumbers.length < count) return { problem: 'not-enough-numbers' };
    const binNumbers = freeNumbers.slice(0, count);
    for (const binNumber of binNumbers) {
      const bin = { farmId, mainBoardId, binNumber, name: `${mainBoardId} ${binNumber}` };
      await recordAddition(
        trx,
        await createBin(trx, bin, createDefaultCables(cablesPerBin), at),
        bin,
        changedBy,
      );
    }
    await notifyBinsChanged(trx, [mainBoardId]);
    const boardsWithoutKey = await findBoardsWithoutKey(trx, [mainBoardId]);
    return { binNumbers, hasKey: boardsWithoutKey.length === 0 };
  });
}

export interface NewCable {
  readonly cable: number;
  readonly name: string;
  readonly cableId: number;
  readonly subBin: number;
  readonly flip: boolean;
  readonly crop: string | null;
}

/**
 * Inserts a bin with its cables; its crop periods begin at `since`. It has no readings, even if another bin
 * was at its bin station before.
 */
export async function createBin(
  trx: Trx,
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

async function recordAddition(
  trx: Trx,
  id: number,
  bin: Pick<BinToAdd, 'name' | 'mainBoardId' | 'binNumber' | 'farmId'> &
    Partial<Pick<BinToAdd, 'crop' | 'size'>>,
  changedBy: ChangedBy,
): Promise<void> {
  await recordBinChange(trx, id, {
    ...changedBy,
    act: 'added',
    version: 1,
    changes: compareFields(null, {
      bin_name: bin.name,
      bin_topic: bin.mainBoardId,
      bin_number: bin.binNumber,
      farm_id: String(bin.farmId),
      crop_name: bin.crop,
      bin_size: bin.size,
    }),
  });
}

async function findFreeNumbers(trx: Trx, mainBoardId: string): Promise<number[]> {
  const takenNumbers = await trx
    .selectFrom('bins')
    .select('binNumber')
    .where('mainBoardId', '=', mainBoardId)
    .where('deletedAt', 'is', null)
    .execute();
  const allNumbers = Array.from({ length: BINS_PER_BOARD }, (_, index) => index + 1);
  return allNumbers.filter((number) => !takenNumbers.some(({ binNumber }) => binNumber === number));
}

function createDefaultCables(count: number): NewCable[] {
  return Array.from({ length: count }, (_, index) => {
    const cable = index + 1;
    return { cable, name: `Cable ${cable}`, cableId: cable, subBin: 1, flip: false, crop: null };
  });
}
