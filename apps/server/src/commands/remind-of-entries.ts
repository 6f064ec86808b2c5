import { ENTRY_REMINDER_MS } from '@granary/domain/fans/entry';
import type { NoticePorts } from '../notifications/notice-ports.ts';
import { claimDueEntries } from './entry-store.ts';

/** Notices are sent even in quiet hours. */
export type EntryReminderPorts = NoticePorts<'entryReminder' | 'entryReminderText'>;

/** Asks people who have been in or near a bin for a while whether they are out, once for each entry. */
export async function remindOfEntries(ports: EntryReminderPorts): Promise<void> {
  const now = ports.now();
  const at = new Date(now);
  await ports.db.transaction().execute(async (trx) => {
    for (const entry of await claimDueEntries(trx, new Date(now - ENTRY_REMINDER_MS), at)) {
      const language = await ports.findLanguage(trx, entry.userId);
      const values = { bin: entry.binName, farm: entry.farmName };
      await ports.notify(trx, {
        userId: entry.userId,
        title: ports.formatMessage(language, 'entryReminder', values),
        body: ports.formatMessage(language, 'entryReminderText', values),
        target: `/binsensor/${entry.binId}?tab=4`,
        at,
      });
    }
  });
}
