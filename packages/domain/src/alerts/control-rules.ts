import { type Command, type CommandFailure, isOpen } from '../commands/command.ts';
import { findAirflow, getPlenumSpeed, type PlenumSettings } from '../fans/airflow.ts';
import { ENTRY_OVERDUE_MS } from '../fans/entry.ts';
import type { Reading } from '../readings/reading.ts';
import { DAY, MINUTE, type Millis, millis } from '../units.ts';
import type { AlertRule, AlertSeverity, OpenAlert } from './alert.ts';

/** The rules about commands to a bin's board, its fan, and the people who work at the bin. */
export const controlRules = [
  'entry-overdue',
  'fan-off-failed',
  'air-without-command',
  'command-failed',
  'no-air',
  'installation-mode',
] as const satisfies readonly AlertRule[];

export type ControlRule = (typeof controlRules)[number];

export function isControlRule(rule: string): rule is ControlRule {
  return controlRules.some((controlRule) => controlRule === rule);
}

const severities: Readonly<Record<ControlRule, AlertSeverity>> = {
  'entry-overdue': 'critical',
  'fan-off-failed': 'critical',
  'air-without-command': 'critical',
  'command-failed': 'warning',
  'no-air': 'warning',
  'installation-mode': 'warning',
};

/** A failed command other than an OFF raises an alert for this long, ms. */
export const FAILURE_WINDOW_MS = DAY;
/** In installation mode a board does not sleep, which drains its battery. */
export const MAX_INSTALLATION_MODE_MS = DAY;
/** The airflow responds to a fan within this time, ms, or within two usual intervals if they are longer. */
const AIRFLOW_DELAY_MS = 15 * MINUTE;

/** Whether the air in a bin's plenum is moving. */
export interface TrackedAir {
  readonly isMoving: boolean;
  readonly since: Millis;
  /** When the newest reading that shows it was taken. */
  readonly at: Millis;
}

/** Tracks the air in the plenum; a reading without a clear value changes nothing. */
export function trackAir(
  tracked: TrackedAir | null,
  reading: Pick<Reading, 'at' | 'scalars'>,
  plenum: PlenumSettings,
): TrackedAir | null {
  if (!plenum.plenumSensorAttached) return null;
  const { at } = reading;
  const airflow = findAirflow(plenum, getPlenumSpeed(reading));
  if (airflow === null) return tracked;
  const isMoving = airflow === 'moving';
  return { isMoving, since: tracked?.isMoving === isMoving ? tracked.since : at, at };
}

/** The last command of its kind for a bin. */
export interface LastCommand
  extends Pick<Command, 'instruction' | 'state' | 'failure' | 'confirmedAt' | 'queuedAt'> {
  /** When it ended without being confirmed; null if it did not. */
  readonly endedAt: Millis | null;
}

/** When a fan turned on or off. */
export interface ReportedFan {
  readonly isOn: boolean;
  /** According to the board's clock, like its readings of the airflow. */
  readonly since: Millis;
  /** When the first report about it arrived; comparable with the times of commands. */
  readonly reportedAt: Millis;
}

/** The known state of the commands to a bin, its fan, and anyone at the bin. */
export interface BinControl {
  readonly now: Millis;
  /** The last command of each kind. */
  readonly commands: readonly LastCommand[];
  /** What the board last reported about the fan; null if nothing, or without a fan. */
  readonly fan: ReportedFan | null;
  /** When someone last used the switch at the bin. */
  readonly switchedAt: Millis | null;
  readonly usualIntervalMs: number;
  /** When the board entered installation mode; null if it is not in that mode. */
  readonly installationModeSince: Millis | null;
  /** When someone entered or came near the bin; null if nobody is there. */
  readonly entrySince: Millis | null;
}

