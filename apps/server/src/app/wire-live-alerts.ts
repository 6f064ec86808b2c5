import {
  ALERTS_EVENT,
  BIN_ENTRIES_EVENT,
  NOTIFICATIONS_EVENT,
} from '@granary/contract/alerts/live';
import { sendBinChange, sendNotificationChange } from '../alerts/live-alerts.ts';
import { findOwners } from '../bins/store.ts';
import { BackgroundJob } from '../platform/jobs/background.ts';
import type { LiveReadings } from '../readings/live/live-readings.ts';
import type { Dependencies } from './dependencies.ts';
import type { ChangeObserver } from './wire-ingest.ts';

/** Notifies browsers when alerts, entries into bins, or notifications change. */
export function wireLiveAlerts(
  { db, failed }: Pick<Dependencies, 'db' | 'failed'>,
  { connections }: LiveReadings,
): Omit<ChangeObserver, 'binsChanged'> {
  const ports = {
    findOwners: (binIds: readonly number[]) => findOwners(db, binIds),
    markChanged: (rooms: readonly string[]) => connections.markChanged(rooms),
    send: (rooms: readonly string[], event: string, payload: unknown) =>
      connections.send(rooms, event, payload),
  };
  const createBinCollector = (event: typeof ALERTS_EVENT | typeof BIN_ENTRIES_EVENT) => {
    const changedBinIds = new Set<number>();
    // Bins that change during a run are sent together in the next run.
    const job = new BackgroundJob(async () => {
      const binIds = [...changedBinIds];
      changedBinIds.clear();
      await sendBinChange(ports, binIds, event);
    }, failed);
    return (binId: number) => {
      changedBinIds.add(binId);
      void job.run();
    };
  };
  return {
    alertsChanged: createBinCollector(ALERTS_EVENT),
    binEntriesChanged: createBinCollector(BIN_ENTRIES_EVENT),
    notificationsChanged: (userId) => sendNotificationChange(ports, [userId]),
    changesMissed: () => {
      connections.sendToAll(ALERTS_EVENT, {});
      connections.sendToAll(NOTIFICATIONS_EVENT, {});
      connections.sendToAll(BIN_ENTRIES_EVENT, {});
    },
  };
}
