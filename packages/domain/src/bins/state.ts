import { isOverdue } from '../boards/report-interval.ts';
import { assessInsights } from '../insights/insights.ts';
import type { HotSensor } from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import type { StatusOf } from '../readings/sensors.ts';
import { averageHumidity, findHottest, type SensorValue } from '../readings/statistics.ts';
import type { Millis } from '../units.ts';

/** The states of a bin, worst first. */
export const binStates = ['critical', 'warning', 'no-data', 'watch', 'unknown', 'ok'] as const;

export type BinState = (typeof binStates)[number];

/** Something about a bin that a person should know. */
export type Finding =
  /** The sensor that stands out most from its like; `limit` is from where on one does, °C. */
  | ({ readonly kind: 'hot-spot'; readonly limit: number } & HotSensor)
  /** A cable's bus address could not be read; cables count from 1. */
  | { readonly kind: 'cable-address'; readonly cables: readonly number[] }
  | { readonly kind: 'board-error' }
  | { readonly kind: 'battery-low'; readonly percent: number; readonly limit: number }
  | { readonly kind: 'clock-wrong' }
  | { readonly kind: 'no-data'; readonly since: Millis; readonly usualIntervalMs: number }
  /** Hottest sensor, °C. */
  | { readonly kind: 'temperature-insight'; readonly value: number; readonly limit: number }
  /** Mean relative humidity, %. */
  | { readonly kind: 'humidity-insight'; readonly value: number; readonly limit: number }
  | { readonly kind: 'never-read' }
  /** The board speaks, but no enabled sensor gave a value. */
  | { readonly kind: 'no-values' };

const states: Readonly<Record<Finding['kind'], BinState>> = {
  'hot-spot': 'critical',
  'cable-address': 'warning',
  'board-error': 'warning',
  'battery-low': 'warning',
  'clock-wrong': 'warning',
  'no-data': 'no-data',
  'temperature-insight': 'watch',
  'humidity-insight': 'watch',
  'never-read': 'unknown',
  'no-values': 'unknown',
};

/** Below this charge, %, a battery is low. */
const BATTERY_LOW = 20;

export interface FindingInputs {
  readonly now: Millis;
  /** The instant of the newest reading; null when there never was one. */
  readonly lastAt: Millis | null;
  readonly usualIntervalMs: number;
  /** The newest reading. */
  readonly reading: Reading | null;
  readonly crop: string | null;
  readonly statusOf: StatusOf;
  /** The sensors of that reading that stand out by at least `difference`, °C. */
  readonly hotSensors: readonly HotSensor[];
  readonly difference: number;
}

/** All there is to say about a bin, worst first. */
export function detectFindings(inputs: FindingInputs): Finding[] {
  const { now, lastAt, usualIntervalMs, reading } = inputs;
  if (lastAt === null) return [{ kind: 'never-read' }];
  const silent = isOverdue(now, lastAt, usualIntervalMs);
  const findings: Finding[] = reading === null ? [] : boardFindings(reading);
  if (silent) findings.push({ kind: 'no-data', since: lastAt, usualIntervalMs });
  // Old values are no ground for a judgement about the grain today.
  if (!silent && reading !== null) findings.push(...grainFindings(reading, inputs));
  return findings.sort(bySeverity);
}

/** The state of a bin with these findings: that of the worst, OK without any. */
export function worstState(findings: readonly Finding[]): BinState {
  const present = new Set(findings.map(findingState));
  return binStates.find((state) => present.has(state)) ?? 'ok';
}

/** The worst state of which there are bins; null where there are none. */
export function worstStateInCounts(counts: Readonly<Record<BinState, number>>): BinState | null {
  return binStates.find((state) => counts[state] > 0) ?? null;
}

/** How bad a finding is. */
export function findingState(finding: Finding): BinState {
  return states[finding.kind];
}

/**
 * Orders findings, of one bin or of many, worst first: by state, then heat before all else, then
 * by how far a value is beyond its limit.
 */
export function bySeverity(a: Finding, b: Finding): number {
  return (
    binStates.indexOf(findingState(a)) - binStates.indexOf(findingState(b)) ||
    Number(b.kind === 'temperature-insight') - Number(a.kind === 'temperature-insight') ||
    excess(b) - excess(a)
  );
}

/** How far the grain is beyond its limit, as a part of it; 0 for all that is not of the grain. */
function excess(finding: Finding): number {
  switch (finding.kind) {
    case 'hot-spot':
      return finding.excess / finding.limit - 1;
    case 'temperature-insight':
    case 'humidity-insight':
      return finding.value / finding.limit - 1;
    case 'battery-low':
    case 'cable-address':
    case 'board-error':
    case 'clock-wrong':
    case 'no-data':
    case 'never-read':
    case 'no-values':
      return 0;
  }
}

function boardFindings(reading: Reading): Finding[] {
  const findings: Finding[] = [];
  const cables = reading.cableIds.flatMap((id, index) => (id === -1 ? [index + 1] : []));
  if (cables.length > 0) findings.push({ kind: 'cable-address', cables });
  if (reading.anyError) findings.push({ kind: 'board-error' });
  const percent = reading.scalars.battery;
  if (percent !== null && percent < BATTERY_LOW) {
    findings.push({ kind: 'battery-low', percent, limit: BATTERY_LOW });
  }
  if (reading.clockWrong) findings.push({ kind: 'clock-wrong' });
  return findings;
}

function grainFindings(reading: Reading, inputs: FindingInputs): Finding[] {
  const warmest = findHottest(reading, inputs.statusOf);
  const { temperature, humidity } = assessInsights({
    hottest: warmest?.value ?? null,
    averageHumidity: averageHumidity(reading, inputs.statusOf),
    ambientTemperature: reading.scalars.ambientTemperature,
    ambientHumidity: reading.scalars.ambientHumidity,
    crop: inputs.crop,
  });
  if (temperature === null && humidity === null) return [{ kind: 'no-values' }];
  const findings: Finding[] = [];
  const hotSpot = worstHotSensor(inputs);
  if (hotSpot !== null) {
    findings.push({ kind: 'hot-spot', ...hotSpot, limit: inputs.difference });
  }
  // Of a hot spot that is the hottest, the hot spot says more.
  if (temperature?.verdict === 'high-risk' && (hotSpot === null || !isIn(inputs, warmest))) {
    const { value, limit } = temperature;
    findings.push({ kind: 'temperature-insight', value, limit });
  }
  if (humidity?.verdict === 'high') {
    findings.push({
      kind: 'humidity-insight',
      value: humidity.value,
      limit: humidity.highAbove,
    });
  }
  return findings;
}

function isIn({ hotSensors }: FindingInputs, sensor: SensorValue | null): boolean {
  return hotSensors.some(
    ({ cable, position }) => cable === sensor?.cable && position === sensor.position,
  );
}

/** Of hot sensors the one that stands out most, leaving out those that are muted. */
export function worstHotSensor({
  hotSensors,
  statusOf,
}: Pick<FindingInputs, 'hotSensors' | 'statusOf'>): HotSensor | null {
  // Muted sensors are ringed in the picture, but warn nobody.
  return hotSensors
    .filter(({ cable, position }) => statusOf(cable, position) !== 'mute')
    .reduce<HotSensor | null>(
      (worst, sensor) => (worst === null || sensor.excess > worst.excess ? sensor : worst),
      null,
    );
}
