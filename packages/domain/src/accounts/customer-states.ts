import {
  type BinState,
  binStates,
  bySeverity,
  type Finding,
  worstStateInCounts,
} from '../bins/state.ts';
import { fullName } from './full-name.ts';

/** The worst finding in a customer's bins. */
interface Worst {
  readonly finding: Finding;
}

/** The bin states of one farm. */
export interface OwnedFarmStates<W extends Worst> {
  /** The owner of the farm. */
  readonly userId: number;
  /** How many of its bins are in each state. */
  readonly counts: Readonly<Record<BinState, number>>;
  /** Null where nothing is wrong. */
  readonly worst: W | null;
}

interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A customer and the states of their bins. */
export interface CustomerState<C extends Person, W extends Worst> {
  readonly customer: C;
  /** The worst state of their bins; null if they have no bins or all states are unknown. */
  readonly state: BinState | null;
  /** How many bins are in each state. */
  readonly counts: OwnedFarmStates<W>['counts'] | null;
  readonly worst: W | null;
}

/** Customers with the states of their bins: worst state first, equal states by name. */
export function assessCustomers<C extends Person, W extends Worst>(
  customers: readonly C[],
  farms: readonly OwnedFarmStates<W>[],
  locale: string,
): CustomerState<C, W>[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const farmsByUser = new Map<number, OwnedFarmStates<W>[]>();
  for (const farm of farms) {
    const known = farmsByUser.get(farm.userId);
    if (known) known.push(farm);
    else farmsByUser.set(farm.userId, [farm]);
  }
  return customers
    .map((customer) => toCustomerState(customer, farmsByUser.get(customer.id) ?? []))
    .sort(
      (a, b) =>
        compareStates(a, b) ||
        names.compare(fullName(a.customer), fullName(b.customer)) ||
        a.customer.id - b.customer.id,
    );
}

/** How many customers are in each state. */
export function countStates(
  customers: readonly { readonly state: BinState | null }[],
): Map<BinState, number> {
  const counts = new Map<BinState, number>();
  for (const { state } of customers) {
    if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

function toCustomerState<C extends Person, W extends Worst>(
  customer: C,
  farms: readonly OwnedFarmStates<W>[],
): CustomerState<C, W> {
  const [first, ...others] = farms;
  if (first === undefined) return { customer, state: null, counts: null, worst: null };
  const counts = { ...first.counts };
  let { worst } = first;
  for (const farm of others) {
    for (const state of binStates) counts[state] += farm.counts[state];
    worst = pickWorse(worst, farm.worst);
  }
  return { customer, state: worstStateInCounts(counts), counts, worst };
}

function pickWorse<W extends Worst>(a: W | null, b: W | null): W | null {
  if (a === null || b === null) return a ?? b;
  return bySeverity(a.finding, b.finding) <= 0 ? a : b;
}

type Ranked = Pick<CustomerState<Person, Worst>, 'state' | 'worst'>;

function compareStates(a: Ranked, b: Ranked): number {
  const byState = stateRank(a.state) - stateRank(b.state);
  if (byState !== 0 || a.worst === null || b.worst === null) return byState;
  return bySeverity(a.worst.finding, b.worst.finding);
}

function stateRank(state: BinState | null): number {
  return state === null ? binStates.length : binStates.indexOf(state);
}
