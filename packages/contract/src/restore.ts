/** Deleted items can be restored for this many days. */
export const RESTORE_DAYS = 30;

/** What an operator can restore. */
export type Restorable = 'user' | 'farm' | 'bin' | 'crop' | 'firmware';

/** The command to run on the server to restore a deleted item. */
export function restoreCommand(kind: Restorable, id: number): string {
  return `npm run admin -- restore-${kind} ${id}`;
}
