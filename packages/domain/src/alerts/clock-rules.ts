import { getNoDataAlertDelay, getNoDataThreshold } from '../boards/report-interval.ts';
import { DAY, HOUR, type Millis } from '../units.ts';
import { type AlertRule, clockRules, type OpenAlert, sortByRule } from './alert.ts';
import type { BoardNoData } from './board-no-data.ts';
import { type TrackedArrival, trackArrival } from './late-arrivals.ts';
import type { AlertMemory } from './memory.ts';

/** What the clock rules depend on: when a bin last reported, and since when the server has been listening. */
export interface ClockRuleInputs {
  readonly now: Millis;
  /** When the bin was added. */
  readonly createdAt: Millis;
  /** When the newest frame of the bin arrived; null if that is not known. */
  readonly lastArrivalAt: Millis | null;
  /**
   * When the readings since the last evaluation were taken and when they arrived, up to the newest one, in
   * order of arrival.
   */
  readonly arrivals: readonly Pick<TrackedArrival, 'at' | 'arrivedAt'>[];
  /** The time of the newest reading; null before the first. */
  readonly lastAt: Millis | null;
  readonly usualIntervalMs: number;
  /** When the server started or its last outage ended; null while it cannot store readings. */
  readonly listeningSince: Millis | null;
  /** Null if the rule is off. */
  readonly noDataHours: number | null;
  /** Whether the other bins of its board have no data either. */
  readonly boardNoData: BoardNoData;
}

/** A bin that has sent nothing for this long since it was added raises an alert, ms. */
const FIRST_DATA_WAIT = DAY;
/** Bins that were added longer ago than this, ms, are not new. */
const NEW_BIN_AGE = 30 * DAY;
/** How many readings in a row must arrive late before an alert about the clock is raised. */
const LATE_READINGS = 3;

/** The memory at `now`, updated for the bin's readings that have arrived or failed to arrive. */
export function evaluateClockRules(memory: AlertMemory, inputs: ClockRuleInputs): AlertMemory {
  const arrival = inputs.arrivals.reduce(trackArrival, memory.arrival);
  const find = (rule: AlertRule) => memory.open.find((alert) => alert.rule === rule) ?? null;
  const alerts = [
    checkNoData(find('no-data') ?? find('board-no-data'), inputs),
    checkFirstData(find('never-reported'), inputs),
    checkLateArrivals(find('clock-late'), arrival),
  ].filter((alert) => alert !== null);
  const others = memory.open.filter(({ rule }) => !clockRules.includes(rule));
  return { ...memory, arrival, open: sortByRule([...others, ...alerts]) };
}

/**
 * The alert about a bin without data. It is raised when both the time in the setting and two usual
 * intervals have passed since the bin's last frame arrived. The time of arrival counts, because a board
 * with a slow clock still sends data. The server must also have been listening for two usual intervals, and
 * for at least an hour. A frame that arrives ends the alert; while the server is not listening, missing
 * frames change nothing. An open alert keeps its original number of hours. When no bin of a board has data,
 * the first bin has the alert about the board, and the others have none.
 */
function checkNoData(previous: OpenAlert | null, inputs: ClockRuleInputs): OpenAlert | null {
  const { now, lastAt, usualIntervalMs, noDataHours, boardNoData } = inputs;
  const heardAt = inputs.lastArrivalAt ?? lastAt;
  if (noDataHours === null || heardAt === null) return null;
  const dueMs = getNoDataAlertDelay(noDataHours, usualIntervalMs);
  if (now - heardAt <= dueMs) return null;
  if (!isListening(inputs)) return previous;
  if (boardNoData === 'other') return null;
  const rule = boardNoData === 'first' ? 'board-no-data' : 'no-data';
  if (previous?.rule === rule) return previous;
  return {
    rule,
    severity: 'warning',
    since: heardAt,
    value: toHours(now - heardAt),
    limit: toHours(dueMs),
    sensors: [],
  };
}

/** The alert about a new bin without any data after a day: its board may be installed incorrectly. */
function checkFirstData(previous: OpenAlert | null, inputs: ClockRuleInputs): OpenAlert | null {
  const { now, createdAt, lastAt, lastArrivalAt } = inputs;
  if (lastAt !== null || lastArrivalAt !== null) return null;
  if (previous !== null) return previous;
  const age = now - createdAt;
  if (age < FIRST_DATA_WAIT || age > NEW_BIN_AGE || !isListening(inputs)) return null;
  return {
    rule: 'never-reported',
    severity: 'warning',
    since: createdAt,
    value: null,
    limit: null,
    sensors: [],
  };
}

function checkLateArrivals(
  previous: OpenAlert | null,
  arrival: AlertMemory['arrival'],
): OpenAlert | null {
  if (arrival === null || arrival.late < (previous === null ? LATE_READINGS : 1)) return null;
  return (
    previous ?? {
      rule: 'clock-late',
      severity: 'warning',
      since: arrival.at,
      value: toHours(arrival.arrivedAt - arrival.at),
      limit: 1,
      sensors: [],
    }
  );
}

function isListening({
  now,
  listeningSince,
  usualIntervalMs,
}: Pick<ClockRuleInputs, 'now' | 'listeningSince' | 'usualIntervalMs'>): boolean {
  return listeningSince !== null && now - listeningSince > getNoDataThreshold(usualIntervalMs);
}

/** Converts to hours, rounded to 0.1. */
function toHours(ms: number): number {
  return Math.round((ms / HOUR) * 10) / 10;
}
