import { fullName } from '@granary/domain/accounts/full-name';
import { compareFields, recordChange } from '../audit/record-change.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { type ChangedBySignedInUser, isOutOfScope } from './users.ts';

/** Notes on a customer. */
export interface Notes {
  readonly text: string;
  readonly version: number;
}

export type NotesOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  /** Someone else saved notes after this version was read. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'gone' };

/** The notes on an account; null if it does not exist. */
export async function findNotes(db: Db, userId: number): Promise<Notes | null> {
  const row = await db
    .selectFrom('users')
    .select(['adminNotes as text', 'notesVersion as version'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Saves the notes. Without a version they overwrite the stored notes. */
export async function saveNotes(
  db: Db,
  changedBy: ChangedBySignedInUser,
  userId: number,
  { text, version }: { readonly text: string; readonly version?: number },
): Promise<NotesOutcome> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('users')
      .select([
        'id',
        'adminNotes',
        'notesVersion',
        'firstName',
        'lastName',
        'email',
        'distributorId',
      ])
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // The customer may have been moved since the call was authorized.
    if (!row || isOutOfScope(changedBy.actor, row)) return { kind: 'gone' };
    if (version !== undefined && version !== row.notesVersion) return { kind: 'stale' };
    if (text === row.adminNotes) return { kind: 'saved', version: row.notesVersion };
    const notesVersion = row.notesVersion + 1;
    await trx
      .updateTable('users')
      .set({ adminNotes: text, notesVersion })
      .where('id', '=', userId)
      .execute();
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'user',
      subjectId: userId,
      subjectName: fullName(row),
      changes: compareFields({ notes: row.adminNotes }, { notes: text }),
    });
    return { kind: 'saved', version: notesVersion };
  });
}
