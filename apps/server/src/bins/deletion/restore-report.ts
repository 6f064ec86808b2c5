import type { DeletedFarm } from '../../farms/deletion-store.ts';
import type { RestoredBins, RestoreObstacle } from './restore-bins.ts';
import type { DeletedBin } from './store.ts';

const OBSTACLES: Readonly<Record<RestoreObstacle, string>> = {
  'farm-deleted': 'its farm is deleted; bring that back first',
  'station-taken': 'another bin stands at its station',
  'board-on-another-farm': 'its board serves bins of another farm',
};

/** What bringing a farm or a bin back came to, line by line, for whoever runs the server. */
export function formatRestoreReport(
  what: 'farm' | 'bin',
  id: number,
  outcome: RestoredBins | 'not-deleted' | 'owner-deleted',
): readonly string[] {
  if (outcome === 'not-deleted') return [`There is no deleted ${what} ${id}.`];
  if (outcome === 'owner-deleted')
    return [`The owner of farm ${id} is deleted; bring them back first: restore-user`];
  const { bins, left, boardsWithoutKey } = outcome;
  return [
    ...(what === 'farm' ? [`Back: farm ${id}`] : []),
    ...bins.map((bin) => `Back: ${formatBin(bin)}`),
    ...left.map(({ bin, obstacle }) => `Not back: ${formatBin(bin)}: ${OBSTACLES[obstacle]}.`),
    ...boardsWithoutKey.map((board) => `The board ${board} needs a key: board-key ${board}`),
  ];
}

/** What is deleted and can still be brought back, a line each. */
export function formatDeletedList(
  farms: readonly DeletedFarm[],
  bins: readonly DeletedBin[],
  keptMs: number,
): readonly string[] {
  const until = (deletedAt: Date) => formatRestoreDeadline(deletedAt, keptMs);
  return [
    ...farms.map(
      ({ id, name, ownerEmail, deletedAt }) =>
        `farm ${id}: ${name}, of ${ownerEmail}, ${until(deletedAt)}`,
    ),
    ...bins.map((bin) => `${formatBin(bin)}, farm ${bin.farmId}, ${until(bin.deletedAt)}`),
  ];
}

/** Until when what was deleted can be brought back; then it ends for good. */
export function formatRestoreDeadline(deletedAt: Date, keptMs: number): string {
  return `until ${new Date(deletedAt.getTime() + keptMs).toISOString()}`;
}

function formatBin({ id, name, mainBoardId, binNumber }: DeletedBin): string {
  return `bin ${id}: ${name} (board ${mainBoardId}, bin ${binNumber})`;
}
