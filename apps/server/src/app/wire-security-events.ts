import { SecurityEvents } from '../security-events/security-events.ts';
import { storeSecurityEvents } from '../security-events/store.ts';
import type { Dependencies } from './dependencies.ts';

/** How often security events are stored, ms. */
const STORE_INTERVAL_MS = 1_000;

/**
 * Sets up the recording of security events; new events are stored every second, and a final time when the
 * server stops.
 */
export function wireSecurityEvents({
  db,
  log,
  metrics,
  now,
  repeat,
  failed,
}: Pick<Dependencies, 'db' | 'log' | 'metrics' | 'now' | 'repeat' | 'failed'>): {
  readonly events: SecurityEvents;
  stop(): Promise<void>;
} {
  const events = new SecurityEvents({
    log,
    now,
    counted: ({ kind, reason = '' }) => metrics.securityEvents.inc({ kind, reason }),
    store: (countedEvents) => storeSecurityEvents(db, countedEvents),
  });
  const store = () => events.flush().catch(failed);
  const stopStoring = repeat(() => void store(), STORE_INTERVAL_MS);
  return {
    events,
    stop: async () => {
      stopStoring();
      await store();
    },
  };
}
