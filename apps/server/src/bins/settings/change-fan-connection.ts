import { toSettingWireName } from '@granary/contract/bins/settings';
import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import type { CommandKind } from '@granary/domain/commands/instruction';
import type { ChangedBy } from '../../audit/record-change.ts';
import { claimBoard } from '../../boards/assignment-store.ts';
import type { BinRow, Trx } from '../../platform/postgres/tables.ts';
import { isStationTaken } from '../store.ts';

export interface FanConnectionPorts {
  /** Turns off the running fans of bins; returns why they may not be disconnected yet. */
  stopFans(trx: Trx, binIds: readonly number[], by: ChangedBy): Promise<RemovalObstacle | null>;
  /** Ends the open commands of bins, of one kind or all. */
  cancelCommands(trx: Trx, binIds: readonly number[], kind?: CommandKind): Promise<void>;
}

/** Why a bin may not be moved to another bin station, or be without a fan. */
export type FanConnectionProblem =
  | { readonly kind: 'board-elsewhere' | 'station-taken' }
  /** The fan must stop, and people must leave. */
  | { readonly kind: RemovalObstacle; readonly field: string };

/** The bin station that controls the fan of a bin, and whether it has one. */
type FanConnection = Pick<BinRow, 'mainBoardId' | 'binNumber' | 'fanAttached'>;
type ConnectedBin = Pick<BinRow, 'id' | 'farmId'> & FanConnection;

/**
 * Moves a bin to another bin station, or sets it to have no fan. First stops its fan, because nothing can
 * turn it off afterward.
 */
export async function changeFanConnection(
  ports: FanConnectionPorts,
  trx: Trx,
  bin: ConnectedBin,
  to: FanConnection,
  by: ChangedBy,
): Promise<FanConnectionProblem | null> {
  const field = findChangedConnection(bin, to);
  if (field === null) return null;
  const obstacle = await ports.stopFans(trx, [bin.id], by);
  if (obstacle) return { kind: obstacle, field: toSettingWireName(field) };
  if (field !== 'fanAttached') return moveToBinStation(ports, trx, bin, to, new Date(by.at));
  await ports.cancelCommands(trx, [bin.id], 'fan');
  return null;
}

/** Claims the station, and ends the commands for the old one. */
async function moveToBinStation(
  { cancelCommands }: FanConnectionPorts,
  trx: Trx,
  { id, farmId, ...from }: ConnectedBin,
  to: FanConnection,
  at: Date,
): Promise<FanConnectionProblem | null> {
  const board = { mainBoardId: to.mainBoardId, farmId, at, alsoLock: [from.mainBoardId] };
  if ((await claimBoard(trx, board)) === 'elsewhere') return { kind: 'board-elsewhere' };
  if (await isStationTaken(trx, to, id)) return { kind: 'station-taken' };
  await cancelCommands(trx, [id]);
  return null;
}

/** The setting that disconnects a bin from its fan; null if none does. */
function findChangedConnection(from: FanConnection, to: FanConnection): keyof FanConnection | null {
  if (to.mainBoardId !== from.mainBoardId) return 'mainBoardId';
  if (to.binNumber !== from.binNumber) return 'binNumber';
  return from.fanAttached && !to.fanAttached ? 'fanAttached' : null;
}
