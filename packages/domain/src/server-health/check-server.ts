import type { ChannelName } from '../notifications/channel.ts';
import { DAY, HOUR, MINUTE, type Millis, SECOND } from '../units.ts';

/**
 * The rules for alerts about the server itself. The units of their values and limits: database-away, minutes
 * without a response; evaluation-failing, minutes; disk-low, % free; channel-failing, hours; clock-off,
 * seconds; no-boards, hours.
 */
export const serverRules = [
  'database-away',
  'evaluation-failing',
  'disk-low',
  'channel-failing',
  'clock-off',
  'no-boards',
] as const;

export type ServerRule = (typeof serverRules)[number];

/** When the first and the last of consecutive failures happened. */
export interface EvaluationFailure {
  readonly since: Millis;
  readonly lastAt: Millis;
}

/** What was measured about the server; null where it is not known. */
export interface ServerMeasurements {
  /** The database outage that has just ended, or that continues. */
  readonly databaseOutage: { readonly from: Millis; readonly to: Millis } | null;
  /** The failure of the bin that could not be evaluated for the longest time. */
  readonly evaluation: { readonly failure: EvaluationFailure | null } | null;
  readonly diskFreePercent: number | null;
  readonly channels: readonly {
    readonly channel: ChannelName;
    readonly failingSince: Millis | null;
  }[];
  /** The difference between the server's clock and other servers' clocks, ms; negative if it is behind. */
  readonly clockOffsetMs: number | null;
  /** When the newest reading from any board arrived; null before the first. */
  readonly lastArrivalAt: Millis | null;
  /** When the server started or its last outage ended. */
  readonly listeningSince: Millis | null;
}

/** An open alert about the server. Each rule has at most one, `channel-failing` at most one per channel. */
export interface ServerAlert {
  readonly rule: ServerRule;
  /** Set for `channel-failing`. */
  readonly channel: ChannelName | null;
  readonly severity: 'critical' | 'warning';
  readonly since: Millis;
  readonly value: number;
  readonly limit: number;
}

/** A database that does not respond for this long raises an alert, ms. */
const DATABASE_AWAY = 5 * MINUTE;

/**
 * A bin that cannot be evaluated for this long, ms, raises an alert about the server, because no alert can be
 * raised about the bin itself.
 */
const EVALUATION_FAILING = 15 * MINUTE;

/** Free space on the disk, %. */
const DISK_LOW = 10;
const DISK_LOW_END = 12;
/** Without space the server accepts no readings. */
const DISK_CRITICAL = 3;
const DISK_CRITICAL_END = 5;
const CHANNEL_FAILING = HOUR;
const CLOCK_OFF = 30 * SECOND;
const CLOCK_OFF_END = 20 * SECOND;
const NO_BOARDS = DAY;

/** Updates the open alerts about the server. An alert whose value was not measured stays as it was. */
export function checkServer(
  openAlerts: readonly ServerAlert[],
  measurements: ServerMeasurements,
  now: Millis,
): ServerAlert[] {
  const findAlert = (rule: ServerRule) => openAlerts.find((alert) => alert.rule === rule) ?? null;
  return [
    checkDatabase(measurements),
    checkEvaluation(findAlert('evaluation-failing'), measurements),
    checkDisk(findAlert('disk-low'), measurements, now),
    ...checkChannels(openAlerts, measurements, now),
    checkClock(findAlert('clock-off'), measurements, now),
    checkBoards(findAlert('no-boards'), measurements, now),
  ].filter((alert) => alert !== null);
}

/** The alert can be stored only once the database responds again, and it ends at that time. */
function checkDatabase({ databaseOutage }: ServerMeasurements): ServerAlert | null {
  if (databaseOutage === null || databaseOutage.to - databaseOutage.from < DATABASE_AWAY)
    return null;
  return {
    rule: 'database-away',
    channel: null,
    severity: 'critical',
    since: databaseOutage.from,
    value: Math.round((databaseOutage.to - databaseOutage.from) / MINUTE),
    limit: DATABASE_AWAY / MINUTE,
  };
}

function checkEvaluation(
  previous: ServerAlert | null,
  { evaluation }: ServerMeasurements,
): ServerAlert | null {
  if (evaluation === null) return previous;
  const { failure } = evaluation;
  if (failure === null) return null;
  if (previous !== null) return previous;
  // After a failure at the beginning of a database outage, nothing is evaluated until the outage ends, so the
  // failure's duration is measured to its last occurrence.
  if (failure.lastAt - failure.since < EVALUATION_FAILING) return null;
  return {
    rule: 'evaluation-failing',
    channel: null,
    severity: 'critical',
    since: failure.since,
    value: Math.floor((failure.lastAt - failure.since) / MINUTE),
    limit: EVALUATION_FAILING / MINUTE,
  };
}

function checkDisk(
  previous: ServerAlert | null,
  { diskFreePercent: freePercent }: ServerMeasurements,
  now: Millis,
): ServerAlert | null {
  if (freePercent === null) return previous;
  if (previous === null ? freePercent >= DISK_LOW : freePercent >= DISK_LOW_END) return null;
  const wasCritical = previous?.severity === 'critical';
  const isCritical = freePercent < (wasCritical ? DISK_CRITICAL_END : DISK_CRITICAL);
  return {
    rule: 'disk-low',
    channel: null,
    severity: isCritical ? 'critical' : 'warning',
    since: previous?.since ?? now,
    value: Math.floor(freePercent),
    limit: DISK_LOW,
  };
}

function checkChannels(
  openAlerts: readonly ServerAlert[],
  { channels }: ServerMeasurements,
  now: Millis,
): ServerAlert[] {
  return channels.flatMap(({ channel, failingSince }): ServerAlert[] => {
    if (failingSince === null || now - failingSince < CHANNEL_FAILING) return [];
    const previous = openAlerts.find((alert) => alert.channel === channel);
    return [
      {
        rule: 'channel-failing',
        channel,
        severity: 'warning',
        since: previous?.since ?? failingSince,
        value: previous?.value ?? Math.floor((now - failingSince) / HOUR),
        limit: CHANNEL_FAILING / HOUR,
      },
    ];
  });
}

function checkClock(
  previous: ServerAlert | null,
  { clockOffsetMs }: ServerMeasurements,
  now: Millis,
): ServerAlert | null {
  if (clockOffsetMs === null) return previous;
  const offsetMs = Math.abs(clockOffsetMs);
  if (previous === null ? offsetMs < CLOCK_OFF : offsetMs < CLOCK_OFF_END) return null;
  return {
    rule: 'clock-off',
    channel: null,
    severity: 'warning',
    since: previous?.since ?? now,
    value: Math.round(offsetMs / SECOND),
    limit: CLOCK_OFF / SECOND,
  };
}

/**
 * Counts only time during which the server was listening. A server that has never received a reading has no
 * such alert.
 */
function checkBoards(
  previous: ServerAlert | null,
  { lastArrivalAt, listeningSince }: ServerMeasurements,
  now: Millis,
): ServerAlert | null {
  if (lastArrivalAt === null) return null;
  if (previous !== null) return lastArrivalAt > previous.since ? null : previous;
  if (listeningSince === null || now - Math.max(lastArrivalAt, listeningSince) < NO_BOARDS) {
    return null;
  }
  return {
    rule: 'no-boards',
    channel: null,
    severity: 'warning',
    since: lastArrivalAt,
    value: Math.floor((now - lastArrivalAt) / HOUR),
    limit: NO_BOARDS / HOUR,
  };
}
