import { type BoardProblems, findWrongKey, listUnknownBins } from '../boards/board-problems.ts';
import { isOverdue } from '../boards/report-interval.ts';
import { HIGH_RISK_ABOVE, highHumidityAbove } from '../insights/insights.ts';
import { COLD_STORAGE, SAFE_HUMIDITY } from '../moisture/safe-storage.ts';
import { keepUnderGrain } from '../readings/grain-level.ts';
import type { HotSensor } from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import { findWettestRow, type RowSettings } from '../readings/rows.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { averageHumidity, findHottest } from '../readings/statistics.ts';
import type { Millis } from '../units.ts';
import type { Co2Risk } from './co2-risk.ts';
import { BATTERY_LOW, type HeldFinding } from './held-findings.ts';

/** The states of a bin, worst first. */
export const binStates = ['critical', 'warning', 'no-data', 'watch', 'unknown', 'ok'] as const;

export type BinState = (typeof binStates)[number];

/** Something about a bin that needs attention. */
export type Finding =
  /**
   * The hottest sensor compared with the others; `limit` is where hot starts, °C. `co2` is the CO2 that
   * the hot spot causes; null if it shows no risk.
   */
  | ({
      readonly kind: 'hot-spot';
      readonly limit: number;
      readonly co2: Co2Risk | null;
    } & HotSensor)
  /** The bus addresses of these cables could not be read; cables count from 1. */
  | { readonly kind: 'cable-address'; readonly cables: readonly number[] }
  | { readonly kind: 'board-error' }
  /** A sign-in of the board was refused at this time. */
  | { readonly kind: 'wrong-board-key'; readonly at: Millis }
  /** The board sends these bin numbers, which have no bin. */
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
  /** CO2 in the air of the bin, ppm; without a hot spot that causes it. */
  | ({ readonly kind: 'co2' } & Co2Risk)
  | { readonly kind: 'never-read' }
  /** The board reports, but no enabled sensor has a value. */
  | { readonly kind: 'no-values' };

