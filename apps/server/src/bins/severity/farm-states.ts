import type { Language } from '@granary/contract/accounts/http';
import type { FarmState, WorstCustomers } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { assessCustomers, countStates } from '@granary/domain/accounts/customer-states';
import { assessBin, type BinAssessmentInput } from '@granary/domain/bins/assess-bin';
import { type BinState, bySeverity, type Finding, worstState } from '@granary/domain/bins/state';
import { EMPTY_LEDGER } from '@granary/domain/inventory/ledger';
import { type Millis, millis, type TemperatureUnit } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import type { AssessmentContext } from '../../readings/bin-context.ts';
import type { LatestReading } from '../../readings/readings-store.ts';
import type { BinDetailSources } from '../load-bin-details.ts';
import { findBinIds, loadAssessmentContexts } from '../store.ts';
import { toAssessmentInput } from './assessment-input.ts';
import { findHotSince } from './hot-since.ts';

/** Bins are assessed in batches of this size, so that other work runs in between. */
const BATCH_SIZE = 250;

/** Batches in progress at a time: one is loaded while another is assessed. */
const CONCURRENT_BATCHES = 2;

type Sources = Pick<
  BinDetailSources,
  'findBoardProblems' | 'findHotDays' | 'findLatest' | 'findLedgers'
>;

type Customer = Omit<WorstCustomers['customers'][number], 'documentId'>;

export interface CustomerSources extends Sources {
  findCustomers(scope: Scope): Promise<Customer[]>;
}

/** A bin with its state. */
export interface StateOfBin {
  readonly binId: number;
  readonly binName: string;
  readonly temperatureUnit: TemperatureUnit;
  readonly state: BinState;
}

/** The states at `now` of bins. */
export async function findBinStates(
  db: Db,
  sources: Sources,
  ids: readonly number[],
  now: Millis,
): Promise<StateOfBin[]> {
  const loaded = await loadForAssessment(db, sources, ids);
  return assessBins(loaded, now).map(({ context: { bin }, findings }) => ({
    binId: bin.id,
    binName: bin.name,
    temperatureUnit: bin.temperatureUnit,
    state: worstState(findings),
  }));
}

interface AssessedFarm extends Pick<FarmState, 'farmId' | 'userId' | 'counts'> {
  worst: WorstBin | null;
}

/** The worst finding on a farm, and its bin. */
interface WorstBin extends Omit<NonNullable<FarmState['worst']>, 'hotSince' | 'finding'> {
  readonly finding: Finding;
  readonly input: BinAssessmentInput;
}

/** The states at `now` of the bins on each farm in a scope; farms without bins are omitted. */
export async function findFarmStates(
  db: Db,
  sources: Sources,
  scope: Scope,
  now: Millis,
): Promise<FarmState[]> {
  return serializeFarmStates(sources, await assessFarms(db, sources, scope, now));
}

export interface WorstCustomersQuery {
  readonly scope: Scope;
  /** The number of customers to return. */
  readonly first: number;
  /** Customers of equal severity are sorted by name in this language. */
  readonly language: Language;
}

/** The customers in a scope whose bins are in the worst states at `now`, and the totals. */
export async function findWorstCustomers(
  db: Db,
  sources: CustomerSources,
  { scope, first, language }: WorstCustomersQuery,
  now: Millis,
): Promise<WorstCustomers> {
  const [all, farms] = await Promise.all([
    sources.findCustomers(scope),
    assessFarms(db, sources, scope, now),
  ]);
  const assessed = assessCustomers(all, farms, language);
  const customers = assessed.slice(0, first).map(({ customer }) => customer);
  const shown = new Set(customers.map(({ id }) => id));
  const counts = countStates(assessed);
  return {
    customers: customers.map((customer) => ({ ...customer, documentId: customer.id })),
    farms: await serializeFarmStates(
      sources,
      farms.filter(({ userId }) => shown.has(userId)),
    ),
    customerCount: all.length,
    states: { ...NO_BINS, ...Object.fromEntries(counts) },
    binCount: all.reduce((sum, { binCount }) => sum + binCount, 0),
  };
}

async function serializeFarmStates(
  sources: Sources,
  farms: readonly AssessedFarm[],
): Promise<FarmState[]> {
  const worst = farms.flatMap((farm) => farm.worst ?? []);
  const hotSince = await findHotSince(
    sources.findHotDays,
    worst.filter(({ finding }) => finding.kind === 'hot-spot'),
  );
  return farms.map((farm) => {
    if (farm.worst === null) return { ...farm, worst: null };
    const { input: _, ...worst } = farm.worst;
    return { ...farm, worst: { ...worst, hotSince: hotSince.get(worst.binId) ?? null } };
  });
}

