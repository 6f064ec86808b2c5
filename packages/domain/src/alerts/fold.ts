import { trackCo2 } from '../bins/co2-risk.ts';
import { compareCharge } from '../bins/sustained-findings.ts';
import { getCableAddresses } from '../cables/cable-layout.ts';
import type { DayMeans } from '../readings/day-means.ts';
import { type TrackedCondition, trackCondition } from '../readings/tracked-condition.ts';
import type { Millis } from '../units.ts';
import {
  type AlertRule,
  clockRules,
  type OpenAlert,
  type SensorPlace,
  sortByRule,
} from './alert.ts';
import {
  evaluateEntry,
  sampleLevels,
  trackEntryCo2,
  trackUnload,
  type UnloadInputs,
} from './bin-entry.ts';
import { evaluateCo2Trend, omitTrendBesideLevel } from './co2-trend-rule.ts';
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
  evaluateMissing,
  forgetDisabledSensors,
  isRemovedPosition,
  padBrokenCables,
  trackSensors,
} from './missing-sensors.ts';
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
import { getCurrentLevel, trackLevel } from './track-level.ts';

/**
 * The memory after a reading, from the memory before it. Readings come in chronological order; repeating one
 * with the same settings changes nothing. An alert opens immediately, except for CO2 risk and low battery:
 * those conditions must last an hour first (see `readings/tracked-condition`). Anything that a reading has
 * no value for is unchanged.
 */
export function foldReading(
  memory: AlertMemory,
  { reading, fillPercent }: AlertReading,
  settings: AlertSettings,
): AlertMemory {
  const known = foldSettings(memory, settings);
  const sensors =
    reading.at === known.readAt
      ? known.sensors
      : trackSensors(known.sensors, reading, known.readAt, settings);
  const temperatures = padBrokenCables(reading.temperatures, sensors, settings);
  const inputs = { reading: { ...reading, temperatures }, fillPercent };
  const tracked = trackState({ ...known, sensors }, inputs, settings);
  const find = (rule: AlertRule) => tracked.open.find((alert) => alert.rule === rule) ?? null;
  // Grain alerts do not apply to an empty bin.
  const grain =
    inputs.fillPercent === 0
      ? []
      : [
          evaluateTemperature(find('temperature'), inputs, settings),
          find('hot-spot'),
          evaluateCo2(find('co2'), inputs, settings),
          evaluateCo2Risk(find('co2-risk'), inputs, tracked, settings),
          find('co2-trend'),
          find('storage-time'),
        ];
  return {
    ...tracked,
    open: toOpenAlerts([
      ...evaluateEntry(find, inputs, tracked, toUnloadInputs(tracked, settings)),
      ...grain,
      ...levelRules.map((rule) => evaluateLevel(rule, find(rule), inputs, settings)),
      ...boardRules.map((rule) => evaluateBoard(rule, find(rule), inputs, tracked)),
      ...evaluateMissing(find, tracked.sensors, inputs.reading.at, settings),
      ...clockRules.map(find),
      ...controlRules.map(find),
    ]),
  };
}

/**
 * The memory with the state that is tracked from one reading to the next, before the rules are evaluated;
 * `memory.sensors` already includes the reading.
 */
function trackState(
  memory: AlertMemory,
  inputs: AlertReading,
  settings: AlertSettings,
): AlertMemory {
  const { reading, fillPercent } = inputs;
  const isRepeated = reading.at === memory.readAt;
  const { level, isLoad } = isRepeated
    ? { level: memory.level, isLoad: false }
    : trackLevel(memory.level, fillPercent, reading.at);
  const co2 = isRepeated ? memory.co2 : trackCo2(memory.co2, reading.scalars.co2, reading.at);
  const levels = settings.isLevelMeasured
    ? sampleLevels(memory.levels, getCurrentLevel(level))
    : [];
  const isEmpty = fillPercent === 0;
  const exists = (place: SensorPlace) => !isRemovedPosition(memory.sensors, place);
  const keep = <S extends SensorPlace>(places: readonly S[]) =>
    isEmpty ? [] : keepSensorsUnderGrain(places.filter(exists), inputs, settings);
  return {
    ...memory,
    readAt: reading.at,
    co2: isEmpty ? null : co2,
    board: isRepeated ? memory.board : trackBoard(memory.board, inputs, settings),
    level,
    roseAt: isLoad ? reading.at : memory.roseAt,
    levels,
    air: trackAir(memory.air, reading, settings.plenum),
    entryCo2: trackEntryCo2(memory.entryCo2, reading.scalars.co2, reading.at),
    entryUnload: trackUnload(memory.entryUnload, toUnloadInputs({ level, levels }, settings)),
    warmSensors: keep(memory.warmSensors),
    open: memory.open.flatMap((alert) => {
      if (alert.rule === 'hot-spot') return keepSensors(alert, keep(alert.sensors));
      if (alert.rule === 'temperature') return keepSensors(alert, alert.sensors.filter(exists));
      return [alert];
    }),
  };
}

