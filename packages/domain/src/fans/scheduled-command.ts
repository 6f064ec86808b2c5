import { MAX_RUN_FOR_S } from '../commands/instruction.ts';
import { MINUTE, type Millis, SECOND } from '../units.ts';
import type { ScheduledState } from './fan-schedule.ts';

/** What the schedule of a bin last sent. */
export interface SentState extends ScheduledState {
  readonly at: Millis;
}

/** The inputs that decide the next command of a schedule. */
export interface ScheduleContext {
  readonly now: Millis;
  readonly wanted: ScheduledState;
  /** Null right after the bin was switched to scheduled mode. */
  readonly lastSentState: SentState | null;
  /** Whether the fan is on hold or locked out, or someone is in or near the bin. */
  readonly isBlocked: boolean;
  readonly resumedAt: Millis | null;
  /** When the board last reported that power was restored; the fan stays off until it is turned on again. */
  readonly restartedAt: Millis | null;
  /** When the bin's last fan command ended without being confirmed, if it was a scheduled ON command. */
  readonly failedAt: Millis | null;
}

export type ScheduleStep =
  | { readonly kind: 'none' }
  /** Nothing is sent: switching a bin to scheduled mode leaves the fan as it is. */
  | { readonly kind: 'begin' }
  /** Only the time of the next change is different; the fan is as it should be. */
  | { readonly kind: 'store-next-change' }
  | { readonly kind: 'send'; readonly runForS: number | null };

/** The shortest run that the schedule starts, ms. */
const MIN_RUN_MS = MINUTE;
/** The delay before an unconfirmed ON command is sent again, ms. */
export const ON_RETRY_MS = 5 * MINUTE;
const RENEW_MS = (MAX_RUN_FOR_S * SECOND) / 2;

/**
 * Decides what the schedule sends now. Only the current state is ever sent, even after server downtime,
 * because earlier changes no longer matter.
 */
export function planScheduleStep(context: ScheduleContext): ScheduleStep {
  const { now, wanted, lastSentState, isBlocked } = context;
  if (lastSentState === null) return { kind: 'begin' };
  if (isBlocked) return { kind: 'none' };
  if (!mustSend(context, lastSentState)) {
    return { kind: wanted.until === lastSentState.until ? 'none' : 'store-next-change' };
  }
  if (!wanted.isOn) return { kind: 'send', runForS: null };
  const runForMs = (wanted.until ?? Number.POSITIVE_INFINITY) - now;
  if (runForMs < MIN_RUN_MS) return { kind: 'none' };
  return { kind: 'send', runForS: Math.min(Math.floor(runForMs / SECOND), MAX_RUN_FOR_S) };
}

function mustSend(
  { now, wanted, resumedAt, restartedAt, failedAt }: ScheduleContext,
  lastState: SentState,
): boolean {
  if (wanted.isOn !== lastState.isOn) return true;
  // Since then, the schedule has changed the desired state and changed it back.
  if (lastState.until !== null && now >= lastState.until) return true;
  if (resumedAt !== null && resumedAt > lastState.at) return true;
  if (!wanted.isOn) return false;
  if (failedAt !== null && now - failedAt >= ON_RETRY_MS) return true;
  if (restartedAt !== null && restartedAt > lastState.at) return true;
  // The board stops the fan after the run time in the last command, so a new end must be sent. A run without
  // an end is renewed before the maximum run time has passed.
  return (
    wanted.until !== lastState.until || (wanted.until === null && now - lastState.at >= RENEW_MS)
  );
}
