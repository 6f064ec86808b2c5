import type { Millis } from '../units.ts';
import { EVALUATION_WAIT, FOLLOW_UP_DELAY } from './alert-mail.ts';

/** The inputs that decide how a farm's owner is notified. */
export interface FarmNoticeState {
  /**
   * When the first alert that the notification does not include, or does not show as critical, began to wait;
   * null if there is none.
   */
  readonly waitingSince: Millis | null;
  /** Whether some bins of the farm have not been evaluated yet. */
  readonly isIncomplete: boolean;
  /** The newest notification about the farm, or the summary of the waiting alerts; null before the first. */
  readonly newest: {
    readonly at: Millis;
    readonly updatedAt: Millis;
    /** Whether it is the summary that the waiting alerts belong to. */
    readonly isSummaryOfWaitingAlerts: boolean;
  } | null;
}

export type FarmNotice = 'new' | 'update';

/**
 * Decides how the owner of a farm is notified now; null if not at all. The first notification is sent as soon
 * as the farm's bins have been evaluated. Later alerts update a notification that is less than five minutes
 * old, or their summary, at most every 15 seconds.
 */
export function chooseFarmNotice(
  { waitingSince, isIncomplete, newest }: FarmNoticeState,
  now: Millis,
): FarmNotice | null {
  if (waitingSince === null) return null;
  if (isIncomplete && now - waitingSince < EVALUATION_WAIT) return null;
  if (newest === null) return 'new';
  if (!newest.isSummaryOfWaitingAlerts && now - newest.at >= FOLLOW_UP_DELAY) return 'new';
  return now - newest.updatedAt >= EVALUATION_WAIT ? 'update' : null;
}
