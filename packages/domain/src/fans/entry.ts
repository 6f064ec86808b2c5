import { type Actor, can, type Owner } from '../access/access.ts';
import { MINUTE } from '../units.ts';

/** After this time, someone who opened an entry into a bin is asked whether they are out. */
export const ENTRY_REMINDER_MS = 30 * MINUTE;
/** An entry that is open this long raises an alert. */
export const ENTRY_OVERDUE_MS = 45 * MINUTE;

/**
 * Whether the actor may close an entry: if they opened it or are staff. It never closes by itself. `openedBy`
 * is null if the account was deleted.
 */
export function canCloseEntry(actor: Actor, openedBy: number | null, owner: Owner): boolean {
  return actor.id === openedBy || can(actor, 'bin.install', owner);
}
