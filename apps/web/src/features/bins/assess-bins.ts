import { type AssessableBin, toAssessmentInput } from '@granary/contract/bins/assessment-input';
import type { BinSummary } from '@granary/contract/bins/lists';
import type { Reading } from '@granary/contract/readings/reading-response';
import { assessBin } from '@granary/domain/bins/assess-bin';
import {
  type BinState,
  bySeverity,
  expireFindings,
  type Finding,
  findWorstState,
} from '@granary/domain/bins/state';
import { type Millis, SECOND } from '@granary/domain/units';

/** A bin with its findings, worst first. */
export interface AssessedBin {
  readonly bin: BinSummary;
  readonly findings: readonly Finding[];
  readonly state: BinState;
}

/** A finding and the bin it belongs to. */
export interface BinFinding {
  /** Unique among all findings. */
  readonly key: string;
  readonly assessedBin: AssessedBin;
  readonly finding: Finding;
}

/** The findings of all bins, worst first. */
export function listFindings(bins: readonly AssessedBin[]): BinFinding[] {
  return bins
    .flatMap((assessedBin) =>
      assessedBin.findings.map((finding) => ({
        key: `${assessedBin.bin.id} ${finding.kind === 'alert' ? finding.alert.rule : finding.kind}`,
        assessedBin,
        finding,
      })),
    )
    .sort((a, b) => bySeverity(a.finding, b.finding));
}

/** Detects a bin's findings with the given reading as its latest. */
export function detectBinFindings(
  bin: AssessableBin,
  reading: Reading | null,
  now: Millis,
): Finding[] {
  return assessBin(toAssessmentInput(bin, reading), now);
}

/** Returns a listed bin's findings at `now`, worst first. */
export function getFindingsAt(bin: BinSummary, now: Millis): Finding[] {
  const usualIntervalMs = bin.usualIntervalS * SECOND;
  return expireFindings(bin.findings, { now, lastAt: bin.latest?.at ?? null, usualIntervalMs });
}

/** Assesses bins and sorts them by name in natural order ("Home 2" before "Home 10"). */
export function assessBins(
  bins: readonly BinSummary[],
  now: Millis,
  locale: string,
): AssessedBin[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return bins
    .map((bin) => {
      const findings = getFindingsAt(bin, now);
      return { bin, findings, state: findWorstState(findings) };
    })
    .sort((a, b) => collator.compare(a.bin.name, b.bin.name) || a.bin.id - b.bin.id);
}