function toUnloadInputs(
  { level, levels }: Pick<AlertMemory, 'level' | 'levels'>,
  { unloads, loadedAt }: AlertSettings,
): UnloadInputs {
  return { level: getCurrentLevel(level), samples: levels, unloads, loadedAt };
}

/** The alert with only these sensors, as a list; empty if there are none. */
function keepSensors(alert: OpenAlert, sensors: OpenAlert['sensors']): OpenAlert[] {
  const [worst] = sensors;
  if (worst === undefined) return [];
  return [{ ...alert, value: worst.value, sensors }];
}

/**
 * The memory after a day in the farm's time zone has ended. `days` are the daily means up to and including
 * it, oldest first, at most 31; see `foldHotSpots` and `evaluateCo2Trend` for the rules. A day is folded
 * after its last reading and before the first one of the next day.
 */
export function foldDay(
  memory: AlertMemory,
  days: readonly DayMeans[],
  settings: AlertSettings,
): AlertMemory {
  const folded = foldHotSpots(foldSettings(memory, settings), days, settings);
  const previous = folded.open.find(({ rule }) => rule === 'co2-trend') ?? null;
  const others = folded.open.filter(({ rule }) => rule !== 'co2-trend');
  return { ...folded, open: toOpenAlerts([...others, evaluateCo2Trend(previous, days, settings)]) };
}

/** Updates the alerts about commands to the bin, its fan and the people at the bin. */
export function foldControl(memory: AlertMemory, control: BinControl): AlertMemory {
  const others = memory.open.filter(({ rule }) => !isControlRule(rule));
  const alerts = evaluateControl(memory.open, memory.air, control);
  return { ...memory, open: toOpenAlerts([...others, ...alerts]) };
}

/**
 * The memory with settings that may have changed since the last reading: rules that are turned off have no
 * alerts, and alerts leave out muted or disabled sensors and removed cables. Only the alert about storage
 * time keeps its sensor until the storage time is calculated again. Changed limits apply from the next
 * reading or day; to apply them at once, fold the newest reading again.
 */
export function foldSettings(memory: AlertMemory, settings: AlertSettings): AlertMemory {
  const getStatus = toSensorStatus(settings);
  const isCounted = ({ cable, position }: SensorPlace) => getStatus(cable, position) === 'unmute';
  const open = memory.open.flatMap((alert): OpenAlert[] => {
    if (isOff(alert.rule, settings)) return [];
    if (alert.rule === 'storage-time' || alert.sensors.every(isCounted)) return [alert];
    return keepSensors(alert, alert.sensors.filter(isCounted));
  });
  return {
    ...memory,
    open,
    sensors: forgetDisabledSensors(memory.sensors, settings),
    warmSensors: settings.difference === null ? [] : memory.warmSensors.filter(isCounted),
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
    case 'board-no-data':
    case 'cable-no-data':
    case 'sensor-no-data':
      return settings.noDataHours === null;
    case 'battery-low':
      return !settings.hasBattery;
    case 'co2-risk':
    case 'co2-trend':
      return !settings.isCo2RiskEnabled;
    case 'storage-time':
      return !settings.isStorageTimeEnabled;
    case 'entry-co2':
    case 'entry-unload':
    case 'never-reported':
    case 'clock-wrong':
    case 'clock-late':
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

/** Tracks the conditions of the board rules from one reading to the next. */
function trackBoard(
  before: AlertMemory['board'],
  { reading }: AlertReading,
  { hasBattery, cables }: AlertSettings,
): AlertMemory['board'] {
  const board: Partial<Record<BoardRule, TrackedCondition>> = {};
  const setCondition = (rule: BoardRule, condition: TrackedCondition | null) => {
    if (condition !== null) board[rule] = condition;
  };
  const getTracked = (rule: BoardRule) => before[rule] ?? null;
  const { battery } = reading.scalars;
  if (hasBattery) {
    const charge = battery === null ? null : compareCharge(battery);
    setCondition(
      'battery-low',
      charge === null
        ? getTracked('battery-low')
        : trackCondition(getTracked('battery-low'), charge, reading.at),
    );
  }
  const isUnreadable = getCableAddresses(cables, reading.cableIds).includes(-1);
  const conditions = {
    'clock-wrong': reading.clockWrong,
    'cable-address': isUnreadable,
    'board-error': reading.anyError,
  };
  for (const rule of ['clock-wrong', 'cable-address', 'board-error'] as const) {
    setCondition(rule, holdImmediately(getTracked(rule), conditions[rule], reading.at));
  }
  return board;
}

/** Tracks a condition that is in effect from its first reading until it has been over for an hour. */
function holdImmediately(
  before: TrackedCondition | null,
  isMet: boolean,
  at: Millis,
): TrackedCondition | null {
  if (before === null) return isMet ? { isHeld: true, since: null } : null;
  return trackCondition(before, { passesStartLimit: isMet, passesEndLimit: isMet }, at);
}

function toOpenAlerts(alerts: readonly (OpenAlert | null)[]): OpenAlert[] {
  return sortByRule(omitTrendBesideLevel(alerts.filter((alert) => alert !== null)));
}
