import type { FanEvent } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import type { Millis } from '@granary/domain/units';

/**
 * When a fan entered its current state. If the state does not include that, the current run does; a
 * finished run does not apply to a fan that runs according to its airflow.
 */
export function fanStateSince(fan: FanState, last: FanEvent | null): Millis | null {
  if (fan.since !== null || fan.running !== true) return fan.since;
  return last?.type === 'on' ? last.onAt : null;
}
