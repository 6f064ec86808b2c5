import type { Customer } from '@granary/contract/accounts/http';
import type { FarmState } from '@granary/contract/bins/states';
import type { JudgedCustomer } from '@granary/domain/accounts/judged-customers';
import type { BinState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';

/** A customer with how their bins stand, as lists show them. */
export type CustomerListItem = JudgedCustomer<Customer, NonNullable<FarmState['worst']>>;

/** Customers, worst first, as far as they have come. */
export interface CustomerListData {
  readonly customers: readonly CustomerListItem[];
  /** Whether these are all that will come, and not only the worst. */
  readonly hasAll: boolean;
  /** Whether all that will come of how their bins stand is there, and not only of the worst. */
  readonly areAssessed: boolean;
  /** How many there are in all, how many with bins in which state at worst, and the bins. */
  readonly total: number;
  readonly counts: ReadonlyMap<BinState, number>;
  readonly bins: number;
  /** When the bins were judged; null where they were not. */
  readonly assessedAt: Millis | null;
}
