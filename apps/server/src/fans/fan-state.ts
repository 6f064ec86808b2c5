import type { FanState } from '@granary/contract/fans/state';
import { isOverdue } from '@granary/domain/boards/report-interval';
import { findAirflow, getPlenumSpeed, type PlenumSettings } from '@granary/domain/fans/airflow';
import { type BoardContact, toCurrentFan } from '@granary/domain/fans/current-fan';
import type { Reading } from '@granary/domain/readings/reading';
import { type Millis, millis } from '@granary/domain/units';
import type { BinRow } from '../platform/postgres/tables.ts';

/** The state of a bin's fan according to the last report from its board, and when that state began. */
export interface LastFanEvent {
  readonly binId: number;
  readonly isOn: boolean;
  /** By the board's clock, or the arrival time if that clock was wrong. */
  readonly since: Date;
  /** When the server received the first report of this state. */
  readonly reportedAt: Date;
}

type FanSettings = PlenumSettings & Pick<BinRow, 'fanAttached'>;
type PlenumReading = Pick<Reading, 'at' | 'scalars'>;

/** Whether a fan is running: from the wind in the plenum if measured, otherwise from the last fan event. */
export function toFanState(
  bin: FanSettings,
  reading: PlenumReading | null,
  event: LastFanEvent | null,
): FanState {
  if (!bin.fanAttached) return { isAttached: false, isRunning: null, since: null };
  const isFanRunning = isRunningByWind(bin, reading) ?? event?.isOn ?? null;
  const since = event && event.isOn === isFanRunning ? toDisplayTime(event) : null;
  return { isAttached: true, isRunning: isFanRunning, since };
}

/**
 * The time to show for a fan that turned on or off: never in the future, even if the board's clock is ahead.
 */
export function toDisplayTime({ since, reportedAt }: LastFanEvent): Millis {
  return millis(Math.min(since.getTime(), reportedAt.getTime()));
}

/** The known state of a fan. */
export interface FanSituation {
  readonly currentFan: FanState;
  readonly lastEvent: LastFanEvent | null;
  /** Whether the newest report is recent and reports the fan as on, with or without airflow. */
  readonly isReportedOn: boolean;
  /**
   * Whether air is moving in the plenum; null without a recent, conclusive measurement since the last report.
   */
  readonly hasAirflow: boolean | null;
}

/** The known state of a fan at `now`; values of a board without new readings are unknown. */
export function toFanSituation(
  bin: FanSettings,
  reading: PlenumReading | null,
  reported: LastFanEvent | null,
  { usualIntervalMs, now }: { readonly usualIntervalMs: number; readonly now: Millis },
): FanSituation {
  const contact = { readAt: reading?.at ?? null, usualIntervalMs };
  const isOld = reading === null || isOverdue(now, reading.at, usualIntervalMs);
  // A reading from before the report shows the state before it.
  const isReadingOlder =
    reading !== null && reported !== null && reading.at < toDisplayTime(reported);
  return {
    currentFan: toCurrentFan(toFanState(bin, reading, reported), contact, now),
    lastEvent: reported,
    isReportedOn: bin.fanAttached && isCurrentlyOn(reported, contact, now),
    hasAirflow: isOld || isReadingOlder ? null : detectAirflow(bin, reading),
  };
}

function isCurrentlyOn(reported: LastFanEvent | null, contact: BoardContact, now: Millis): boolean {
  if (!reported?.isOn) return false;
  return (
    toCurrentFan({ isRunning: true, since: toDisplayTime(reported) }, contact, now).isRunning ===
    true
  );
}

/** Whether air is moving; null if the speed is inconclusive. */
function detectAirflow(bin: FanSettings, reading: PlenumReading): boolean | null {
  const airflow = findAirflow(bin, getPlenumSpeed(reading));
  return airflow === null ? null : airflow === 'moving';
}

function isRunningByWind(bin: FanSettings, reading: PlenumReading | null): boolean | null {
  if (!bin.plenumSensorAttached || bin.fanOnSpeed === null || !reading) return null;
  const speed = getPlenumSpeed(reading);
  return speed === null ? null : speed > bin.fanOnSpeed;
}
