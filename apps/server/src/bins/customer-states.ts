import type { CustomerState } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { judge } from '@granary/domain/bins/judge';
import { type Finding, stateOf, worseFirst } from '@granary/domain/bins/state';
import { type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { EMPTY_LEDGER } from '../readings/present.ts';
import type { BinContext } from './context.ts';
import { findLedgers, type LatestReading, type PartSources } from './parts.ts';
import { readBinOf } from './read-bin.ts';
import { findBinIds, loadBins } from './store.ts';

/** So many bins are judged at a time; frames and others' calls get their turn between. */
const AT_A_TIME = 100;

/** How the bins of the customers in a scope stand at `now`; customers without bins are left out. */
export async function findCustomerStates(
  db: Kysely<Tables>,
  { findLatest }: Pick<PartSources, 'findLatest'>,
  scope: Scope,
  now: Millis,
): Promise<CustomerState[]> {
  const states = new Map<number, CustomerState>();
  const all = await findBinIds(db, scope);
  for (let start = 0; start < all.length; start += AT_A_TIME) {
    const ids = all.slice(start, start + AT_A_TIME);
    const [contexts, latest, ledgers] = await Promise.all([
      loadBins(db, { ids }),
      findLatest(ids),
      findLedgers(db, ids),
    ]);
    const latestOf = new Map(latest.map((row) => [row.binId, row]));
    for (const context of contexts) {
      const { bin, owner } = context;
      const newest = latestOf.get(bin.id) ?? null;
      const ledger = ledgers.get(bin.id) ?? EMPTY_LEDGER;
      const found = judge(readBinOf(context, newest, ledger), now);
      const state = states.get(owner.userId) ?? stateOfNone(owner.userId);
      state.counts[stateOf(found)] += 1;
      state.worst = worseOf(state.worst, worstIn(context, newest, found));
      states.set(owner.userId, state);
    }
  }
  return [...states.values()];
}

function stateOfNone(userId: number): CustomerState {
  const counts = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };
  return { userId, counts, worst: null };
}

type Worst = CustomerState['worst'];

function worstIn({ bin }: BinContext, latest: LatestReading | null, found: Finding[]): Worst {
  const [finding] = found;
  if (finding === undefined) return null;
  const { id: binId, name: binName, temperatureUnit } = bin;
  const [at] = latest?.recent ?? [];
  const readAt = at === undefined ? null : millis(at);
  return { binId, binName, temperatureUnit, readAt, finding };
}

function worseOf(a: Worst, b: Worst): Worst {
  if (a === null || b === null) return a ?? b;
  return worseFirst(a.finding, b.finding) <= 0 ? a : b;
}
