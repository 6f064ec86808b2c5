/** Deleted items can be restored for this many days. */
export const RESTORE_DAYS = 30;

/** What an operator can restore. */
export type Restorable = 'user' | 'farm' | 'bin' | 'crop' | 'firmware';

/** The command that restores one, on the server. */
export function restoreCommand(what: Restorable, id: number): string {
  return `npm run admin -- restore-${what} ${id}`;
}
