import type { FanDetails } from '@granary/contract/commands/http';
import type { FanState } from '@granary/contract/fans/state';

/**
 * How the board's report differs from the fan state on the screen, which follows the airflow; null if they
 * agree or one of them is unknown.
 */
export function findReportMismatch(
  { isRunning }: FanState,
  { currentState, reportedState, hasAirflow }: FanDetails,
): 'noAir' | 'onUnconfirmed' | 'airMoving' | 'offUnconfirmed' | null {
  if (isRunning === null || currentState === null || reportedState === null) return null;
  if (isRunning === (reportedState === 'on')) return null;
  if (reportedState === 'on') return hasAirflow === false ? 'noAir' : 'onUnconfirmed';
  return hasAirflow === true ? 'airMoving' : 'offUnconfirmed';
}