async function assessFarms(
  db: Db,
  sources: Sources,
  scope: Scope,
  now: Millis,
): Promise<AssessedFarm[]> {
  const farms = new Map<number, AssessedFarm>();
  const all = await findBinIds(db, scope);
  const starts = Array.from(all.keys()).filter((index) => index % BATCH_SIZE === 0);
  // The workers share one iterator, so that each batch is assessed once.
  const batches = starts.map((start) => all.slice(start, start + BATCH_SIZE)).values();
  const assessBatches = async () => {
    for (const ids of batches)
      assessFarmBins(await loadForAssessment(db, sources, ids), farms, now);
  };
  await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, assessBatches));
  return [...farms.values()].sort((a, b) => a.farmId - b.farmId);
}

interface LoadedBins {
  readonly contexts: Awaited<ReturnType<typeof loadAssessmentContexts>>;
  readonly latest: readonly LatestReading[];
  readonly ledgers: Awaited<ReturnType<BinDetailSources['findLedgers']>>;
  readonly problems: Awaited<ReturnType<BinDetailSources['findBoardProblems']>>;
}

async function loadForAssessment(
  db: Db,
  { findBoardProblems, findLatest, findLedgers }: Sources,
  ids: readonly number[],
): Promise<LoadedBins> {
  // One after another, to leave database connections to other work.
  const contexts = await loadAssessmentContexts(db, ids);
  return {
    contexts,
    problems: await findBoardProblems(contexts.map(({ bin }) => bin.mainBoardId)),
    latest: await findLatest(ids),
    ledgers: await findLedgers(ids),
  };
}

function assessBins({ contexts, latest, ledgers, problems }: LoadedBins, now: Millis) {
  const latestByBin = new Map(latest.map((row) => [row.binId, row]));
  return contexts.map((context) => {
    const { bin } = context;
    const newest = latestByBin.get(bin.id) ?? null;
    const input = toAssessmentInput(context, {
      latest: newest,
      ledger: ledgers.get(bin.id) ?? EMPTY_LEDGER,
      boardProblems: problems.get(bin.mainBoardId) ?? null,
    });
    return { context, newest, input, findings: assessBin(input, now) };
  });
}

/** Assesses bins, and adds the results to their farms. */
function assessFarmBins(loaded: LoadedBins, farms: Map<number, AssessedFarm>, now: Millis): void {
  for (const { context, newest, input, findings } of assessBins(loaded, now)) {
    const { bin, ownerId } = context;
    const [finding] = findings;
    const farm = farms.get(bin.farmId) ?? emptyFarm(bin.farmId, ownerId);
    farm.counts[worstState(findings)] += 1;
    if (finding !== undefined) {
      const cables = findNamedCables(context, finding);
      const found = { ...describeBin(context, newest), cables, finding, input };
      if (farm.worst === null || compareWorst(found, farm.worst) < 0) farm.worst = found;
    }
    farms.set(bin.farmId, farm);
  }
}

/** By severity, then by bin, so that the order of assessment does not matter. */
function compareWorst(a: WorstBin, b: WorstBin): number {
  return bySeverity(a.finding, b.finding) || a.binId - b.binId;
}

const NO_BINS: FarmState['counts'] = {
  critical: 0,
  warning: 0,
  'no-data': 0,
  watch: 0,
  unknown: 0,
  ok: 0,
};

function emptyFarm(farmId: number, userId: number): AssessedFarm {
  return { farmId, userId, counts: { ...NO_BINS }, worst: null };
}

/** The cables that a finding is about and that have a name. */
function findNamedCables({ cables }: AssessmentContext, finding: Finding) {
  const numbers =
    finding.kind === 'hot-spot'
      ? [finding.cable]
      : finding.kind === 'cable-address'
        ? finding.cables
        : [];
  return cables
    .filter(({ cable, name }) => name !== '' && numbers.includes(cable))
    .map(({ cable, name }) => ({ cable, name }));
}

function describeBin({ bin }: AssessmentContext, latest: LatestReading | null) {
  const { id: binId, name: binName, temperatureUnit } = bin;
  const [at] = latest?.recent ?? [];
  return { binId, binName, temperatureUnit, readAt: at === undefined ? null : millis(at) };
}
