import { findLanguage } from '../accounts/store.ts';
import { findFansStoppedByPowerCut } from '../fans/last-report-store.ts';
import type { IngestPorts } from '../ingest/ingest-ports.ts';
import { notify } from '../notifications/notify.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { toLanguage } from './wire-alerts.ts';

/** Notifies the owners of bins whose fans a power cut stopped: only a person turns them on again. */
export function createPowerCutNotices(
  outbox: Pick<Outbox, 'addPush'>,
): IngestPorts['notifyOfPowerCuts'] {
  return async (trx, binIds, at) => {
    for (const fan of await findFansStoppedByPowerCut(trx, binIds)) {
      const language = toLanguage(await findLanguage(trx, fan.ownerId));
      const notification = {
        userId: fan.ownerId,
        title: formatMessage(language, 'fanStopped'),
        body: formatMessage(language, 'fanStoppedAt', { bin: fan.binName, farm: fan.farmName }),
        target: `/binsensor/${fan.binId}?tab=4`,
        at,
        aboutFarmId: fan.farmId,
      };
      await notify(trx, notification, false, (...push) => outbox.addPush(...push));
    }
  };
}
