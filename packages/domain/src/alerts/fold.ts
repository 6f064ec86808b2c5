import { trackCo2 } from '../bins/co2-risk.ts';
import { compareCharge } from '../bins/held-findings.ts';
import { noDataAfter } from '../boards/report-interval.ts';
import { cableAddresses } from '../cables/cable-layout.ts';
import type { DayMeans } from '../readings/day-means.ts';
import { type Held, hold } from '../readings/hold.ts';
import { HOUR, type Millis } from '../units.ts';
import { type AlertRule, alertRules, type OpenAlert, type SensorPlace } from './alert.ts';
import {
  evaluateEntry,
  sampleLevels,
  trackEntryCo2,
  trackUnload,
  type UnloadInputs,
} from './bin-entry.ts';
import {
  type BinControl,
  controlRules,
  evaluateControl,
  isControlRule,
  trackAir,
} from './control-rules.ts';
import { foldHotSpots } from './hot-spot.ts';
import { type AlertMemory, type BoardRule, boardRules } from './memory.ts';
import {
  type AlertReading,
  evaluateBoard,
  evaluateCo2,
  evaluateCo2Risk,
  evaluateLevel,
  evaluateTemperature,
  keepSensorsUnderGrain,
  levelRules,
} from './reading-rules.ts';
import { type AlertSettings, toSensorStatus } from './settings.ts';
import { currentLevel, trackLevel } from './track-level.ts';

/**
 * The memory after a reading, from the one before. Readings come in order of time; the same one again
 * changes nothing. An alert begins at once, except those of `readings/hold`, which last an hour before
 * they count: CO2 risk and the battery. What a reading has no value of stays as it was.
 */
export function foldReading(
  memory: AlertMemory,
  inputs: AlertReading,
  settings: AlertSettings,
): AlertMemory {
  const before = foldSettings(memory, settings);
  const tracked = track(before, inputs, settings);
  const find = (rule: AlertRule) => tracked.open.find((alert) => alert.rule === rule) ?? null;
  // An empty bin has no grain.
  const grain =
    inputs.fillPercent === 0
      ? []
      : [
          evaluateTemperature(find('temperature'), inputs, settings),
          find('hot-spot'),
          evaluateCo2(find('co2'), inputs, settings),
          evaluateCo2Risk(find('co2-risk'), inputs, tracked),
        ];
  return {
    ...tracked,
    open: inOrder([
      ...evaluateEntry(find, inputs, tracked, toUnloadInputs(tracked, inputs, settings)),
      ...grain,
      ...levelRules.map((rule) => evaluateLevel(rule, find(rule), inputs, settings)),
      ...boardRules.map((rule) => evaluateBoard(rule, find(rule), inputs, tracked)),
      find('no-data'),
      ...controlRules.map(find),
    ]),
  };
}

/** The memory with what is followed from one reading to the next, before the rules are evaluated. */
function track(memory: AlertMemory, inputs: AlertReading, settings: AlertSettings): AlertMemory {
  const { reading, fillPercent } = inputs;
  const isAgain = reading.at === memory.readAt;
  const { level, isLoad } = isAgain
    ? { level: memory.level, isLoad: false }
    : trackLevel(memory.level, fillPercent);
  const co2 = isAgain ? memory.co2 : trackCo2(memory.co2, reading.scalars.co2, reading.at);
  const levels = settings.isLevelMeasured
    ? sampleLevels(memory.levels, currentLevel(level), reading.at)
    : [];
  const isEmpty = fillPercent === 0;
  const keep = <S extends SensorPlace>(sensors: readonly S[]) =>
    isEmpty ? [] : keepSensorsUnderGrain(sensors, inputs, settings);
  return {
    ...memory,
    readAt: reading.at,
    co2: isEmpty ? null : co2,
    board: isAgain ? memory.board : trackBoard(memory.board, inputs, settings),
    level,
    roseAt: isLoad ? reading.at : memory.roseAt,
    levels,
    air: trackAir(memory.air, reading, settings.plenum),
    entryCo2: trackEntryCo2(memory.entryCo2, reading.scalars.co2, reading.at),
    entryUnload: trackUnload(
      memory.entryUnload,
      toUnloadInputs({ level, levels }, inputs, settings),
    ),
    warmSensors: keep(memory.warmSensors),
    open: memory.open.flatMap((alert) =>
      alert.rule === 'hot-spot' ? keepSensors(alert, keep(alert.sensors)) : [alert],
    ),
  };
}

function toUnloadInputs(
  { level, levels }: Pick<AlertMemory, 'level' | 'levels'>,
  { reading }: AlertReading,
  { unloads, loadedAt }: AlertSettings,
): UnloadInputs {
  return { at: reading.at, level, samples: levels, unloads, loadedAt };
}

/** An alert with only these of its sensors; none without any. */
function keepSensors(alert: OpenAlert, sensors: OpenAlert['sensors']): OpenAlert[] {
  const [worst] = sensors;
  if (worst === undefined) return [];
  return [{ ...alert, value: worst.value, sensors }];
}

/**
 * The memory after a day of the farm's zone has closed. `days` are the daily means up to and including
 * it, oldest first, at most 31; see `foldHotSpots` for the rule. A day is folded after the last reading
 * of it and before the first one of the next.
 */
export function foldDay(
  memory: AlertMemory,
  days: readonly DayMeans[],
  settings: AlertSettings,
): AlertMemory {
  const folded = foldHotSpots(foldSettings(memory, settings), days, settings);
  return { ...folded, open: inOrder(folded.open) };
}

/** The memory with what commands to the bin, its fan and the people at it raise and end. */
export function foldControl(memory: AlertMemory, control: BinControl): AlertMemory {
  const others = memory.open.filter(({ rule }) => !isControlRule(rule));
  const alerts = evaluateControl(memory.open, memory.air, control);
  return { ...memory, open: inOrder([...others, ...alerts]) };
}

