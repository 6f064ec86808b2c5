import type { Actor } from '@granary/domain/access/access';
import { canCloseEntry } from '@granary/domain/fans/entry';
import { type ChangedBy, recordBinChange } from '../audit/record-change.ts';
import { loadBin } from '../bins/store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { endEntry, findEntry, storeEntry } from './entry-store.ts';
import { requestCommand } from './request-store.ts';

export interface EntryPorts {
  readonly db: Db;
  /** Evaluates the alerts of a bin again. */
  markBin(trx: Trx, binId: number): Promise<void>;
}

/** Stores that the caller is in or near a bin: its fan is turned off, and stays off until they are out. */
export async function openEntry(
  { db }: EntryPorts,
  binId: number,
  by: ChangedBy & { readonly actor: { readonly id: number } },
): Promise<'opened' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, binId);
    if (!context) return 'gone';
    const { bin } = context;
    if (await findEntry(trx, binId)) return 'opened';
    // First, because frames also lock the board before the controls of its fans.
    if (bin.fanAttached) {
      await requestCommand(trx, {
        binId,
        instruction: { kind: 'fan', isOn: false, runForS: null },
        controlType: 'manual',
        actorId: by.actor.id,
        address: by.address,
        reason: 'entry',
        expiresAt: null,
      });
    }
    const isNew = await storeEntry(trx, binId, by.actor.id, new Date(by.at));
    if (!isNew) return 'opened';
    await recordEntry(trx, binId, by, 'changed', { before: 'closed', after: 'open' });
    if (bin.fanAttached) {
      await recordBinChange(trx, binId, {
        ...by,
        act: 'commanded',
        changes: [{ field: 'fan', before: null, after: 'off' }],
      });
    }
    return 'opened';
  });
}

/** Stores that everyone is out of a bin. */
export async function closeEntry(
  { db, markBin }: EntryPorts,
  binId: number,
  by: ChangedBy & { readonly actor: Actor },
): Promise<'closed' | 'forbidden' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, binId);
    if (!context) return 'gone';
    const entry = await findEntry(trx, binId);
    if (!entry) return 'closed';
    const closing = { before: 'open', after: 'closed' };
    if (!canCloseEntry(by.actor, entry.openedBy, context.owner)) {
      await recordEntry(trx, binId, by, 'refused', closing);
      return 'forbidden';
    }
    if (!(await endEntry(trx, binId, entry.openedAt))) return 'closed';
    await recordEntry(trx, binId, by, 'changed', closing);
    await markBin(trx, binId);
    return 'closed';
  });
}

async function recordEntry(
  trx: Trx,
  binId: number,
  by: ChangedBy,
  act: 'changed' | 'refused',
  change: { readonly before: string; readonly after: string },
): Promise<void> {
  await recordBinChange(trx, binId, {
    ...by,
    act,
    changes: [{ field: 'bin_entry', ...change }],
  });
}
