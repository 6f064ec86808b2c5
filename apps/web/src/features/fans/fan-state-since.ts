import type { FanEvent } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import type { Millis } from '@granary/domain/units';

/**
 * When a fan entered its current state. If the state lacks that time, the current run has it; a finished run
 * does not apply to a fan that the airflow shows running.
 */
export function fanStateSince(fan: FanState, last: FanEvent | null): Millis | null {
  if (fan.since !== null || fan.running !== true) return fan.since;
  return last?.type === 'on' ? last.onAt : null;
}
