import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { findCo2Risk, findHotSensors, NO_CONDITIONS } from '@granary/domain/bins/conditions';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { SECOND } from '@granary/domain/units';
import { type AssessmentContext, visibleReading } from '../../readings/bin-context.ts';
import { toConditionSettings } from '../../readings/conditions.ts';
import type { LatestReading } from '../../readings/readings-store.ts';
import { fromReadingRow } from '../../readings/row.ts';
import { calculateFill } from '../../readings/serialize-reading.ts';
import { calculateUsualIntervalS } from '../serialize-bin.ts';

/** The input for the assessment of a bin by its newest reading. */
export function toAssessmentInput(
  context: AssessmentContext,
  latest: LatestReading | null,
  ledger: LedgerTotals,
): BinAssessmentInput {
  const { bin } = context;
  const reading = latest?.row ? visibleReading(context, fromReadingRow(latest.row)) : null;
  const conditions = latest?.conditions ?? NO_CONDITIONS;
  const fill = calculateFill(bin, reading, ledger);
  const settings = toConditionSettings(context, reading, fill.known ? fill.percent : null);
  return {
    reading,
    usualIntervalMs: calculateUsualIntervalS(latest) * SECOND,
    crop: bin.crop,
    ...settings,
    hotSensors: reading === null ? [] : findHotSensors(conditions, { ...settings, reading }),
    co2Risk: reading && findCo2Risk(conditions, reading),
  };
}
