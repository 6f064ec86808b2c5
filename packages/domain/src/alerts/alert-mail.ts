import { DAY, HOUR, MINUTE, type Millis, SECOND } from '../units.ts';

/** After a mail about a farm, further alerts of the farm wait this long for one combined mail, ms. */
export const FOLLOW_UP_DELAY = 5 * MINUTE;
/** Alerts that nobody has acknowledged are repeated after this time, ms. */
export const REMINDER_INTERVAL = DAY;
/** A critical alert that nobody has acknowledged for this long is mailed to the dealer, ms. */
export const ESCALATION_DELAY = 2 * HOUR;
/** A mail waits at most this long for bins of its farm that have not been evaluated yet, ms. */
export const EVALUATION_WAIT = 15 * SECOND;
/**
 * The mail about alerts that were open before the first evaluation waits at most this long for bins of the
 * farm that have not been evaluated yet, ms.
 */
export const SUMMARY_MAIL_WAIT = HOUR;

/** What is known about the open alerts of a farm that users have been notified of in the app. */
export interface FarmAlerts {
  /**
   * When the first alert that has not been mailed yet was announced or became critical; null if there is
   * none.
   */
  readonly unmailedSince: Millis | null;
  /**
   * When alerts that nobody has acknowledged began to wait for a response: at their announcement, or at the
   * farm's last reminder; null if there are none.
   */
  readonly unansweredSince: Millis | null;
  /** When the last mail about the farm's alerts was written; null before the first. */
  readonly lastMailAt: Millis | null;
  /** Whether some bins of the farm have not been evaluated yet. */
  readonly isIncomplete: boolean;
}

/** An `installation` is about a new bin without data, for the dealer. */
export type AlertMailKind = 'new' | 'reminder' | 'escalation' | 'installation';

/**
 * Chooses the mail that the owner of a farm should get now: the first one as soon as all bins of the farm
 * have been evaluated, later ones together, and a reminder each day until somebody acknowledges the alerts.
 * New alerts postpone the reminder of others by a few minutes at most.
 */
export function chooseAlertMail(
  { unmailedSince, unansweredSince, lastMailAt, isIncomplete }: FarmAlerts,
  now: Millis,
): 'new' | 'reminder' | null {
  const isFollowUpDue = lastMailAt === null || now - lastMailAt >= FOLLOW_UP_DELAY;
  const isReady =
    !isIncomplete || (unmailedSince !== null && now - unmailedSince >= EVALUATION_WAIT);
  if (unmailedSince !== null) return isFollowUpDue && isReady ? 'new' : null;
  const isReminderDue = unansweredSince !== null && now - unansweredSince >= REMINDER_INTERVAL;
  return isReminderDue && isFollowUpDue ? 'reminder' : null;
}
