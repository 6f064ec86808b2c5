import type { FarmState } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { judge, type ReadBin } from '@granary/domain/bins/judge';
import { stateOf, worseFirst } from '@granary/domain/bins/state';
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

type Sources = Pick<PartSources, 'findHotDays' | 'findLatest'>;

/** A farm whose bins are being judged. */
interface JudgedFarm {
  readonly userId: number;
  readonly counts: FarmState['counts'];
  worst: Worst | null;
}

/** What is worst, and the bin as it was judged. */
interface Worst {
  readonly found: Omit<NonNullable<FarmState['worst']>, 'hotSince'>;
  readonly read: ReadBin;
}

/** How the bins on the farms in a scope stand at `now`; farms without bins are left out. */
export async function findFarmStates(
  db: Kysely<Tables>,
  sources: Sources,
  scope: Scope,
  now: Millis,
): Promise<FarmState[]> {
  const farms = new Map<number, JudgedFarm>();
  const all = await findBinIds(db, scope);
  for (let start = 0; start < all.length; start += AT_A_TIME) {
    await judgeBins(db, sources, { ids: all.slice(start, start + AT_A_TIME), farms, now });
  }
  const worst = [...farms.values()].flatMap((farm) => farm.worst ?? []);
  const hotSince = await findHotSince(
    sources.findHotDays,
    worst
      .filter(({ found }) => found.finding.kind === 'hot-spot')
      .map(({ found, read }) => ({ binId: found.binId, read })),
  );
  return [...farms].map(([farmId, { userId, counts, worst }]) => ({
    ...{ farmId, userId, counts },
    worst: worst && { ...worst.found, hotSince: hotSince.get(worst.found.binId) ?? null },
  }));
}

interface Judging {
  readonly ids: readonly number[];
  /** What is found is added here. */
  readonly farms: Map<number, JudgedFarm>;
  readonly now: Millis;
}

async function judgeBins(
  db: Kysely<Tables>,
  { findLatest }: Sources,
  { ids, farms, now }: Judging,
): Promise<void> {
  const [contexts, latest, ledgers] = await Promise.all([
    loadJudged(db, ids),
    findLatest(ids),
    findLedgers(db, ids),
  ]);
  const latestOf = new Map(latest.map((row) => [row.binId, row]));
  for (const context of contexts) {
    const { bin, ownerId } = context;
    const newest = latestOf.get(bin.id) ?? null;
    const read = readBinOf(context, newest, ledgers.get(bin.id) ?? EMPTY_LEDGER);
    const findings = judge(read, now);
    const [finding] = findings;
    const farm = farms.get(bin.farmId) ?? farmOf(ownerId);
    farm.counts[stateOf(findings)] += 1;
    if (finding !== undefined) {
      const found = { ...placeOf(context, newest), finding };
      if (farm.worst === null || worseFirst(found.finding, farm.worst.found.finding) < 0) {
        farm.worst = { found, read };
      }
    }
    farms.set(bin.farmId, farm);
  }
}

function farmOf(userId: number): JudgedFarm {
  const counts = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };
  return { userId, counts, worst: null };
}

function placeOf({ bin }: JudgedContext, latest: LatestReading | null) {
  const { id: binId, name: binName, temperatureUnit } = bin;
  const [at] = latest?.recent ?? [];
  return { binId, binName, temperatureUnit, readAt: at === undefined ? null : millis(at) };
}
