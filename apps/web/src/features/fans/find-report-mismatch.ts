import type { FanDetails } from '@granary/contract/commands/http';
import type { FanState } from '@granary/contract/fans/state';

/**
 * How the board's report differs from the fan state on the screen, which follows the airflow; null if they
 * agree or one of them is unknown.
 */
export function findReportMismatch(
  { isRunning: running }: FanState,
  { currentState: current, reportedState: reported, hasAirflow }: FanDetails,
): 'noAir' | 'onUnconfirmed' | 'airMoving' | 'offUnconfirmed' | null {
  if (running === null || current === null || reported === null) return null;
  if (running === (reported === 'on')) return null;
  if (reported === 'on') return hasAirflow === false ? 'noAir' : 'onUnconfirmed';
  return hasAirflow === true ? 'airMoving' : 'offUnconfirmed';
}
