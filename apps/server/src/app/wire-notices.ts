import { MINUTE, SECOND } from '@granary/domain/units';
import { findLanguage } from '../accounts/store.ts';
import { remindOfEntries } from '../commands/remind-of-entries.ts';
import { notifyOfPowerOutages } from '../fans/notify-of-power-outages.ts';
import type { Notice } from '../notifications/notice-ports.ts';
import { changeNotification, notify, type PushOutbox } from '../notifications/notify.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import type { Dependencies } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';

/** Writes notices to users when they are due. */
export interface Notices {
  start(): void;
  stop(): Promise<void>;
}

type NoticeDependencies = Pick<Dependencies, 'db' | 'now' | 'repeat' | 'failed'>;
interface NoticeMessages {
  readonly outbox: PushOutbox;
}

/** Asks people with an open entry whether they are out of the bin. */
export function wireEntryReminders(
  dependencies: NoticeDependencies,
  messages: NoticeMessages,
): Notices {
  const ports = createPorts(dependencies, messages, true);
  return repeatWork(dependencies, () => remindOfEntries(ports), MINUTE);
}

/** Notifies owners when a power outage stopped their fans. */
export function wirePowerOutageNotices(
  dependencies: NoticeDependencies,
  messages: NoticeMessages,
): Notices {
  const ports = {
    ...createPorts(dependencies, messages, false),
    changeNotification: (trx: Trx, id: number, notice: Notice) =>
      changeNotification(trx, id, notice, messages.outbox),
    failed: dependencies.failed,
  };
  return repeatWork(dependencies, () => notifyOfPowerOutages(ports), 5 * SECOND);
}

/** `isUrgent`: messages are sent even in quiet hours. */
function createPorts(
  { db, now }: NoticeDependencies,
  { outbox }: NoticeMessages,
  isUrgent: boolean,
) {
  return {
    db,
    now,
    findLanguage: async (trx: Trx, userId: number) => toLanguage(await findLanguage(trx, userId)),
    formatMessage,
    notify: (trx: Trx, notice: Parameters<typeof notify>[1]) =>
      notify(trx, notice, isUrgent, outbox),
  };
}

function repeatWork(
  { repeat, failed }: NoticeDependencies,
  work: () => Promise<void>,
  intervalMs: number,
): Notices {
  const job = new BackgroundJob(work, failed);
  let stopRepeating = () => {};
  return {
    start: () => {
      stopRepeating = repeat(() => void job.run(), intervalMs);
    },
    stop: async () => {
      stopRepeating();
      await job.stop();
    },
  };
}
