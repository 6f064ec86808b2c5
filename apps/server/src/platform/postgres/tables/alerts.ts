import type { AlertRule, AlertSensor, AlertSeverity } from '@granary/domain/alerts/alert';
import type { AlertMemory } from '@granary/domain/alerts/memory';
import type { StorageTime } from '@granary/domain/insights/storage-time';
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { WithDefault } from './columns.ts';

/** A bin that needs to be evaluated; ingest adds a row for each bin in a batch. */
export interface AlertMarksTable {
  id: GeneratedAlways<string>;
  binId: number;
  /** The oldest and the newest of the readings that were stored; null if the mark is not about readings. */
  fromAt: Date | null;
  untilAt: Date | null;
  /** When the readings arrived. */
  arrivedAt: Date | null;
  /**
   * Whether nothing is known to have changed: the server started, or a day closed. Notifications do not wait
   * for this evaluation.
   */
  isRoutine: WithDefault<boolean>;
}

/** The data that the evaluation of a bin's next reading needs; a worker locks the row. */
export interface AlertMemoriesTable {
  binId: number;
  /** The newest reading that was evaluated. */
  foldedUntil: Date | null;
  memory: JSONColumnType<AlertMemory> | null;
  /** The memory at the close of some recent days, oldest first. */
  checkpoints: JSONColumnType<AlertCheckpoint[]>;
  arrivedAt: Date | null;
  /**
   * Alerts that began before this time wait for one summary; null once the bin has been evaluated for the
   * summary.
   */
  summaryBefore: WithDefault<Date | null>;
  /** Whether the means of past days, which hot spots depend on, have changed. */
  hotSpotsOutdated: WithDefault<boolean>;
  storageTimes: WithDefault<JSONColumnType<StorageTimes> | null>;
}

/** How much of the safe storage time of a bin's grain has been used. */
export interface StorageTimes {
  /**
   * What the storage times were calculated from: the day, the means, the settings, and whether the bin has
   * been empty since.
   */
  readonly basis: string;
  /** For all enabled sensors, and for those that are also not muted. */
  readonly ofAll: StorageTime;
  readonly ofUnmuted: StorageTime;
}

/** The memory after a day closed; late readings are evaluated from there. */
export interface AlertCheckpoint {
  /** All readings up to this time, ms, are included. */
  readonly until: number;
  readonly memory: AlertMemory;
}

/** A sensor of a stored alert. */
export interface StoredAlertSensor extends AlertSensor {
  /** The row from the top, from 1, when the alert was evaluated. */
  readonly depth: number;
}

export interface AlertsTable {
  id: GeneratedAlways<number>;
  binId: number;
  rule: AlertRule;
  severity: AlertSeverity;
  since: Date;
  raisedAt: Date;
  closedAt: Date | null;
  /** The severity that was last announced; null if the alert has not been announced. */
  announcedSeverity: AlertSeverity | null;
  /** When it was announced. */
  announcedAt: Date | null;
  /** The severity in the owner's notification, and that notification. */
  notifiedSeverity: AlertSeverity | null;
  notificationId: number | null;
  /** The severity that was mailed to the owner, or reported to the distributor for a new bin without data. */
  mailedSeverity: AlertSeverity | null;
  /**
   * When the alert was escalated because nobody responded, or when the distributor was notified of a new bin
   * without data. For an alert that began before alerts were first evaluated, when it started to wait for the
   * summary of its farm: it is announced by the summary and is not escalated.
   */
  escalatedAt: Date | null;
  /** When the owner got it by text message. */
  textedAt: Date | null;
  value: number | null;
  limitValue: number | null;
  sensors: JSONColumnType<StoredAlertSensor[]>;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  note: WithDefault<string>;
}

export interface AlertEventsTable {
  id: GeneratedAlways<number>;
  alertId: number;
  kind: 'raised' | 'worsened' | 'acknowledged' | 'closed';
  at: Date;
  userId: number | null;
  note: WithDefault<string>;
}

/** The means of a bin's closed day; while `readings` is null, they still have to be calculated. */
export interface DayMeansTable {
  binId: number;
  day: string;
  readings: number | null;
  lengths: Buffer | null;
  means: Buffer | null;
  fanOffMeans: Buffer | null;
  /** Null on days that were calculated before moisture was part of the means. */
  moistures: Buffer | null;
  lowestCo2: number | null;
  lowestFill: number | null;
}

/** When messages about a farm were last sent to its owner. */
export interface FarmAlertMailsTable {
  farmId: number;
  /** The last mail about alerts. */
  lastAt: Date | null;
  /** The Monday of the last weekly mail, 'YYYY-MM-DD'. */
  lastWeek: string | null;
  /** The last text message about alerts. */
  lastTextAt: Date | null;
  /** The last reminder about alerts that nobody acknowledged, on every channel except text messages. */
  lastReminderAt: Date | null;
}
