import type { FanEvent } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import type { Millis } from '@granary/domain/units';

/**
 * Since when a fan is as it is. Where its state does not tell, the run that goes on does; one that
 * has ended says nothing of a fan that runs by its wind.
 */
export function fanStateSince(fan: FanState, last: FanEvent | null): Millis | null {
  if (fan.since !== null || fan.running !== true) return fan.since;
  return last?.type === 'on' ? last.onAt : null;
}
