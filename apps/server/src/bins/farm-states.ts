import type { FarmState } from '@granary/contract/bins/states';
import type { Scope } from '@granary/domain/access/access';
import { judge } from '@granary/domain/bins/judge';
import { type Finding, stateOf, worseFirst } from '@granary/domain/bins/state';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { cablesFor, EMPTY_LEDGER, type Ledger, loadOf } from '../readings/present.ts';
import { readingOfRow } from '../readings/row.ts';
import { type BinContext, statusOf } from './context.ts';
import { findLedgers, type LatestReading, type PartSources } from './parts.ts';
import { usualIntervalS } from './present.ts';
import { findBinIds, loadBins } from './store.ts';

/** So many bins are judged at a time; frames and others' calls get their turn between. */
const AT_A_TIME = 100;

/** How the bins on the farms in a scope stand at `now`; farms without bins are left out. */
export async function findFarmStates(
  db: Kysely<Tables>,
  { findLatest }: Pick<PartSources, 'findLatest'>,
  scope: Scope,
  now: Millis,
): Promise<FarmState[]> {
  const states = new Map<number, FarmState>();
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
      const found = findingsIn(context, newest, ledgers.get(bin.id) ?? EMPTY_LEDGER, now);
      const state = states.get(bin.farmId) ?? stateOfNone(bin.farmId, owner.userId);
      state.counts[stateOf(found)] += 1;
      state.worst = worseOf(state.worst, worstIn(context, newest, found));
      states.set(bin.farmId, state);
    }
  }
  return [...states.values()];
}

function findingsIn(
  context: BinContext,
  latest: LatestReading | null,
  ledger: Ledger,
  now: Millis,
): Finding[] {
  const { bin } = context;
  const reading = latest?.row ? readingOfRow(latest.row) : null;
  const load = loadOf(bin, reading, ledger);
  const judged = {
    reading,
    usualIntervalMs: usualIntervalS(latest) * SECOND,
    crop: bin.crop,
    cables: reading === null ? [] : cablesFor(context, reading),
    statusOf: (cable: number, position: number) => statusOf(context, cable, position),
    loadPercent: load.known ? load.percent : null,
    difference: bin.differenceAlertC,
  };
  return judge(judged, now);
}

function stateOfNone(farmId: number, userId: number): FarmState {
  const counts = { grave: 0, warn: 0, silent: 0, watch: 0, unknown: 0, ok: 0 };
  return { farmId, userId, counts, worst: null };
}

type Worst = FarmState['worst'];

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
