import { type AlertSeverity, type AlertSummary, alertSeverities } from '../alerts/alert.ts';
import { type BoardProblems, findWrongKey, listUnknownBins } from '../boards/board-problems.ts';
import { isOverdue } from '../boards/report-interval.ts';
import { getHighHumidityLimit, HIGH_RISK_ABOVE } from '../insights/insights.ts';
import { COLD_STORAGE, SAFE_HUMIDITY } from '../moisture/safe-storage.ts';
import { maskReadingAboveGrain } from '../readings/grain-level.ts';
import type { HotSensor } from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import { findWettestRow, type RowSettings } from '../readings/rows.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { averageHumidity, findHottest } from '../readings/statistics.ts';
import type { Millis } from '../units.ts';
import type { Co2Risk } from './co2-risk.ts';
import { BATTERY_LOW, type SustainedFinding } from './sustained-findings.ts';

/** The states of a bin, worst first. */
export const binStates = ['critical', 'warning', 'no-data', 'watch', 'unknown', 'ok'] as const;

export type BinState = (typeof binStates)[number];

/** Something about a bin that needs attention: what its newest reading shows, or an open alert. */
export type Finding =
  /** `alerts` are the open alerts about the same thing, at least one. */
  | (Condition & { readonly alerts?: readonly AlertSummary[] })
  /** An open alert about something that the newest reading does not show. */
  | { readonly kind: 'alert'; readonly alert: AlertSummary };

/** A problem detected from a bin's newest reading, the age of that reading, or the bin's board. */
export type Condition =
  /**
   * The sensor that is warmest compared with the others at its depth; `limit` is the temperature
   * difference, °C, at which a sensor becomes hot. `co2` is the CO2 that the hot spot causes; null if
   * it indicates no risk.
   */
  | ({
      readonly kind: 'hot-spot';
      readonly limit: number;
      readonly co2: Co2Risk | null;
    } & HotSensor)
  /** The bus addresses of these cables could not be read; cables count from 1. */
  | { readonly kind: 'cable-address'; readonly cables: readonly number[] }
  | { readonly kind: 'board-error' }
  /** A sign-in with the board's ID was refused at this time. */
  | { readonly kind: 'wrong-board-key'; readonly at: Millis }
  /** The board sends these bin numbers, but no bin has them. */
  | { readonly kind: 'unknown-bins'; readonly numbers: readonly number[] }
  | { readonly kind: 'battery-low'; readonly percent: number; readonly limit: number }
  | { readonly kind: 'clock-wrong' }
  | { readonly kind: 'no-data'; readonly since: Millis; readonly usualIntervalMs: number }
  /** Hottest sensor under grain, °C. */
  | { readonly kind: 'temperature-insight'; readonly value: number; readonly limit: number }
  /** Mean relative humidity under grain, %. */
  | { readonly kind: 'humidity-insight'; readonly value: number; readonly limit: number }
  /** The wettest row, counted from 1 at the top: its relative humidity, %. */
  | {
      readonly kind: 'wet-grain';
      readonly depth: number;
      readonly value: number;
      readonly limit: number;
    }
  /** CO2 in the bin's air, ppm, when no hot spot explains it. */
  | ({ readonly kind: 'co2' } & Co2Risk)
  | { readonly kind: 'never-read' }
  /** The board reports, but no enabled sensor has a value. */
  | { readonly kind: 'no-values' };

/**
 * Only an alert can be critical: a sensor might have been warmer than the others ever since the bin was
 * filled.
 */
const stateByKind: Readonly<Record<Exclude<Condition['kind'], 'co2'>, BinState>> = {
  'hot-spot': 'watch',
  'cable-address': 'warning',
  'board-error': 'warning',
  'wrong-board-key': 'warning',
  'unknown-bins': 'watch',
  'battery-low': 'warning',
  'clock-wrong': 'warning',
  'no-data': 'no-data',
  'temperature-insight': 'watch',
  'humidity-insight': 'watch',
  'wet-grain': 'watch',
  'never-read': 'unknown',
  'no-values': 'unknown',
};

/** The conditions that remain until the board reports again. */
const BOARD_CONDITIONS: ReadonlySet<Condition['kind']> = new Set([
  'cable-address',
  'board-error',
  'wrong-board-key',
  'unknown-bins',
  'battery-low',
  'clock-wrong',
]);

