import type { Customer } from '@granary/contract/accounts/http';
import type { FarmState } from '@granary/contract/bins/states';
import type { CustomerState } from '@granary/domain/accounts/customer-states';
import type { BinState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';

/** A customer with the states of their bins. */
export type CustomerListItem = CustomerState<Customer, NonNullable<FarmState['worst']>>;

/** The customers loaded so far, worst first. */
export interface CustomerListData {
  readonly customers: readonly CustomerListItem[];
  /** Whether all customers are loaded, not only those with the worst states. */
  readonly hasAllCustomers: boolean;
  /** Whether the bin states of all customers are loaded, not only of those with the worst states. */
  readonly hasAllStates: boolean;
  /** Totals over all customers: customers, customers by worst state, and bins. */
  readonly customerCount: number;
  readonly customerCountByState: ReadonlyMap<BinState, number>;
  readonly binCount: number;
  /** When the bins were assessed; null if no bin states have loaded. */
  readonly assessedAt: Millis | null;
}
