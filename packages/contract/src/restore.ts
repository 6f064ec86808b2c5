/** Deleted items can be restored for this many days. */
export const RESTORE_DAYS = 30;

/** The kinds of items that an operator can restore. */
export type RestorableKind = 'user' | 'farm' | 'bin' | 'crop' | 'firmware';

/** Formats the command to run on the server to restore a deleted item. */
export function formatRestoreCommand(kind: RestorableKind, id: number): string {
  return `npm run admin -- restore-${kind} ${id}`;
}
