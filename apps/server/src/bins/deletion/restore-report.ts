import type { DeletedFarm } from '../../farms/store.ts';
import type { RestoredBins, RestoreObstacle } from './restore-bins.ts';
import type { DeletedBin } from './store.ts';

const OBSTACLES: Readonly<Record<RestoreObstacle, string>> = {
  'farm-deleted': 'its farm is deleted; restore the farm first',
  'station-taken': 'another bin now uses its station number',
  'board-on-another-farm': 'its board serves bins of another farm',
};

/** Formats the result of restoring a farm or a bin as lines for the server's operator. */
export function formatRestoreReport(
  subject: 'farm' | 'bin',
  id: number,
  outcome: RestoredBins | 'not-deleted' | 'owner-deleted',
): readonly string[] {
  if (outcome === 'not-deleted') return [`There is no deleted ${subject} ${id}.`];
  if (outcome === 'owner-deleted')
    return [
      `The owner of farm ${id} is deleted. Restore that account first with restore-user; the deleted command lists its ID.`,
    ];
  const { bins, notRestored, boardsWithoutKey } = outcome;
  return [
    ...(subject === 'farm' ? [`Restored: farm ${id}`] : []),
    ...bins.map((bin) => `Restored: ${formatBin(bin)}`),
    ...notRestored.map(
      ({ bin, obstacle }) => `Not restored: ${formatBin(bin)}: ${OBSTACLES[obstacle]}.`,
    ),
    ...boardsWithoutKey.map(
      (board) => `Board ${board} needs a key: create one with board-key ${board}.`,
    ),
  ];
}

/** Lists the deleted farms and bins that can still be restored, one per line. */
export function formatDeletedList(
  farms: readonly DeletedFarm[],
  bins: readonly DeletedBin[],
  restorePeriodMs: number,
): readonly string[] {
  const formatDeadline = (deletedAt: Date) => formatRestoreDeadline(deletedAt, restorePeriodMs);
  return [
    ...farms.map(
      ({ id, name, ownerEmail, deletedAt }) =>
        `farm ${id}: ${name}, owned by ${ownerEmail}, ${formatDeadline(deletedAt)}`,
    ),
    ...bins.map((bin) => `${formatBin(bin)}, farm ${bin.farmId}, ${formatDeadline(bin.deletedAt)}`),
  ];
}

/** Formats the time until which a deleted item can be restored. */
export function formatRestoreDeadline(deletedAt: Date, restorePeriodMs: number): string {
  return `until ${new Date(deletedAt.getTime() + restorePeriodMs).toISOString()}`;
}

function formatBin({ id, name, mainBoardId, binNumber }: DeletedBin): string {
  return `bin ${id}: ${name} (board ${mainBoardId}, station ${binNumber})`;
}
