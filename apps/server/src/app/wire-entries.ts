import { MINUTE } from '@granary/domain/units';
import { findLanguage } from '../accounts/store.ts';
import { type EntryReminderPorts, remindOfEntries } from '../commands/remind-of-entries.ts';
import { notify } from '../notifications/notify.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Dependencies } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';

/** Asks people who are in or near a bin whether they are out. */
export interface EntryReminders {
  start(): void;
  stop(): Promise<void>;
}

export function wireEntries(
  { db, now, repeat, failed }: Pick<Dependencies, 'db' | 'now' | 'repeat' | 'failed'>,
  { outbox }: { readonly outbox: Pick<Outbox, 'addPush'> },
): EntryReminders {
  const ports: EntryReminderPorts = {
    db,
    now,
    findLanguage: async (...of) => toLanguage(await findLanguage(...of)),
    formatMessage,
    notify: (trx, notification) =>
      notify(trx, notification, true, (...push) => outbox.addPush(...push)),
  };
  const job = new BackgroundJob(() => remindOfEntries(ports), failed);
  let stopPolling = () => {};
  return {
    start: () => {
      stopPolling = repeat(() => void job.run(), MINUTE);
    },
    stop: async () => {
      stopPolling();
      await job.stop();
    },
  };
}