const stateByKind: Readonly<Record<Exclude<Finding['kind'], 'co2'>, BinState>> = {
  'hot-spot': 'critical',
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

/** The findings that stay true until the board reports again. */
const BOARD_FINDINGS: ReadonlySet<Finding['kind']> = new Set([
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
  /** The sensors of that reading that are at least `difference`, °C, too warm. */
  readonly hotSensors: readonly HotSensor[];
  readonly difference: number;
  /** The findings that the reading and those before it show, of those with a fixed limit. */
  readonly held: readonly HeldFinding[];
  /** The risk that the CO2 of that reading shows. */
  readonly co2Risk: Co2Risk | null;
  /** Null if the board has none. */
  readonly boardProblems: BoardProblems | null;
}

/** The findings about a bin, worst first. */
export function detectFindings(inputs: FindingInputs): Finding[] {
  const { now, lastAt, usualIntervalMs, reading } = inputs;
  const findings = problemFindings(inputs);
  if (lastAt === null) return [...findings, { kind: 'never-read' as const }].sort(bySeverity);
  if (reading !== null) findings.push(...boardFindings(reading, inputs.held));
  // Of a bin without new data they would expire.
  if (reading !== null && !isOverdue(now, lastAt, usualIntervalMs)) {
    findings.push(...grainFindings(reading, inputs));
  }
  return expireFindings(findings.sort(bySeverity), inputs);
}

/**
 * The findings at `now`, worst first, from those at any earlier time since the newest reading. Once
 * the bin should have reported again, it has no data: old values say nothing about the grain today,
 * so only the findings of its board remain.
 */
export function expireFindings(
  findings: readonly Finding[],
  { now, lastAt, usualIntervalMs }: Pick<FindingInputs, 'now' | 'lastAt' | 'usualIntervalMs'>,
): Finding[] {
  if (lastAt === null || !isOverdue(now, lastAt, usualIntervalMs)) return [...findings];
  const ofBoard = findings.filter(({ kind }) => BOARD_FINDINGS.has(kind));
  return [...ofBoard, { kind: 'no-data' as const, since: lastAt, usualIntervalMs }].sort(
    bySeverity,
  );
}

/** The state of a bin with these findings: the state of the worst one, or OK without any. */
export function worstState(findings: readonly Finding[]): BinState {
  const states = new Set(findings.map(findingState));
  return binStates.find((state) => states.has(state)) ?? 'ok';
}

/** The worst state that any bin has; null if there are no bins. */
export function worstStateInCounts(counts: Readonly<Record<BinState, number>>): BinState | null {
  return binStates.find((state) => counts[state] > 0) ?? null;
}

/** The state of a bin that has this finding and no worse one. */
export function findingState(finding: Finding): BinState {
  return finding.kind === 'co2' ? finding.level : stateByKind[finding.kind];
}

/**
 * Orders findings, of one bin or of many, worst first: by state, then heat before other findings,
 * then by how far a value is beyond its limit.
 */
export function bySeverity(a: Finding, b: Finding): number {
  return (
    binStates.indexOf(findingState(a)) - binStates.indexOf(findingState(b)) ||
    Number(b.kind === 'temperature-insight') - Number(a.kind === 'temperature-insight') ||
    excess(b) - excess(a)
  );
}

/** How far a value of the grain is beyond its limit, as a fraction of it; 0 for other findings. */
function excess(finding: Finding): number {
  switch (finding.kind) {
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

function problemFindings({ boardProblems, ...last }: FindingInputs): Finding[] {
  if (boardProblems === null) return [];
  const refusedAt = findWrongKey(boardProblems, last);
  const numbers = listUnknownBins(boardProblems, last.now);
  return [
    ...(refusedAt === null ? [] : [{ kind: 'wrong-board-key' as const, at: refusedAt }]),
    ...(numbers.length === 0 ? [] : [{ kind: 'unknown-bins' as const, numbers }]),
  ];
}

function boardFindings(reading: Reading, held: readonly HeldFinding[]): Finding[] {
  const findings: Finding[] = [];
  const cables = reading.cableIds.flatMap((id, index) => (id === -1 ? [index + 1] : []));
  if (cables.length > 0) findings.push({ kind: 'cable-address', cables });
  if (reading.anyError) findings.push({ kind: 'board-error' });
  const percent = reading.scalars.battery;
  if (percent !== null && held.includes('battery-low')) {
    findings.push({ kind: 'battery-low', percent, limit: BATTERY_LOW });
  }
  if (reading.clockWrong) findings.push({ kind: 'clock-wrong' });
  return findings;
}

function grainFindings(reading: Reading, inputs: FindingInputs): Finding[] {
  const { rows, held, co2Risk } = inputs;
  const findings: Finding[] = [];
  const hotSpot = worstHotSensor({ hotSensors: inputs.hotSensors, getStatus: rows.getStatus });
  if (hotSpot !== null) {
    findings.push({ kind: 'hot-spot', ...hotSpot, limit: inputs.difference, co2: co2Risk });
  } else if (co2Risk !== null) {
    findings.push({ kind: 'co2', ...co2Risk });
  }
  if (!hasValues(reading, rows.getStatus)) return [...findings, { kind: 'no-values' }];
  const grain = keepUnderGrain(reading, rows.flips, rows.fillPercent);
  const warmest = findHottest(grain, rows.getStatus);
  if (warmest !== null && held.includes('temperature-insight')) {
    findings.push({ kind: 'temperature-insight', value: warmest.value, limit: HIGH_RISK_ABOVE });
  }
  const humidity = averageHumidity(grain, rows.getStatus);
  if (humidity !== null && held.includes('humidity-insight')) {
    const limit = highHumidityAbove(inputs.crop);
    findings.push({ kind: 'humidity-insight', value: humidity, limit });
  } else if (held.includes('wet-grain')) {
    // Grain that is damp everywhere has that finding only.
    findings.push(...wetGrain(reading, rows));
  }
  return findings;
}

function wetGrain(reading: Reading, rows: RowSettings): Finding[] {
  const row =
    findWettestRow(reading, rows, { above: 0, from: COLD_STORAGE }) ??
    findWettestRow(reading, rows, { above: 0, from: Number.NEGATIVE_INFINITY });
  if (row === null) return [];
  return [{ kind: 'wet-grain', depth: row.depth, value: row.humidity, limit: SAFE_HUMIDITY }];
}

function hasValues(reading: Reading, getStatus: GetStatus): boolean {
  return findHottest(reading, getStatus) !== null || averageHumidity(reading, getStatus) !== null;
}

/** The hot sensor with the greatest excess, without muted ones. */
export function worstHotSensor({
  hotSensors,
  getStatus,
}: {
  readonly hotSensors: readonly HotSensor[];
  readonly getStatus: GetStatus;
}): HotSensor | null {
  // The picture marks muted hot sensors, but they raise no finding.
  return hotSensors
    .filter(({ cable, position }) => getStatus(cable, position) !== 'mute')
    .reduce<HotSensor | null>(
      (worst, sensor) => (worst === null || sensor.excess > worst.excess ? sensor : worst),
      null,
    );
}
