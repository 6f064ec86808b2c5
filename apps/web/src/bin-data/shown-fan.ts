import type { AlertSummary } from '@granary/domain/alerts/alert';
import {
  type BoardContact,
  type FanRunState,
  toCurrentFan,
} from '@granary/domain/fans/current-fan';
import type { Millis } from '@granary/domain/units';
import type { FanState } from '../components/state/states.ts';

/** A fan's state as it is drawn; null if it is unknown. */
export type ShownFanState = Extract<FanState, 'on' | 'off' | 'no-air'> | null;

/** The text key of each known state. */
export const FAN_LABELS = { on: 'fan.fanOn', off: 'fan.fanOff', 'no-air': 'fan.noAir' } as const;

/** The text key of each known state, for use beside the word "fan" or a bin's name. */
export const SHORT_FAN_LABELS = { on: 'fan.on', off: 'fan.off', 'no-air': 'fan.noAir' } as const;

/** The fan state drawn at `now`: 'no-air' while the alert of that name is open and no air is moving. */
export function toShownFanState(
  fan: FanRunState,
  alerts: readonly Pick<AlertSummary, 'rule'>[],
  contact: BoardContact,
  now: Millis,
): ShownFanState {
  const { isRunning } = toCurrentFan(fan, contact, now);
  if (isRunning === null) return null;
  if (isRunning) return 'on';
  return alerts.some(({ rule }) => rule === 'no-air') ? 'no-air' : 'off';
}
