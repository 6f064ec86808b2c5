import type { Customer } from '@granary/contract/accounts/http';
import type { FarmState } from '@granary/contract/bins/states';
import { type BinState, worseFirst, worstFirst, worstOf } from '@granary/domain/bins/state';
import { fullName } from './filter-customers.ts';

/** A customer with how their bins stand. */
export interface JudgedCustomer {
  readonly customer: Customer;
  /** The worst of their bins' states; null where they have no bins or nothing is known of these. */
  readonly state: BinState | null;
  /** How many bins are in each state. */
  readonly counts: FarmState['counts'] | null;
  readonly worst: FarmState['worst'];
}

/** Customers with how the bins of their farms stand: the worst first, those alike by name. */
export function judgeCustomers(
  customers: readonly Customer[],
  farms: readonly FarmState[],
  locale: string,
): JudgedCustomer[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const farmsOf = new Map<number, FarmState[]>();
  for (const farm of farms) {
    const known = farmsOf.get(farm.userId);
    if (known) known.push(farm);
    else farmsOf.set(farm.userId, [farm]);
  }
  return customers
    .map((customer) => judged(customer, farmsOf.get(customer.id) ?? []))
    .sort((a, b) => worse(a, b) || names.compare(fullName(a.customer), fullName(b.customer)));
}

/** How many customers are in each state. */
export function countStates(customers: readonly JudgedCustomer[]): Map<BinState, number> {
  const counts = new Map<BinState, number>();
  for (const { state } of customers) {
    if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

function judged(customer: Customer, farms: readonly FarmState[]): JudgedCustomer {
  const [first, ...others] = farms;
  if (first === undefined) return { customer, state: null, counts: null, worst: null };
  const counts = { ...first.counts };
  let { worst } = first;
  for (const farm of others) {
    for (const state of worstFirst) counts[state] += farm.counts[state];
    worst = worseOf(worst, farm.worst);
  }
  return { customer, state: worstOf(counts), counts, worst };
}

function worseOf(a: FarmState['worst'], b: FarmState['worst']): FarmState['worst'] {
  if (a === null || b === null) return a ?? b;
  return worseFirst(a.finding, b.finding) <= 0 ? a : b;
}

function worse(a: JudgedCustomer, b: JudgedCustomer): number {
  const byState = rank(a.state) - rank(b.state);
  if (byState !== 0 || a.worst === null || b.worst === null) return byState;
  return worseFirst(a.worst.finding, b.worst.finding);
}

function rank(state: BinState | null): number {
  return state === null ? worstFirst.length : worstFirst.indexOf(state);
}
