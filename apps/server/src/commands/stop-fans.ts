import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { lockReadings } from '../readings/readings-store.ts';
import { findPeopleInBins } from './entry-store.ts';
import { lockBoardsOfBins, requestCommand } from './request-store.ts';
import { findRunningFans, REMOVAL_REASON } from './store.ts';

/**
 * Turns off the fans of bins that are about to be deleted, moved or set to have no fan, because nothing can
 * turn them off afterward. Returns why the change must wait: a fan is still running (a caller accepts that by
 * repeating the change within 15 minutes), or someone is in or near a bin.
 */
export async function stopFans(
  trx: Trx,
  binIds: readonly number[],
  changedBy: ChangedBy,
): Promise<RemovalObstacle | null> {
  // No fan may be turned on, and nobody may report an entry, between these locks and the change. Like ingest,
  // the change locks the readings before the boards.
  await lockReadings(trx, binIds);
  await lockBoardsOfBins(trx, binIds);
  if ((await findPeopleInBins(trx, binIds)).size > 0) return 'bin-entered';
  const runningBinIds = await findRunningFans(trx, binIds);
  for (const binId of runningBinIds) {
    await requestCommand(trx, {
      binId,
      instruction: { kind: 'fan', isOn: false, runForS: null },
      controlType: 'manual',
      actorId: changedBy.actor?.id ?? null,
      address: changedBy.address,
      reason: REMOVAL_REASON,
      expiresAt: null,
    });
    await recordBinChange(trx, binId, {
      ...changedBy,
      act: 'commanded',
      changes: [{ field: 'fan', before: 'on', after: 'off' }],
    });
  }
  return runningBinIds.length > 0 ? 'fan-running' : null;
}
