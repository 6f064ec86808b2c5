import {
  assessBin,
  type BinAssessmentInput,
  findNextChange,
} from '@granary/domain/bins/assess-bin';
import { type Finding, findWorstState, getSeverityKey } from '@granary/domain/bins/state';
import { EMPTY_LEDGER } from '@granary/domain/inventory/ledger';
import type { Millis } from '@granary/domain/units';
import type { StoredWorstFinding } from '../../platform/postgres/tables/bins.ts';
import type { Trx } from '../../platform/postgres/tables.ts';
import type { AssessmentContext } from '../../readings/bin-context.ts';
import type { BinDetailSources } from '../load-bin-details.ts';
import { toAssessmentInput } from './assessment-input.ts';
import { writeBinState } from './bin-states-store.ts';
import { findHotSpotStarts } from './hot-since.ts';

/** The queries for what a bin's state depends on; they run in the transaction that stores the state. */
export type StateSources = Pick<
  BinDetailSources,
  | 'findBoardProblems'
  | 'findDailyMaxima'
  | 'findLatest'
  | 'findLedgerHistories'
  | 'findLedgers'
  | 'findOpenAlerts'
>;

/**
 * Stores the state of a bin at `now`, and the state that it will change to if no reading arrives. Both are
 * based on the same findings that the web pages show.
 */
export async function storeBinState(
  trx: Trx,
  sources: StateSources,
  context: AssessmentContext,
  now: Millis,
): Promise<void> {
  const { id, mainBoardId, loadMethod } = context.bin;
  const [latest = null] = await sources.findLatest([id]);
  const problems = await sources.findBoardProblems([mainBoardId]);
  const alerts = await sources.findOpenAlerts([id]);
  // Bins with another load method measure their level and need no ledger.
  const ledgers = loadMethod === 'manual' ? await sources.findLedgers([id]) : null;
  const input = toAssessmentInput(context, {
    latest,
    ledger: ledgers?.get(id) ?? EMPTY_LEDGER,
    boardProblems: problems.get(mainBoardId) ?? null,
    alerts: alerts.get(id) ?? [],
  });
  const changesAt = findNextChange(input, now);
  const current = await assess(sources, context, input, now);
  const next = changesAt === null ? null : await assess(sources, context, input, changesAt);
  await writeBinState(trx, id, {
    state: current.state,
    severity: current.severity,
    worst: current.worst && JSON.stringify(current.worst),
    changesAt: changesAt === null ? null : new Date(changesAt),
    nextState: next?.state ?? null,
    nextSeverity: next?.severity ?? null,
    nextWorst: next?.worst ? JSON.stringify(next.worst) : null,
  });
}

async function assess(
  sources: StateSources,
  context: AssessmentContext,
  input: BinAssessmentInput,
  at: Millis,
) {
  const findings = assessBin(input, at);
  const [finding] = findings;
  const state = findWorstState(findings);
  if (finding === undefined) return { state, severity: null, worst: null };
  const { bin } = context;
  const hotSince =
    finding.kind === 'hot-spot' ? await findHotSpotStarts(sources, [{ bin, input }]) : null;
  const worst: StoredWorstFinding = {
    finding,
    cables: findNamedCables(context, finding),
    hotSince: hotSince?.get(bin.id) ?? null,
  };
  return { state, severity: [...getSeverityKey(finding)], worst };
}

/** The cables that a finding is about and that have a name. */
function findNamedCables(
  { cables }: AssessmentContext,
  finding: Finding,
): StoredWorstFinding['cables'] {
  const numbers = listCables(finding);
  return cables
    .filter(({ cable, name }) => name !== '' && numbers.includes(cable))
    .map(({ cable, name }) => ({ cable, name }));
}

function listCables(finding: Finding): readonly number[] {
  if (finding.kind === 'hot-spot') return [finding.cable];
  if (finding.kind === 'cable-address') return finding.cables;
  if (finding.kind === 'alert' && finding.alert.sensor !== null) {
    return [finding.alert.sensor.cable];
  }
  return [];
}
