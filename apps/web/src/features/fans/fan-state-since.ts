import type { FanEvent } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import type { Millis } from '@granary/domain/units';

/**
 * Finds when a fan entered its current state. If the state has no time, the start of the current run is used;
 * a finished run does not apply to a fan that the airflow shows running.
 */
export function findFanStateStart(fan: FanState, lastEvent: FanEvent | null): Millis | null {
  if (fan.since !== null || fan.isRunning !== true) return fan.since;
  return lastEvent?.type === 'on' ? lastEvent.onAt : null;
}
