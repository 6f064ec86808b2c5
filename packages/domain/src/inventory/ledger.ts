/** What was loaded into a bin and unloaded from it, in the unit of its size. */
export interface LedgerTotals {
  readonly loaded: number;
  readonly unloaded: number;
}

export const EMPTY_LEDGER: LedgerTotals = { loaded: 0, unloaded: 0 };
