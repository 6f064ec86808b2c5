import type { Millis } from '../units.ts';

/**
 * The alert rules. A bin has at most one open alert for each rule. The units of values and limits:
 * temperature, hot-spot: °C (hot-spot: the difference from the other sensors at its depth); co2, co2-risk:
 * ppm; co2-trend: ppm a day; storage-time: the share used, %; level-low, level-high, battery-low: %; no-data,
 * board-no-data: hours since the newest frame arrived; clock-late: hours between a reading and its arrival;
 * entry-co2: ppm; entry-unload: how far the level fell and how far it should have fallen, points. The other
 * rules have no values.
 */
export const alertRules = [
  'entry-co2',
  'entry-unload',
  'entry-overdue',
  'fan-off-failed',
  'air-without-command',
  'temperature',
  'hot-spot',
  'co2',
  'co2-risk',
  'co2-trend',
  'storage-time',
  'level-low',
  'level-high',
  'board-no-data',
  'no-data',
  'never-reported',
  'cable-no-data',
  'sensor-no-data',
  'battery-low',
  'clock-wrong',
  'clock-late',
  'cable-address',
  'board-error',
  'command-failed',
  'no-air',
  'installation-mode',
] as const;

export type AlertRule = (typeof alertRules)[number];

/** The rules that depend on when readings arrive, not on when they were taken. */
export const clockRules: readonly AlertRule[] = [
  'board-no-data',
  'no-data',
  'never-reported',
  'clock-late',
];

/** How bad an alert is, worst first. */
export const alertSeverities = ['critical', 'warning', 'watch'] as const;

export type AlertSeverity = (typeof alertSeverities)[number];

/** Where a sensor is: its cable and its position on that cable, both counted from 1. */
export interface SensorPlace {
  readonly cable: number;
  readonly position: number;
}

/** A sensor of an alert. The value is in the unit of the rule. */
export interface AlertSensor extends SensorPlace {
  readonly value: number;
  /**
   * For a hot spot: fewer than three sensors are at its depth, so it is compared with the median of
   * all depths.
   */
  readonly isComparedWithAllDepths?: true;
}

/** An alert that is open at a given time. */
export interface OpenAlert {
  readonly rule: AlertRule;
  readonly severity: AlertSeverity;
  /**
   * The time of the reading, or the start of the day, that raised the alert; for missing data and the control
   * rules, when the condition began.
   */
  readonly since: Millis;
  /** Null for a rule without values. */
  readonly value: number | null;
  readonly limit: number | null;
  /** The sensors that meet the rule, worst first; empty for rules about the bin or its board. */
  readonly sensors: readonly AlertSensor[];
}

/** Sorts alerts in the order of `alertRules`. */
export function sortByRule(alerts: readonly OpenAlert[]): OpenAlert[] {
  return [...alerts].sort((a, b) => alertRules.indexOf(a.rule) - alertRules.indexOf(b.rule));
}

/** An open alert as lists show it with the findings about its bin. */
export interface AlertSummary {
  readonly rule: AlertRule;
  readonly severity: AlertSeverity;
  readonly since: Millis;
  /** Null for a rule without values. */
  readonly value: number | null;
  readonly limit: number | null;
  /** The worst sensor, and its row, counted from 1 at the top; null for rules about the bin or its board. */
  readonly sensor: (SensorPlace & { readonly depth: number }) | null;
  /** Who has been in the bin longest; set only for an overdue entry. */
  readonly person?: string;
  /** Who acknowledged the alert, and when; missing until someone does. */
  readonly acknowledged?: { readonly by: string; readonly at: Millis };
}