export interface FindingInputs {
  readonly now: Millis;
  /** When the newest reading was taken; null if there is none. */
  readonly lastAt: Millis | null;
  readonly usualIntervalMs: number;
  /** The newest reading. */
  readonly reading: Reading | null;
  readonly crop: string | null;
  readonly rows: RowSettings;
  /** The hot sensors in that reading; a sensor becomes hot at `differenceLimit`, °C above the others. */
  readonly hotSensors: readonly HotSensor[];
  readonly differenceLimit: number;
  /** The findings with a fixed limit that this reading and earlier readings show. */
  readonly sustainedFindings: readonly SustainedFinding[];
  /** The risk that the CO2 of that reading indicates. */
  readonly co2Risk: Co2Risk | null;
  /** Null if the board has none. */
  readonly boardProblems: BoardProblems | null;
  /** The open alerts, one for each rule. */
  readonly alerts: readonly AlertSummary[];
}

/** The findings about a bin, worst first. */
export function detectFindings(inputs: FindingInputs): Finding[] {
  return addAlerts(detectConditions(inputs), inputs.alerts);
}

function detectConditions(inputs: FindingInputs): Condition[] {
  const { now, lastAt, usualIntervalMs, reading } = inputs;
  const conditions = detectBoardProblems(inputs);
  if (lastAt === null) return [...conditions, { kind: 'never-read' as const }];
  if (reading !== null)
    conditions.push(...detectBoardConditions(reading, inputs.sustainedFindings));
  // Once the bin is overdue, `expireConditions` would remove these again.
  if (reading !== null && !isOverdue(now, lastAt, usualIntervalMs)) {
    conditions.push(...detectGrainConditions(reading, inputs));
  }
  return expireConditions(conditions, inputs);
}

/** Combines conditions with the open alerts, each added to the condition that it is about; worst first. */
function addAlerts(conditions: readonly Condition[], alerts: readonly AlertSummary[]): Finding[] {
  const findings = conditions.map((condition): Finding => {
    const rules = listRules(condition);
    return toFinding(
      condition,
      alerts.filter(({ rule }) => rules.includes(rule)),
    );
  });
  const others = alerts
    .filter(({ rule }) => !conditions.some((condition) => listRules(condition).includes(rule)))
    .map((alert): Finding => ({ kind: 'alert', alert }));
  return [...findings, ...others].sort(bySeverity);
}

/** A condition with the open alerts about it. */
export function toFinding(condition: Condition, alerts: readonly AlertSummary[]): Finding {
  return alerts.length === 0 ? condition : { ...condition, alerts };
}

const CO2_RULES: readonly string[] = ['co2-risk', 'co2-trend'];

/**
 * The alert rules that cover the same problem as a condition; for a hot spot with high CO2, these include
 * the CO2 rules.
 */
function listRules(condition: Condition): readonly string[] {
  if (condition.kind === 'co2') return CO2_RULES;
  if (condition.kind === 'hot-spot' && condition.co2 !== null) return ['hot-spot', ...CO2_RULES];
  if (condition.kind === 'no-data') return ['no-data', 'board-no-data'];
  if (condition.kind === 'never-read') return ['never-reported'];
  return [condition.kind];
}

/** The open alerts among findings. */
export function listAlerts(findings: readonly Finding[]): AlertSummary[] {
  return findings.flatMap((finding) =>
    finding.kind === 'alert' ? finding.alert : (finding.alerts ?? []),
  );
}

/**
 * The findings that apply at `now`, worst first, from findings that were detected earlier but since the
 * newest reading. Once the bin should have reported again, it has no data: old values do not show the
 * condition of the grain today, so only the findings about its board and the open alerts remain.
 */
export function expireFindings(findings: readonly Finding[], lastReading: LastReading): Finding[] {
  const conditions = findings.flatMap((finding): Condition[] => {
    if (finding.kind === 'alert') return [];
    const { alerts: _, ...condition } = finding;
    return [condition];
  });
  return addAlerts(expireConditions(conditions, lastReading), listAlerts(findings));
}

type LastReading = Pick<FindingInputs, 'now' | 'lastAt' | 'usualIntervalMs'>;

