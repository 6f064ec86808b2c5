import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import {
  type BinConditions,
  findCo2Risk,
  findHotSensors,
  NO_CONDITIONS,
} from '@granary/domain/bins/conditions';
import { listSustainedFindings } from '@granary/domain/bins/sustained-findings';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { SECOND } from '@granary/domain/units';
import { type AssessmentContext, toVisibleReading } from '../../readings/bin-context.ts';
import { toConditionSettings } from '../../readings/conditions.ts';
import type { LatestReading } from '../../readings/readings-store.ts';
import { fromReadingRow } from '../../readings/row.ts';
import { calculateFill } from '../../readings/serialize-reading.ts';
import { calculateUsualIntervalS } from '../serialize-bin.ts';

/** Builds the input for assessing a bin from its newest reading. */
export function toAssessmentInput(
  context: AssessmentContext,
  {
    latest,
    ledger,
    boardProblems,
    alerts,
  }: Pick<BinAssessmentInput, 'alerts' | 'boardProblems'> & {
    readonly latest: LatestReading | null;
    readonly ledger: LedgerTotals;
  },
): BinAssessmentInput {
  const reading = latest?.row ? toVisibleReading(context, fromReadingRow(latest.row)) : null;
  const fill = calculateFill(context.bin, reading, ledger);
  return toInputAtReading(context, {
    reading,
    fillPercent: fill.isKnown ? fill.percent : null,
    conditions: latest?.conditions ?? NO_CONDITIONS,
    usualIntervalMs: calculateUsualIntervalS(latest) * SECOND,
    boardProblems,
    alerts,
  });
}

interface ReadingInputs
  extends Pick<
    BinAssessmentInput,
    'alerts' | 'boardProblems' | 'fillPercent' | 'reading' | 'usualIntervalMs'
  > {
  readonly conditions: BinConditions;
}

/** Builds the input for assessing a bin from a reading; `conditions` include the reading. */
export function toInputAtReading(
  context: AssessmentContext,
  { reading, fillPercent, conditions, usualIntervalMs, boardProblems, alerts }: ReadingInputs,
): BinAssessmentInput {
  const settings = toConditionSettings(context, reading, fillPercent);
  return {
    reading,
    usualIntervalMs,
    ...settings,
    hotSensors: reading === null ? [] : findHotSensors(conditions, { ...settings, reading }),
    co2Risk: reading && context.bin.co2RiskEnabled ? findCo2Risk(conditions, reading) : null,
    sustainedFindings: listSustainedFindings(conditions.findings),
    boardProblems,
    alerts,
  };
}