/** When a bin was heard from, and since when the server listens. */
export interface ClockInputs {
  readonly now: Millis;
  /** When the newest frame of the bin arrived; null if that is not known. */
  readonly lastArrivalAt: Millis | null;
  /** The instant of the newest reading; null before the first. */
  readonly lastAt: Millis | null;
  readonly usualIntervalMs: number;
  /** The start of the server, or the end of its last outage; null while it cannot store readings. */
  readonly listeningSince: Millis | null;
  /** Null if the rule is off. */
  readonly silenceHours: number | null;
}

/**
 * The memory at `now`: whether the bin has no data. It is due after the longer of the setting and two
 * usual intervals since its last frame arrived, because a slow clock is not silence; and not before the
 * server has listened for two usual intervals, at least an hour. Frames that arrive end the alert; while
 * the server does not listen, nothing changes. A bin without a reading has no such alert. The hours of an
 * open alert stay those of its beginning.
 */
export function foldClock(memory: AlertMemory, inputs: ClockInputs): AlertMemory {
  const { now, lastAt, usualIntervalMs, listeningSince, silenceHours } = inputs;
  const heardAt = inputs.lastArrivalAt ?? lastAt;
  const others = memory.open.filter(({ rule }) => rule !== 'no-data');
  const previous = memory.open.find(({ rule }) => rule === 'no-data') ?? null;
  const close = () => (previous === null ? memory : { ...memory, open: others });
  if (silenceHours === null || heardAt === null) return close();
  const dueMs = Math.max(silenceHours * HOUR, 2 * usualIntervalMs);
  if (now - heardAt <= dueMs) return close();
  const isListening =
    listeningSince !== null && now - listeningSince > noDataAfter(usualIntervalMs);
  if (previous !== null || !isListening) return memory;
  const alert: OpenAlert = {
    rule: 'no-data',
    severity: 'warning',
    since: heardAt,
    value: toHours(now - heardAt),
    limit: toHours(dueMs),
    sensors: [],
  };
  return { ...memory, open: inOrder([...others, alert]) };
}

/**
 * The memory with settings that may have changed since the last reading: a rule that is off has no
 * alert, and muted and disabled sensors and removed cables are in none. Changed limits count from the
 * next reading or day; to apply them at once, fold the newest reading again.
 */
export function foldSettings(memory: AlertMemory, settings: AlertSettings): AlertMemory {
  const getStatus = toSensorStatus(settings);
  const counts = ({ cable, position }: SensorPlace) => getStatus(cable, position) === 'unmute';
  const open = memory.open.flatMap((alert): OpenAlert[] => {
    if (isOff(alert.rule, settings)) return [];
    if (alert.sensors.every(counts)) return [alert];
    return keepSensors(alert, alert.sensors.filter(counts));
  });
  return {
    ...memory,
    open,
    warmSensors: settings.difference === null ? [] : memory.warmSensors.filter(counts),
  };
}

function isOff(rule: AlertRule, settings: AlertSettings): boolean {
  switch (rule) {
    case 'temperature':
      return settings.temperature === null;
    case 'hot-spot':
      return settings.difference === null;
    case 'co2':
      return settings.co2 === null;
    case 'level-low':
      return settings.minLevel === null;
    case 'level-high':
      return settings.maxLevel === null;
    case 'no-data':
      return settings.silenceHours === null;
    case 'battery-low':
      return !settings.hasBattery;
    case 'entry-co2':
    case 'entry-unload':
    case 'co2-risk':
    case 'clock-wrong':
    case 'cable-address':
    case 'board-error':
    case 'entry-overdue':
    case 'fan-off-failed':
    case 'air-without-command':
    case 'command-failed':
    case 'no-air':
    case 'installation-mode':
      return false;
  }
}

/** Follows the rules about the board from one reading to the next. */
function trackBoard(
  before: AlertMemory['board'],
  { reading }: AlertReading,
  { hasBattery, cables }: AlertSettings,
): AlertMemory['board'] {
  const board: Partial<Record<BoardRule, Held>> = {};
  const follow = (rule: BoardRule, held: Held | null) => {
    if (held !== null) board[rule] = held;
  };
  const known = (rule: BoardRule) => before[rule] ?? null;
  const { battery } = reading.scalars;
  if (hasBattery) {
    const charge = battery === null ? null : compareCharge(battery);
    follow(
      'battery-low',
      charge === null ? known('battery-low') : hold(known('battery-low'), charge, reading.at),
    );
  }
  const isUnreadable = cableAddresses(cables, reading.cableIds).includes(-1);
  const conditions = {
    'clock-wrong': reading.clockWrong,
    'cable-address': isUnreadable,
    'board-error': reading.anyError,
  };
  for (const rule of ['clock-wrong', 'cable-address', 'board-error'] as const) {
    follow(rule, holdAtOnce(known(rule), conditions[rule], reading.at));
  }
  return board;
}

/** Follows what counts from its first reading on, and until it was over for an hour. */
function holdAtOnce(before: Held | null, isMet: boolean, at: Millis): Held | null {
  if (before === null) return isMet ? { isHeld: true, since: null } : null;
  return hold(before, { isAbove: isMet, isNear: isMet }, at);
}

function inOrder(alerts: readonly (OpenAlert | null)[]): OpenAlert[] {
  return alerts
    .filter((alert) => alert !== null)
    .sort((a, b) => alertRules.indexOf(a.rule) - alertRules.indexOf(b.rule));
}

/** To 0.1. */
function toHours(ms: number): number {
  return Math.round((ms / HOUR) * 10) / 10;
}
