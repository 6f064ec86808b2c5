import type { Customer } from '@granary/contract/accounts/http';
import type { CustomerState } from '@granary/contract/bins/states';
import { type BinState, worseFirst, worstFirst } from '@granary/domain/bins/state';
import { fullName } from './filter-customers.ts';

/** A customer with how their bins stand. */
export interface JudgedCustomer {
  readonly customer: Customer;
  /** The worst of their bins' states; null where they have no bins or nothing is known of these. */
  readonly state: BinState | null;
  /** How many bins are in each state. */
  readonly counts: CustomerState['counts'] | null;
  readonly worst: CustomerState['worst'];
}

/** Customers with how their bins stand: the worst first, those that are alike by name. */
export function judgeCustomers(
  customers: readonly Customer[],
  states: readonly CustomerState[],
  locale: string,
): JudgedCustomer[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const stateOf = new Map(states.map((state) => [state.userId, state]));
  return customers
    .map((customer): JudgedCustomer => {
      const { counts = null, worst = null } = stateOf.get(customer.id) ?? {};
      const state = counts && (worstFirst.find((one) => counts[one] > 0) ?? null);
      return { customer, state, counts, worst };
    })
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

function worse(a: JudgedCustomer, b: JudgedCustomer): number {
  const byState = rank(a.state) - rank(b.state);
  if (byState !== 0 || a.worst === null || b.worst === null) return byState;
  return worseFirst(a.worst.finding, b.worst.finding);
}

function rank(state: BinState | null): number {
  return state === null ? worstFirst.length : worstFirst.indexOf(state);
}
