import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { SECOND } from '@granary/domain/units';
import { createStatusLookup, getFillPercent, toDomainReading } from '../readings/domain-reading.ts';
import type { Reading } from '../readings/reading-response.ts';
import type { Bin, ListedBin } from './http.ts';

/** The fields of a bin response that determine the bin's state, in addition to the reading. */
export type AssessableBin = Pick<
  Bin | ListedBin,
  'alerts' | 'boardProblems' | 'crop' | 'differenceAlertC' | 'sensorsInformation' | 'usualIntervalS'
>;

/** Converts a bin response and its newest reading to the input of the domain's assessment. */
export function toAssessmentInput(bin: AssessableBin, reading: Reading | null): BinAssessmentInput {
  const cables = reading?.cables ?? [];
  return {
    reading: reading && toDomainReading(reading),
    usualIntervalMs: bin.usualIntervalS * SECOND,
    crop: bin.crop,
    cables,
    getStatus: createStatusLookup(cables, bin.sensorsInformation),
    fillPercent: reading && getFillPercent(reading),
    difference: bin.differenceAlertC,
    hotSensors: reading?.hotSensors ?? [],
    co2Risk: reading?.co2Risk ?? null,
    sustainedFindings: reading?.sustainedFindings ?? [],
    boardProblems: bin.boardProblems,
    alerts: bin.alerts,
  };
}
