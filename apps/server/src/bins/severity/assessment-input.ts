import type { BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { SECOND } from '@granary/domain/units';
import { type AssessmentContext, sensorStatus } from '../../readings/bin-context.ts';
import type { LatestReading } from '../../readings/readings-store.ts';
import { fromReadingRow } from '../../readings/row.ts';
import {
  calculateFill,
  findUnnamedCables,
  visibleReading,
} from '../../readings/serialize-reading.ts';
import { calculateUsualIntervalS } from '../serialize-bin.ts';

/** The input for the assessment of a bin by its newest reading. */
export function toAssessmentInput(
  context: AssessmentContext,
  latest: LatestReading | null,
  ledger: LedgerTotals,
): BinAssessmentInput {
  const { bin } = context;
  const reading = latest?.row ? visibleReading(context, fromReadingRow(latest.row)) : null;
  const load = calculateFill(bin, reading, ledger);
  return {
    reading,
    usualIntervalMs: calculateUsualIntervalS(latest) * SECOND,
    crop: bin.crop,
    cables: reading === null ? [] : [...context.cables, ...findUnnamedCables(context, reading)],
    getStatus: (cable, position) => sensorStatus(context, cable, position),
    fillPercent: load.known ? load.percent : null,
    difference: bin.differenceAlertC,
  };
}
