import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import { lockBoards } from '../boards/assignment-store.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import { hasEntry } from './entry-store.ts';
import { requestCommand } from './request-store.ts';
import { BEFORE_REMOVAL, findRunningFans } from './store.ts';

/**
 * Turns off the fans of bins that are about to be deleted or moved, because nothing can turn them off
 * afterward. Returns why the change must wait: a fan still runs, which a caller who repeats the change
 * soon accepts, or someone is in or near a bin.
 */
export async function stopFans(
  trx: Trx,
  binIds: readonly number[],
  by: ChangedBy,
): Promise<RemovalObstacle | null> {
  if (await hasEntry(trx, binIds)) return 'bin-entered';
  const running = await findRunningFans(trx, binIds);
  await lockBoards(
    trx,
    running.map(({ mainBoardId }) => mainBoardId),
  );
  for (const { id, name } of running) {
    await requestCommand(trx, {
      binId: id,
      instruction: { kind: 'fan', isOn: false, runForS: null },
      controlType: 'manual',
      actorId: by.actor?.id ?? null,
      address: by.address,
      reason: BEFORE_REMOVAL,
      expiresAt: null,
    });
    await recordChange(trx, {
      ...by,
      act: 'commanded',
      subject: 'bin',
      subjectId: id,
      subjectName: name,
      changes: [{ field: 'fan', before: 'on', after: 'off' }],
    });
  }
  return running.length > 0 ? 'fan-running' : null;
}
