import { HOUR, MINUTE, type Millis, millis } from '../units.ts';

/** When a board listens: always, or for a few seconds after it reports a bin. */
export type BoardMode = 'realtime' | 'sleep';

const REALTIME_EXPIRY_MS = 5 * MINUTE;
const MAX_EXPIRY_MS = 24 * HOUR;

/**
 * A board is treated as always listening only if its report and its setting agree, as far as they are known:
 * what is sent to a sleeping board at the wrong time is lost.
 */
export function toBoardMode(reportedMode: string | null, setting: string | null): BoardMode {
  const isRealtime =
    (reportedMode ?? setting) === 'realtime' && (setting ?? reportedMode) === 'realtime';
  return isRealtime ? 'realtime' : 'sleep';
}

/** When the board of a bin is expected to report it. */
export interface ReportTimes {
  readonly lastReadAt: Millis | null;
  readonly usualIntervalMs: number;
}

/**
 * When a command expires: for a realtime board, after five minutes; for a sleeping one, one usual interval
 * after its next expected report, but within a day. This keeps a fan from starting late.
 */
export function calculateExpiry(
  now: Millis,
  mode: BoardMode,
  { lastReadAt, usualIntervalMs }: ReportTimes,
): Millis {
  if (mode === 'realtime') return millis(now + REALTIME_EXPIRY_MS);
  const nextReport = Math.max(now, (lastReadAt ?? now) + usualIntervalMs);
  return millis(Math.min(nextReport + usualIntervalMs, now + MAX_EXPIRY_MS));
}
