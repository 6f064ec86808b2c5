import type { Language } from '@granary/contract/accounts/http';
import { ENTRY_REMINDER_MS } from '@granary/domain/fans/entry';
import type { Millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { takeDueEntries } from './entry-store.ts';

export interface EntryReminderPorts {
  readonly db: Db;
  now(): Millis;
  findLanguage(trx: Trx, userId: number): Promise<Language>;
  formatMessage(
    language: Language,
    key: 'entryReminder' | 'entryReminderText',
    values: Readonly<Record<string, string>>,
  ): string;
  /** Even in quiet hours. */
  notify(
    trx: Trx,
    notification: {
      readonly userId: number;
      readonly title: string;
      readonly body: string;
      readonly target: string;
      readonly at: Date;
    },
  ): Promise<unknown>;
}

/** Asks people who have been in or near a bin for a while, once, whether they are out. */
export async function remindOfEntries(ports: EntryReminderPorts): Promise<void> {
  const now = ports.now();
  const at = new Date(now);
  await ports.db.transaction().execute(async (trx) => {
    for (const due of await takeDueEntries(trx, new Date(now - ENTRY_REMINDER_MS), at)) {
      const language = await ports.findLanguage(trx, due.userId);
      const values = { bin: due.binName, farm: due.farmName };
      await ports.notify(trx, {
        userId: due.userId,
        title: ports.formatMessage(language, 'entryReminder', values),
        body: ports.formatMessage(language, 'entryReminderText', values),
        target: `/binsensor/${due.binId}?tab=4`,
        at,
      });
    }
  });
}