function expireConditions(
  conditions: readonly Condition[],
  { now, lastAt, usualIntervalMs }: LastReading,
): Condition[] {
  if (lastAt === null || !isOverdue(now, lastAt, usualIntervalMs)) return [...conditions];
  const boardConditions = conditions.filter(({ kind }) => BOARD_CONDITIONS.has(kind));
  return [...boardConditions, { kind: 'no-data' as const, since: lastAt, usualIntervalMs }];
}

/** The state of a bin with these findings: the state of the worst one, or OK if there are none. */
export function findWorstState(findings: readonly Finding[]): BinState {
  const states = new Set(findings.map(getFindingState));
  return binStates.find((state) => states.has(state)) ?? 'ok';
}

/** The worst state that any bin has; null if there are no bins. */
export function findWorstStateInCounts(
  counts: Readonly<Record<BinState, number>>,
): BinState | null {
  return binStates.find((state) => counts[state] > 0) ?? null;
}

/** The state of a bin that has this finding and no worse one. */
export function getFindingState(finding: Finding): BinState {
  if (finding.kind === 'alert') return getAlertState(finding.alert);
  const state = getConditionState(finding);
  const states = [state, ...(finding.alerts ?? []).map(getAlertState)];
  return binStates.find((binState) => states.includes(binState)) ?? state;
}

/** The severity of the hot spots in a bin with these findings; `watch` if no finding about them is worse. */
export function getHotSpotSeverity(findings: readonly Finding[]): AlertSeverity {
  const isAboutHotSpot = (finding: Finding) =>
    finding.kind === 'alert' ? finding.alert.rule === 'hot-spot' : finding.kind === 'hot-spot';
  const states = findings.filter(isAboutHotSpot).map(getFindingState);
  return alertSeverities.find((severity) => states.includes(severity)) ?? 'watch';
}

function getConditionState(condition: Condition): BinState {
  if (condition.kind === 'co2') return getCo2State(condition);
  if (condition.kind === 'hot-spot' && condition.co2 !== null) return getCo2State(condition.co2);
  return stateByKind[condition.kind];
}

/** The state of a bin with a CO2 risk but no open alert, even if it has a hot spot: at least "watch". */
function getCo2State({ level }: Co2Risk): BinState {
  return level === 'critical' ? 'warning' : level;
}

/** The state of a bin with this open alert; a bin without data has its own state. */
function getAlertState({ rule, severity }: AlertSummary): BinState {
  return rule === 'no-data' || rule === 'board-no-data' ? 'no-data' : severity;
}

/**
 * Orders findings, of one bin or of many, worst first: by state, then heat before other findings,
 * then by how far a value is beyond its limit.
 */
export function bySeverity(a: Finding, b: Finding): number {
  const [first, second] = [getSeverityKey(a), getSeverityKey(b)];
  const index = first.findIndex((value, i) => value !== second[i]);
  return (first[index] ?? 0) - (second[index] ?? 0);
}

/** The numbers that findings are sorted by, the most important first; the worst finding has the lowest. */
export function getSeverityKey(finding: Finding): readonly [number, number, number] {
  return [
    binStates.indexOf(getFindingState(finding)),
    isTemperatureFinding(finding) ? 0 : 1,
    // Avoids a negative zero.
    0 - calculateExcess(finding),
  ];
}

function isTemperatureFinding(finding: Finding): boolean {
  if (finding.kind === 'alert') return finding.alert.rule === 'temperature';
  return finding.kind === 'temperature-insight';
}

/** How far a grain measurement is beyond its limit, as a fraction of the limit; 0 for other findings. */
function calculateExcess(finding: Finding): number {
  switch (finding.kind) {
    case 'alert':
      return calculateAlertExcess(finding.alert);
    case 'hot-spot':
      return finding.excess / finding.limit - 1;
    case 'temperature-insight':
    case 'humidity-insight':
    case 'wet-grain':
    case 'co2':
      return finding.value / finding.limit - 1;
    case 'battery-low':
    case 'cable-address':
    case 'board-error':
    case 'wrong-board-key':
    case 'unknown-bins':
    case 'clock-wrong':
    case 'no-data':
    case 'never-read':
    case 'no-values':
      return 0;
  }
}

const GRAIN_RULES: ReadonlySet<string> = new Set([
  'temperature',
  'hot-spot',
  'co2',
  'co2-risk',
  'storage-time',
]);

