import {
  type BinState,
  binStates,
  bySeverity,
  type Finding,
  findWorstStateInCounts,
} from '../bins/state.ts';
import { fullName } from './full-name.ts';

/** The worst finding in a customer's bins. */
interface WorstFinding {
  readonly finding: Finding;
}

/** The bin states of one farm. */
export interface OwnedFarmStates<W extends WorstFinding> {
  /** The owner of the farm. */
  readonly userId: number;
  /** How many of its bins are in each state. */
  readonly counts: Readonly<Record<BinState, number>>;
  /** Null if nothing is wrong. */
  readonly worst: W | null;
}

interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A customer and the states of their bins. */
export interface CustomerState<C extends Person, W extends WorstFinding> {
  readonly customer: C;
  /** The worst state of their bins; null if they have no bins. */
  readonly state: BinState | null;
  /** How many bins are in each state. */
  readonly counts: OwnedFarmStates<W>['counts'] | null;
  readonly worst: W | null;
}

/** Customers with the states of their bins: worst state and finding first, then by name. */
export function assessCustomers<C extends Person, W extends WorstFinding>(
  customers: readonly C[],
  farms: readonly OwnedFarmStates<W>[],
  locale: string,
): CustomerState<C, W>[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const farmsByUser = new Map<number, OwnedFarmStates<W>[]>();
  for (const farm of farms) {
    const customerFarms = farmsByUser.get(farm.userId);
    if (customerFarms) customerFarms.push(farm);
    else farmsByUser.set(farm.userId, [farm]);
  }
  return customers
    .map((customer) => toCustomerState(customer, farmsByUser.get(customer.id) ?? []))
    .sort(
      (a, b) =>
        compareStates(a, b) ||
        collator.compare(fullName(a.customer), fullName(b.customer)) ||
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

function toCustomerState<C extends Person, W extends WorstFinding>(
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
  return { customer, state: findWorstStateInCounts(counts), counts, worst };
}

function pickWorse<W extends WorstFinding>(a: W | null, b: W | null): W | null {
  if (a === null || b === null) return a ?? b;
  return bySeverity(a.finding, b.finding) <= 0 ? a : b;
}

type RankedCustomer = Pick<CustomerState<Person, WorstFinding>, 'state' | 'worst'>;

function compareStates(a: RankedCustomer, b: RankedCustomer): number {
  const stateDifference = rankState(a.state) - rankState(b.state);
  if (stateDifference !== 0 || a.worst === null || b.worst === null) return stateDifference;
  return bySeverity(a.worst.finding, b.worst.finding);
}

function rankState(state: BinState | null): number {
  return state === null ? binStates.length : binStates.indexOf(state);
}