/** The open alerts of the control rules, given those that were open before. */
export function evaluateControl(
  open: readonly OpenAlert[],
  air: TrackedAir | null,
  control: BinControl,
): OpenAlert[] {
  const find = (rule: ControlRule) => open.find((alert) => alert.rule === rule) ?? null;
  return controlRules.flatMap((rule) => {
    const known = find(rule);
    const since = findStart(rule, known?.since ?? null, air, control);
    if (since === null) return [];
    const severity = severities[rule];
    return [
      { rule, severity, since: known?.since ?? since, value: null, limit: null, sensors: [] },
    ];
  });
}

/**
 * When the condition of a rule was first met; null if it is not met. `previousStart` is the start of the open
 * alert; null if there is none.
 */
function findStart(
  rule: ControlRule,
  previousStart: Millis | null,
  air: TrackedAir | null,
  control: BinControl,
): Millis | null {
  const ifElapsed = (since: Millis | null, ms: number) =>
    since !== null && control.now - since >= ms ? since : null;
  switch (rule) {
    case 'entry-overdue':
      return ifElapsed(control.entrySince, ENTRY_OVERDUE_MS);
    case 'installation-mode':
      return ifElapsed(control.installationModeSince, MAX_INSTALLATION_MODE_MS);
    case 'fan-off-failed':
      return findFailedOff(previousStart, control);
    case 'command-failed':
      return findFailure(previousStart, control);
    case 'no-air':
      return findContradiction(air, control, true);
    case 'air-without-command':
      return findContradiction(air, control, false);
  }
}

/**
 * When an OFF that the board did not confirm failed; null once the board confirms it or reports that the fan
 * is off, or someone uses the switch.
 */
function findFailedOff(
  previousFailure: Millis | null,
  { commands, fan, switchedAt }: BinControl,
): Millis | null {
  const lastOff = commands.find(isOff);
  if (lastOff === undefined || lastOff.confirmedAt !== null) return null;
  if (switchedAt !== null && switchedAt >= lastOff.queuedAt) return null;
  if (fan !== null && !fan.isOn && fan.reportedAt >= lastOff.queuedAt) return null;
  // A failed OFF is sent again as a new command, so the earlier failure stays while that command is open.
  return failedAt(lastOff) ?? (isOpen(lastOff.state) ? previousFailure : null);
}

/**
 * When the first command other than an OFF or a request for a reading failed within the last day. While such
 * a command is open, an earlier failure stays, because the new command might fail too.
 */
function findFailure(previousFailure: Millis | null, { commands, now }: BinControl): Millis | null {
  const otherCommands = commands.filter(
    (last) => !isOff(last) && last.instruction.kind !== 'request',
  );
  const isRecent = (at: Millis) => now - at < FAILURE_WINDOW_MS;
  const failures = otherCommands.flatMap((last) => failedAt(last) ?? []).filter(isRecent);
  if (failures.length > 0) return millis(Math.min(...failures));
  return otherCommands.some(({ state }) => isOpen(state)) ? previousFailure : null;
}

function isOff({ instruction }: LastCommand): boolean {
  return instruction.kind === 'fan' && !instruction.isOn;
}

/** A command that ended because of people at the bin or a power outage did not fail. */
const FAILURES_AT_BIN: readonly (CommandFailure | null)[] = ['overridden', 'power-cut', 'lockout'];

/** When a command failed; null if it did not, or if the cause was at the bin. */
function failedAt({ state, failure, confirmedAt, endedAt }: LastCommand): Millis | null {
  if (confirmedAt !== null || FAILURES_AT_BIN.includes(failure)) return null;
  return state === 'failed' || state === 'expired' ? endedAt : null;
}

/** When the airflow began to contradict what the board reports about its fan. */
function findContradiction(
  air: TrackedAir | null,
  { fan, usualIntervalMs }: BinControl,
  isOn: boolean,
): Millis | null {
  if (air === null || fan === null || fan.isOn !== isOn || air.isMoving === isOn) return null;
  const since = Math.max(air.since, fan.since);
  return air.at - since >= Math.max(AIRFLOW_DELAY_MS, 2 * usualIntervalMs) ? millis(since) : null;
}
