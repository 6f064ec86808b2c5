import {
  type CableLayout,
  cableAddresses,
  cableFlips,
  cableSubBins,
} from '../cables/cable-layout.ts';
import { detectHotSensors, type HotSensor, hotSensorThreshold } from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import type { StatusOf } from '../readings/sensors.ts';
import type { Millis } from '../units.ts';
import { detectFindings, type Finding } from './state.ts';

/** A bin with its newest reading, and what is set of it. */
export interface BinAssessmentInput {
  /** As the board sent it; null before the first. */
  readonly reading: Reading | null;
  readonly usualIntervalMs: number;
  readonly crop: string | null;
  /** Those of the reading; one that was taken out is none of them. */
  readonly cables: readonly CableLayout[];
  readonly statusOf: StatusOf;
  /** How full it was at the reading, 0 to 100; null where that is not known. */
  readonly fillPercent: number | null;
  /** The bin's own `temperature_difference`, °C; null where it has none. */
  readonly difference: number | null;
}

/** All there is to say about a bin by its newest reading, worst first. */
export function assessBin(bin: BinAssessmentInput, now: Millis): Finding[] {
  const { reading, cables } = bin;
  return detectFindings({
    now,
    lastAt: reading?.at ?? null,
    usualIntervalMs: bin.usualIntervalMs,
    reading: reading && { ...reading, cableIds: cableAddresses(cables, reading.cableIds) },
    crop: bin.crop,
    statusOf: bin.statusOf,
    hotSensors: reading === null ? [] : findHotSensors({ ...bin, reading }),
    difference: hotSensorThreshold(bin.difference),
  });
}

/** The sensors of a bin's reading that stand out from their like. */
export function findHotSensors(
  bin: Pick<BinAssessmentInput, 'cables' | 'statusOf' | 'fillPercent' | 'difference'> & {
    readonly reading: Pick<Reading, 'temperatures'>;
  },
): HotSensor[] {
  const { temperatures } = bin.reading;
  const count = temperatures.lengths.length;
  return detectHotSensors({
    temperatures,
    statusOf: bin.statusOf,
    flips: cableFlips(bin.cables, count),
    subBins: cableSubBins(bin.cables, count),
    fillPercent: bin.fillPercent,
    difference: hotSensorThreshold(bin.difference),
  });
}
