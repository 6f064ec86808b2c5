import type { FanDetails } from '@granary/contract/commands/http';
import type { FanState } from '@granary/contract/fans/state';

/**
 * What the board reports about a fan, if the fan is shown in the other state because of the airflow; null
 * if both agree or one of them is unknown.
 */
export function findReportMismatch(
  { running }: FanState,
  { current, reported, hasAirflow }: FanDetails,
): 'noAir' | 'onUnconfirmed' | 'airMoving' | 'offUnconfirmed' | null {
  if (running === null || current === null || reported === null) return null;
  if (running === (reported === 'on')) return null;
  if (reported === 'on') return hasAirflow === false ? 'noAir' : 'onUnconfirmed';
  return hasAirflow === true ? 'airMoving' : 'offUnconfirmed';
}
