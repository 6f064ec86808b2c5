import type { Actor } from '@granary/domain/access/access';
import { canCloseEntry } from '@granary/domain/fans/entry';
import { type ChangedBy, type FieldChange, recordBinChange } from '../audit/record-change.ts';
import { loadBin } from '../bins/store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { endEntry, findEntries, type OpenEntry, storeEntry } from './entry-store.ts';
import { lockBoardOfBin, requestCommand } from './request-store.ts';

export interface EntryPorts {
  readonly db: Db;
  /** Marks a bin, so that its alerts are evaluated again. */
  markBin(trx: Trx, binId: number): Promise<void>;
}

/**
 * Records that the caller is in or near a bin: its fan is turned off, and stays off until everyone is out. A
 * repeated call changes nothing.
 */
export async function openEntry(
  { db }: EntryPorts,
  binId: number,
  changedBy: ChangedBy & { readonly actor: { readonly id: number } },
): Promise<'opened' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    // The board is locked first, because storing frames also locks it before the controls of its fans.
    await lockBoardOfBin(trx, binId);
    const context = await loadBin(trx, binId);
    if (!context) return 'gone';
    const entries = await findEntries(trx, binId);
    if (entries.some(({ openedBy }) => openedBy === changedBy.actor.id)) return 'opened';
    const { fanAttached } = context.bin;
    // Sent even if others are inside: their OFF command may have failed, or someone may have used the switch
    // since.
    if (fanAttached) {
      await requestCommand(trx, {
        binId,
        instruction: { kind: 'fan', isOn: false, runForS: null },
        controlType: 'manual',
        actorId: changedBy.actor.id,
        address: changedBy.address,
        reason: 'entry',
        expiresAt: null,
      });
    }
    await storeEntry(trx, binId, changedBy.actor.id, new Date(changedBy.at));
    const openingChange = { field: 'bin_entry', before: 'closed', after: 'open' } as const;
    await recordBinChange(trx, binId, { ...changedBy, act: 'changed', changes: [openingChange] });
    if (fanAttached) {
      await recordBinChange(trx, binId, {
        ...changedBy,
        act: 'commanded',
        changes: [{ field: 'fan', before: null, after: 'off' }],
      });
    }
    return 'opened';
  });
}

export type CloseEntryOutcome = 'closed' | 'forbidden' | 'several' | 'gone';

/**
 * Records that a person is out of a bin: without `entryId`, the caller or, if the caller has no entry, the
 * only other person. If there are several others, the caller must choose a person, because the caller may
 * know about only some of them.
 */
export async function closeEntry(
  { db, markBin }: EntryPorts,
  binId: number,
  entryId: number | null,
  changedBy: ChangedBy & { readonly actor: Actor },
): Promise<CloseEntryOutcome> {
  return db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, binId);
    if (!context) return 'gone';
    const entries = await findEntries(trx, binId);
    const isOwn = ({ openedBy }: OpenEntry) => openedBy === changedBy.actor.id;
    const entry =
      entryId === null
        ? (entries.find(isOwn) ?? entries[0])
        : entries.find(({ id }) => id === entryId);
    if (!entry) return 'closed';
    const closingChanges: FieldChange[] = [{ field: 'bin_entry', before: 'open', after: 'closed' }];
    if (!isOwn(entry)) {
      closingChanges.push({ field: 'entry_person', before: entry.name, after: null });
    }
    if (!canCloseEntry(changedBy.actor, entry.openedBy, context.owner)) {
      await recordBinChange(trx, binId, { ...changedBy, act: 'refused', changes: closingChanges });
      return 'forbidden';
    }
    if (entryId === null && entries.length > 1 && !isOwn(entry)) return 'several';
    if (!(await endEntry(trx, entry.id))) return 'closed';
    await recordBinChange(trx, binId, { ...changedBy, act: 'changed', changes: closingChanges });
    await markBin(trx, binId);
    return 'closed';
  });
}
