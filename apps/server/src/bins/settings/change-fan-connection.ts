import { toSettingWireName } from '@granary/contract/bins/settings';
import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import type { CommandKind } from '@granary/domain/commands/instruction';
import type { ChangedBy } from '../../audit/record-change.ts';
import { claimBoard } from '../../boards/assignment-store.ts';
import type { BinRow, Trx } from '../../platform/postgres/tables.ts';
import { isStationTaken } from '../store.ts';

export interface FanConnectionPorts {
  /** Turns off the running fans of bins; returns why the fans cannot be disconnected yet. */
  stopFans(
    trx: Trx,
    binIds: readonly number[],
    changedBy: ChangedBy,
  ): Promise<RemovalObstacle | null>;
  /** Cancels the open commands of bins: those of one kind, or all of them. */
  cancelCommands(trx: Trx, binIds: readonly number[], kind?: CommandKind): Promise<void>;
}

/** The reason that a bin cannot be moved to another bin station or set to have no fan. */
export type FanConnectionProblem =
  | { readonly kind: 'board-on-another-farm' | 'station-taken' }
  /** The fan must stop first, or the people must leave the bin. */
  | { readonly kind: RemovalObstacle; readonly field: string };

/** The bin station that controls a bin's fan, and whether the bin has a fan. */
type FanConnection = Pick<BinRow, 'mainBoardId' | 'binNumber' | 'fanAttached'>;
type ConnectedBin = Pick<BinRow, 'id' | 'farmId'> & FanConnection;

/**
 * Moves a bin to another bin station, or sets it to have no fan. Stops its fan first, because nothing can
 * turn it off afterward.
 */
export async function changeFanConnection(
  ports: FanConnectionPorts,
  trx: Trx,
  bin: ConnectedBin,
  newConnection: FanConnection,
  changedBy: ChangedBy,
): Promise<FanConnectionProblem | null> {
  const field = findChangedConnection(bin, newConnection);
  if (field === null) return null;
  const obstacle = await ports.stopFans(trx, [bin.id], changedBy);
  if (obstacle) return { kind: obstacle, field: toSettingWireName(field) };
  if (field !== 'fanAttached')
    return moveToBinStation(ports, trx, bin, newConnection, new Date(changedBy.at));
  await ports.cancelCommands(trx, [bin.id], 'fan');
  return null;
}

/** Claims the new bin station and cancels the commands for the old station. */
async function moveToBinStation(
  { cancelCommands }: FanConnectionPorts,
  trx: Trx,
  { id, farmId, ...from }: ConnectedBin,
  to: FanConnection,
  at: Date,
): Promise<FanConnectionProblem | null> {
  const board = { mainBoardId: to.mainBoardId, farmId, at, alsoLock: [from.mainBoardId] };
  if ((await claimBoard(trx, board)) === 'on-another-farm')
    return { kind: 'board-on-another-farm' };
  if (await isStationTaken(trx, to, id)) return { kind: 'station-taken' };
  await cancelCommands(trx, [id]);
  return null;
}

/** Finds the changed setting that disconnects a bin from its fan; null if none does. */
function findChangedConnection(from: FanConnection, to: FanConnection): keyof FanConnection | null {
  if (to.mainBoardId !== from.mainBoardId) return 'mainBoardId';
  if (to.binNumber !== from.binNumber) return 'binNumber';
  return from.fanAttached && !to.fanAttached ? 'fanAttached' : null;
}
