import type { AlertSummary } from '../alerts/alert.ts';
import { type BoardProblems, listExpiries } from '../boards/board-problems.ts';
import { findOverdueTime } from '../boards/report-interval.ts';
import { type CableLayout, getCableAddresses } from '../cables/cable-layout.ts';
import { getHotSensorThreshold, type HotSensor } from '../readings/hot-sensors.ts';
import { EMPTY_GRID, type Reading } from '../readings/reading.ts';
import type { GetStatus } from '../readings/sensors.ts';
import type { Millis } from '../units.ts';
import type { Co2Risk } from './co2-risk.ts';
import { toRowSettings } from './conditions.ts';
import { detectFindings, type Finding } from './state.ts';
import type { SustainedFinding } from './sustained-findings.ts';

/** A bin's newest reading and the settings that its state depends on. */
export interface BinAssessmentInput {
  /** As the board sent it; null before the first one. */
  readonly reading: Reading | null;
  readonly usualIntervalMs: number;
  readonly crop: string | null;
  /** The cables of the reading, except those that were removed from the bin. */
  readonly cables: readonly CableLayout[];
  readonly getStatus: GetStatus;
  /** How full the bin was at the reading, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
  /** The bin's `temperature_difference` setting, °C; null if not set. */
  readonly difference: number | null;
  /** Determined, like the two fields below, from the reading and the readings before it. */
  readonly hotSensors: readonly HotSensor[];
  readonly co2Risk: Co2Risk | null;
  readonly sustainedFindings: readonly SustainedFinding[];
  /** Null if the bin's board has none. */
  readonly boardProblems: BoardProblems | null;
  /** The open alerts, one for each rule. */
  readonly alerts: readonly AlertSummary[];
}

/** The findings about a bin, from its newest reading and its open alerts, worst first. */
export function assessBin(bin: BinAssessmentInput, now: Millis): Finding[] {
  const { reading, cables } = bin;
  return detectFindings({
    now,
    lastAt: reading?.at ?? null,
    usualIntervalMs: bin.usualIntervalMs,
    reading: reading && { ...reading, cableIds: getCableAddresses(cables, reading.cableIds) },
    crop: bin.crop,
    rows: toRowSettings(bin, reading ?? { temperatures: EMPTY_GRID }),
    hotSensors: bin.hotSensors,
    differenceLimit: getHotSensorThreshold(bin.difference),
    co2Risk: bin.co2Risk,
    sustainedFindings: bin.sustainedFindings,
    boardProblems: bin.boardProblems,
    alerts: bin.alerts,
  });
}

/** When the findings about a bin can next change just because time passes; null if they cannot. */
export function findNextChange(
  { reading, usualIntervalMs, boardProblems }: BinAssessmentInput,
  now: Millis,
): Millis | null {
  const times = boardProblems === null ? [] : listExpiries(boardProblems);
  if (reading !== null) times.push(findOverdueTime(reading.at, usualIntervalMs));
  const laterTimes = times.filter((at) => at > now).sort((a, b) => a - b);
  return laterTimes[0] ?? null;
}
