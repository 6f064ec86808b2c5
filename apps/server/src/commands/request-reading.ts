import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import { loadBin } from '../bins/store.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { requestCommand } from './request-store.ts';
import { hasOpenCommand } from './store.ts';

/** Requests a reading of a bin from its board; a bin has at most one open request. */
export async function requestReading(
  db: Db,
  binId: number,
  changedBy: ChangedBy & { readonly actor: { readonly id: number } },
): Promise<'queued' | 'open' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, binId);
    if (!context) return 'gone';
    if (await hasOpenCommand(trx, binId, 'request')) return 'open';
    const outcome = await requestCommand(trx, {
      binId,
      instruction: { kind: 'request' },
      controlType: 'manual',
      actorId: changedBy.actor.id,
      address: changedBy.address,
      reason: '',
      expiresAt: null,
    });
    if (outcome.kind !== 'queued') return 'gone';
    await recordBinChange(trx, context.bin.id, {
      ...changedBy,
      act: 'commanded',
      changes: [{ field: 'reading_request', before: null, after: true }],
    });
    return 'queued';
  });
}