function calculateAlertExcess({ rule, value, limit }: AlertSummary): number {
  return GRAIN_RULES.has(rule) && value !== null && limit ? value / limit - 1 : 0;
}

function detectBoardProblems({ boardProblems, ...lastReading }: FindingInputs): Condition[] {
  if (boardProblems === null) return [];
  const refusedAt = findWrongKey(boardProblems, lastReading);
  const numbers = listUnknownBins(boardProblems, lastReading.now);
  return [
    ...(refusedAt === null ? [] : [{ kind: 'wrong-board-key' as const, at: refusedAt }]),
    ...(numbers.length === 0 ? [] : [{ kind: 'unknown-bins' as const, numbers }]),
  ];
}

function detectBoardConditions(
  reading: Reading,
  sustainedFindings: readonly SustainedFinding[],
): Condition[] {
  const detectedConditions: Condition[] = [];
  const cables = reading.cableIds.flatMap((id, index) => (id === -1 ? [index + 1] : []));
  if (cables.length > 0) detectedConditions.push({ kind: 'cable-address', cables });
  if (reading.anyError) detectedConditions.push({ kind: 'board-error' });
  const percent = reading.scalars.battery;
  if (percent !== null && sustainedFindings.includes('battery-low')) {
    detectedConditions.push({ kind: 'battery-low', percent, limit: BATTERY_LOW });
  }
  if (reading.clockWrong) detectedConditions.push({ kind: 'clock-wrong' });
  return detectedConditions;
}

function detectGrainConditions(reading: Reading, inputs: FindingInputs): Condition[] {
  const { rows, sustainedFindings, co2Risk } = inputs;
  const detectedConditions: Condition[] = [];
  const hotSpot = findWorstHotSensor({ hotSensors: inputs.hotSensors, getStatus: rows.getStatus });
  if (hotSpot !== null) {
    detectedConditions.push({
      kind: 'hot-spot',
      ...hotSpot,
      limit: inputs.differenceLimit,
      co2: co2Risk,
    });
  } else if (co2Risk !== null) {
    detectedConditions.push({ kind: 'co2', ...co2Risk });
  }
  if (!hasValues(reading, rows.getStatus)) return [...detectedConditions, { kind: 'no-values' }];
  const grain = maskReadingAboveGrain(reading, rows.flips, rows.fillPercent);
  const hottestSensor = findHottest(grain, rows.getStatus);
  if (hottestSensor !== null && sustainedFindings.includes('temperature-insight')) {
    detectedConditions.push({
      kind: 'temperature-insight',
      value: hottestSensor.value,
      limit: HIGH_RISK_ABOVE,
    });
  }
  const humidity = averageHumidity(grain, rows.getStatus);
  if (humidity !== null && sustainedFindings.includes('humidity-insight')) {
    const limit = getHighHumidityLimit(inputs.crop);
    detectedConditions.push({ kind: 'humidity-insight', value: humidity, limit });
  } else if (sustainedFindings.includes('wet-grain')) {
    // Grain that is damp everywhere has only the humidity finding.
    detectedConditions.push(...detectWetGrain(reading, rows));
  }
  return detectedConditions;
}

function detectWetGrain(reading: Reading, rows: RowSettings): Condition[] {
  const row =
    findWettestRow(reading, rows, { humidityAbove: 0, temperatureFrom: COLD_STORAGE }) ??
    findWettestRow(reading, rows, { humidityAbove: 0, temperatureFrom: Number.NEGATIVE_INFINITY });
  if (row === null) return [];
  return [{ kind: 'wet-grain', depth: row.depth, value: row.humidity, limit: SAFE_HUMIDITY }];
}

function hasValues(reading: Reading, getStatus: GetStatus): boolean {
  return findHottest(reading, getStatus) !== null || averageHumidity(reading, getStatus) !== null;
}

/** The hot sensor with the greatest excess, ignoring muted ones. */
export function findWorstHotSensor({
  hotSensors,
  getStatus,
}: {
  readonly hotSensors: readonly HotSensor[];
  readonly getStatus: GetStatus;
}): HotSensor | null {
  // The bin picture marks muted hot sensors, but they cause no finding.
  return hotSensors
    .filter(({ cable, position }) => getStatus(cable, position) !== 'mute')
    .reduce<HotSensor | null>(
      (worst, sensor) => (worst === null || sensor.excess > worst.excess ? sensor : worst),
      null,
    );
}
