import type { FanEvent } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import type { Millis } from '@granary/domain/units';

/**
 * Finds when a fan entered its current state. If a running fan's state has no start time, the start of the
 * current run is returned; null if the last run has ended and only the airflow shows that the fan is running.
 */
export function findFanStateStart(fan: FanState, lastEvent: FanEvent | null): Millis | null {
  if (fan.since !== null || fan.isRunning !== true) return fan.since;
  return lastEvent?.type === 'on' ? lastEvent.onAt : null;
}
