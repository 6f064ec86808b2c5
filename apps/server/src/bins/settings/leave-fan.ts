import { wireNameOf } from '@granary/contract/bins/settings';
import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import type { CommandKind } from '@granary/domain/commands/instruction';
import type { ChangedBy } from '../../audit/record-change.ts';
import { claimBoard } from '../../boards/assignment-store.ts';
import type { BinRow, Trx } from '../../platform/postgres/tables.ts';
import { isStationTaken } from '../store.ts';

export interface LeavePorts {
  /** Turns off the running fans of bins; returns why they may not be left yet. */
  stopFans(trx: Trx, binIds: readonly number[], by: ChangedBy): Promise<RemovalObstacle | null>;
  /** Cancels the queued commands of bins, of one kind or all. */
  cancelCommands(trx: Trx, binIds: readonly number[], kind?: CommandKind): Promise<void>;
}

/** Why a bin may not be moved to another bin station, or be without a fan. */
export type LeaveProblem =
  | { readonly kind: 'board-elsewhere' | 'station-taken' }
  /** The fan must stop, and people must leave. */
  | { readonly kind: RemovalObstacle; readonly field: string };

type FanPlace = Pick<BinRow, 'mainBoardId' | 'binNumber' | 'fanAttached'>;

/**
 * Stops the fan of a bin that is moved to another bin station or is to have no fan, because nothing can
 * turn it off afterward. Then claims the station, and cancels the commands that wait for the old place.
 */
export async function leaveFan(
  { stopFans, cancelCommands }: LeavePorts,
  trx: Trx,
  { id, farmId, ...from }: Pick<BinRow, 'id' | 'farmId'> & FanPlace,
  to: FanPlace,
  by: ChangedBy,
): Promise<LeaveProblem | null> {
  const field = findLeavingField(from, to);
  if (field === null) return null;
  const obstacle = await stopFans(trx, [id], by);
  if (obstacle) return { kind: obstacle, field: wireNameOf(field) };
  if (field === 'fanAttached') {
    await cancelCommands(trx, [id], 'fan');
    return null;
  }
  const at = new Date(by.at);
  const board = { mainBoardId: to.mainBoardId, farmId, at, alsoLock: [from.mainBoardId] };
  if ((await claimBoard(trx, board)) === 'elsewhere') return { kind: 'board-elsewhere' };
  if (await isStationTaken(trx, to, id)) return { kind: 'station-taken' };
  await cancelCommands(trx, [id]);
  return null;
}

/** The setting with which a bin leaves its fan behind; null if it keeps it. */
function findLeavingField(from: FanPlace, to: FanPlace): keyof FanPlace | null {
  if (to.mainBoardId !== from.mainBoardId) return 'mainBoardId';
  if (to.binNumber !== from.binNumber) return 'binNumber';
  return from.fanAttached && !to.fanAttached ? 'fanAttached' : null;
}
