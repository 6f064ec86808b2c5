import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { endFanHold, findFanSchedule, lockFanHold } from './schedule-store.ts';

/** `locked`: the bin's board has not yet reported that the lockout was removed. */
export type ResumeOutcome = 'resumed' | 'locked' | 'gone';

/** Lets a fan's schedule or automatic control start it again. */
export async function resumeFan(
  db: Db,
  binId: number,
  changedBy: ChangedBy,
): Promise<ResumeOutcome> {
  return db.transaction().execute(async (trx) => {
    const hold = await lockFanHold(trx, binId);
    const bin = await findFanSchedule(trx, binId);
    if (!bin) return 'gone';
    if (!hold || (hold.heldBy === null && !hold.isLocked)) return 'resumed';
    if (!hold.isLocked) await endFanHold(trx, binId);
    await recordBinChange(trx, binId, {
      ...changedBy,
      act: hold.isLocked ? 'refused' : 'changed',
      changes: [{ field: 'fan_hold', before: hold.heldBy, after: null }],
    });
    return hold.isLocked ? 'locked' : 'resumed';
  });
}
