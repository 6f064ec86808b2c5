import type { Sessions } from '../accounts/sessions.ts';
import { findOwners } from '../bins/store.ts';
import { findLastFanEvents } from '../fans/store.ts';
import { findLedgers } from '../inventory/ledger-store.ts';
import { LiveReadings } from '../readings/live/live-readings.ts';
import { findLatest } from '../readings/readings-store.ts';
import type { Dependencies } from './dependencies.ts';

/** Creates the live updates of readings. */
export function wireLive(dependencies: Dependencies, sessions: Sessions): LiveReadings {
  const { db, metrics, repeat, failed } = dependencies;
  const live = new LiveReadings({
    findSession: (token) => sessions.find(token),
    findAlive: (sids) => sessions.findAlive(sids),
    findOwners: (binIds) => findOwners(db, binIds),
    findLedgers: (ids) => findLedgers(db, ids),
    findLastFanEvents: (ids) => findLastFanEvents(db, ids),
    findLatest: (ids) => findLatest(db, ids),
    repeat,
    failed,
  });
  metrics.gauge('granary_live_connections', 'Live browser connections.', () => live.live.size);
  return live;
}
