import { SECOND } from '@granary/domain/units';
import { findLanguage } from '../accounts/store.ts';
import { notifyOfPowerCuts, type PowerCutPorts } from '../fans/notify-of-power-cuts.ts';
import { notify } from '../notifications/notify.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { Dependencies } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';

/** Notifies owners of fans that a power cut stopped. */
export interface PowerCutNotices {
  start(): void;
  stop(): Promise<void>;
}

const POLL = 5 * SECOND;

export function wirePowerCuts(
  { db, now, repeat, failed }: Pick<Dependencies, 'db' | 'now' | 'repeat' | 'failed'>,
  { outbox }: { readonly outbox: Pick<Outbox, 'addPush'> },
): PowerCutNotices {
  const ports: PowerCutPorts = {
    db,
    now,
    findLanguage: async (trx, userId) => toLanguage(await findLanguage(trx, userId)),
    formatMessage,
    notify: (trx, notification) =>
      notify(trx, notification, false, (pushTrx, push, times) =>
        outbox.addPush(pushTrx, push, times),
      ),
    failed,
  };
  const job = new BackgroundJob(() => notifyOfPowerCuts(ports), failed);
  let stopPolling = () => {};
  return {
    start: () => {
      stopPolling = repeat(() => void job.run(), POLL);
    },
    stop: async () => {
      stopPolling();
      await job.stop();
    },
  };
}
