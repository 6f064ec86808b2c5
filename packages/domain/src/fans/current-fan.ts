import { isOverdue } from '../boards/report-interval.ts';
import type { Millis } from '../units.ts';

export interface FanRunState {
  /** Null if unknown. */
  readonly isRunning: boolean | null;
  readonly since: Millis | null;
}

/** When a bin's board was heard from, and how often it reports. */
export interface BoardContact {
  /** When the newest reading was taken; null before the first. */
  readonly readAt: Millis | null;
  readonly usualIntervalMs: number;
}

/**
 * A fan's state at `now`: unknown if the board has not been heard from for two usual intervals, at least an
 * hour, because the fan may have been switched since.
 */
export function toCurrentFan<F extends FanRunState>(
  fan: F,
  { readAt, usualIntervalMs }: BoardContact,
  now: Millis,
): F {
  const heardAt = Math.max(readAt ?? Number.NEGATIVE_INFINITY, fan.since ?? readAt ?? 0) as Millis;
  if (fan.isRunning === null || !isOverdue(now, heardAt, usualIntervalMs)) return fan;
  return { ...fan, isRunning: null, since: null };
}
