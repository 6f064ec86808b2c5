import type { TrackedCo2 } from '../bins/co2-risk.ts';
import type { TrackedCondition } from '../readings/tracked-condition.ts';
import type { Millis } from '../units.ts';
import { type AlertRule, clockRules, type OpenAlert, type SensorPlace } from './alert.ts';
import {
  isEntryRule,
  type LevelSamples,
  type TrackedEntryCo2,
  type TrackedUnload,
} from './bin-entry.ts';
import { isControlRule, type TrackedAir } from './control-rules.ts';
import type { TrackedArrival } from './late-arrivals.ts';
import { NO_SENSORS, type TrackedSensors } from './missing-sensors.ts';
import type { TrackedLevel } from './track-level.ts';

/** The rules about a bin's board, tracked across readings, so that a single reading does not end their alert. */
export const boardRules = ['battery-low', 'clock-wrong', 'cable-address', 'board-error'] as const;

export type BoardRule = (typeof boardRules)[number];

/** A sensor that is a hot spot, or may become one. */
export interface WarmSensor extends SensorPlace {
  /** Consecutive daily means that met the rule, at most three; three make a hot spot. */
  readonly days: number;
  /** How much warmer it was than the other sensors at its depth before it warmed, °C. */
  readonly before: number;
}

/**
 * What the evaluation of a bin's next reading needs to know about earlier readings. It can be stored as
 * JSON.
 */
export interface AlertMemory {
  /** In the order of `alertRules`. */
  readonly open: readonly OpenAlert[];
  /** When the newest reading was taken; null before the first. */
  readonly readAt: Millis | null;
  readonly co2: TrackedCo2 | null;
  readonly board: Readonly<Partial<Record<BoardRule, TrackedCondition>>>;
  readonly level: TrackedLevel | null;
  /** When the grain level last rose enough to indicate a load; null if it never has. */
  readonly roseAt: Millis | null;
  readonly warmSensors: readonly WarmSensor[];
  /** Set while CO2 makes the bin unsafe to enter; otherwise null. */
  readonly entryCo2: TrackedEntryCo2 | null;
  /** Set while the level has not fallen by the amount unloaded; otherwise null. */
  readonly entryUnload: TrackedUnload | null;
  readonly levels: LevelSamples;
  readonly sensors: TrackedSensors;
  /** When the newest reading was taken and arrived; null before the first. */
  readonly arrival: TrackedArrival | null;
  /** Null without a plenum sensor, or before its first clear value. */
  readonly air: TrackedAir | null;
}

/** The memory of a bin before its first reading. */
export const NO_ALERT_MEMORY: AlertMemory = {
  open: [],
  readAt: null,
  co2: null,
  board: {},
  level: null,
  roseAt: null,
  warmSensors: [],
  entryCo2: null,
  entryUnload: null,
  levels: [],
  sensors: NO_SENSORS,
  arrival: null,
  air: null,
};

/** Restores a stored memory, including one from an earlier version; `stored` is null if there is none. */
export function restoreAlertMemory(stored: Partial<AlertMemory> | null): AlertMemory {
  const sensors = { ...NO_SENSORS, ...stored?.sensors };
  return { ...NO_ALERT_MEMORY, ...stored, sensors };
}

/**
 * Prepares an earlier memory as the starting point for evaluating later readings again. Keeps the newest
 * alerts that depend on arrival times, commands or storage time, and those that warn against entering the
 * bin: late readings do not end them.
 */
export function keepNewestAlerts(earlier: AlertMemory, newest: AlertMemory): AlertMemory {
  const dependsOnNow = (rule: AlertRule) =>
    clockRules.includes(rule) || isControlRule(rule) || rule === 'storage-time';
  const currentAlerts = newest.open.filter(({ rule }) => dependsOnNow(rule));
  const entryAlerts = newest.open.filter(({ rule }) => isEntryRule(rule));
  const earlierAlerts = earlier.open.filter(
    ({ rule }) => !dependsOnNow(rule) && !entryAlerts.some((alert) => alert.rule === rule),
  );
  return {
    ...earlier,
    open: [...entryAlerts, ...currentAlerts, ...earlierAlerts],
    arrival: newest.arrival,
    entryCo2: newest.entryCo2 ?? earlier.entryCo2,
    entryUnload: newest.entryUnload ?? earlier.entryUnload,
  };
}
