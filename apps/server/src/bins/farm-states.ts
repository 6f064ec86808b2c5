import type { Language } from '@granary/contract/accounts/http';
import type { FarmState, WorstCustomers } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { countStates, judgeCustomers } from '@granary/domain/accounts/judged-customers';
import { judge, type ReadBin } from '@granary/domain/bins/judge';
import { type Finding, stateOf, worseFirst } from '@granary/domain/bins/state';
import { type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { EMPTY_LEDGER } from '../readings/present.ts';
import type { JudgedContext } from './context.ts';
import { findHotSince } from './hot-spots.ts';
import { findLedgers, type LatestReading, type PartSources } from './parts.ts';
import { readBinOf } from './read-bin.ts';
import { findBinIds, loadJudged } from './store.ts';

/** So many bins are judged at a time; frames and others' calls get their turn between. */
const AT_A_TIME = 250;

/** While some bins are judged, the next are read. */
const READERS = 2;

type Sources = Pick<PartSources, 'findHotDays' | 'findLatest'>;

/** A customer without the second name of their id. */
type Person = Omit<WorstCustomers['customers'][number], 'documentId'>;

export interface CustomerSources extends Sources {
  findCustomers(scope: Scope): Promise<Person[]>;
}

/** A farm whose bins are being judged. */
interface JudgedFarm extends Pick<FarmState, 'farmId' | 'userId' | 'counts'> {
  worst: Worst | null;
}

/** What is worst, and the bin as it was judged. */
interface Worst extends Omit<NonNullable<FarmState['worst']>, 'hotSince' | 'finding'> {
  readonly finding: Finding;
  readonly read: ReadBin;
}

/** How the bins on the farms in a scope stand at `now`; farms without bins are left out. */
export async function findFarmStates(
  db: Kysely<Tables>,
  sources: Sources,
  scope: Scope,
  now: Millis,
): Promise<FarmState[]> {
  return present(sources, await judgeFarms(db, sources, scope, now));
}

export interface WorstAsked {
  readonly scope: Scope;
  /** So many customers are told. */
  readonly first: number;
  /** By whose order of letters those alike are sorted. */
  readonly language: Language;
}

/** The customers in a scope whose bins stand worst at `now`, and how many there are in all. */
export async function findWorstCustomers(
  db: Kysely<Tables>,
  sources: CustomerSources,
  { scope, first, language }: WorstAsked,
  now: Millis,
): Promise<WorstCustomers> {
  const [people, farms] = await Promise.all([
    sources.findCustomers(scope),
    judgeFarms(db, sources, scope, now),
  ]);
  const judged = judgeCustomers(people, farms, language);
  const customers = judged.slice(0, first).map(({ customer }) => customer);
  const told = new Set(customers.map(({ id }) => id));
  const counts = countStates(judged);
  return {
    customers: customers.map((customer) => ({ ...customer, documentId: customer.id })),
    farms: await present(
      sources,
      farms.filter(({ userId }) => told.has(userId)),
    ),
    customerCount: people.length,
    states: { ...NONE, ...Object.fromEntries(counts) },
    binCount: people.reduce((sum, { binCount }) => sum + binCount, 0),
  };
}

async function present(sources: Sources, farms: readonly JudgedFarm[]): Promise<FarmState[]> {
  const worst = farms.flatMap((farm) => farm.worst ?? []);
  const hotSince = await findHotSince(
    sources.findHotDays,
    worst.filter(({ finding }) => finding.kind === 'hot-spot'),
  );
  return farms.map((farm) => {
    if (farm.worst === null) return { ...farm, worst: null };
    const { read: _, ...worst } = farm.worst;
    return { ...farm, worst: { ...worst, hotSince: hotSince.get(worst.binId) ?? null } };
  });
}

async function judgeFarms(
  db: Kysely<Tables>,
  sources: Sources,
  scope: Scope,
  now: Millis,
): Promise<JudgedFarm[]> {
  const farms = new Map<number, JudgedFarm>();
  const all = await findBinIds(db, scope);
  const starts = Array.from(all.keys()).filter((index) => index % AT_A_TIME === 0);
  const portions = starts.map((start) => all.slice(start, start + AT_A_TIME)).values();
  const judgeSome = async () => {
    for (const ids of portions) judgeBins(await readBins(db, sources, ids), farms, now);
  };
  await Promise.all(Array.from({ length: READERS }, judgeSome));
  return [...farms.values()].sort((a, b) => a.farmId - b.farmId);
}

interface BinsRead {
  readonly contexts: Awaited<ReturnType<typeof loadJudged>>;
  readonly latest: readonly LatestReading[];
  readonly ledgers: Awaited<ReturnType<typeof findLedgers>>;
}

async function readBins(
  db: Kysely<Tables>,
  { findLatest }: Sources,
  ids: readonly number[],
): Promise<BinsRead> {
  // One after another: the readers share the database's connections with all else.
  return {
    contexts: await loadJudged(db, ids),
    latest: await findLatest(ids),
    ledgers: await findLedgers(db, ids),
  };
}

/** Judges bins, and adds what is found to their farms. */
function judgeBins(
  { contexts, latest, ledgers }: BinsRead,
  farms: Map<number, JudgedFarm>,
  now: Millis,
): void {
  const latestOf = new Map(latest.map((row) => [row.binId, row]));
  for (const context of contexts) {
    const { bin, ownerId } = context;
    const newest = latestOf.get(bin.id) ?? null;
    const read = readBinOf(context, newest, ledgers.get(bin.id) ?? EMPTY_LEDGER);
    const findings = judge(read, now);
    const [finding] = findings;
    const farm = farms.get(bin.farmId) ?? farmOf(bin.farmId, ownerId);
    farm.counts[stateOf(findings)] += 1;
    if (finding !== undefined) {
      const found = { ...placeOf(context, newest), finding, read };
      if (farm.worst === null || worse(found, farm.worst) < 0) farm.worst = found;
    }
    farms.set(bin.farmId, farm);
  }
}

/** Of what is alike bad, the bin that was there first, whichever was judged first. */
function worse(a: Worst, b: Worst): number {
  return worseFirst(a.finding, b.finding) || a.binId - b.binId;
}

const NONE: FarmState['counts'] = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };

function farmOf(farmId: number, userId: number): JudgedFarm {
  return { farmId, userId, counts: { ...NONE }, worst: null };
}

function placeOf({ bin }: JudgedContext, latest: LatestReading | null) {
  const { id: binId, name: binName, temperatureUnit } = bin;
  const [at] = latest?.recent ?? [];
  return { binId, binName, temperatureUnit, readAt: at === undefined ? null : millis(at) };
}
