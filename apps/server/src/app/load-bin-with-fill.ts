import { loadBin } from '../bins/store.ts';
import { findLedgerSteps } from '../inventory/ledger-store.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { type BinWithFill, createFillHistory } from '../readings/fill-history.ts';

/** One bin with its fill history; null if it does not exist. */
export async function loadBinWithFill(db: Db, id: number): Promise<BinWithFill | null> {
  const context = await loadBin(db, id);
  if (context === null) return null;
  // The ledger may be long, so it is loaded only for manual fill levels.
  const steps = context.bin.loadMethod === 'manual' ? await findLedgerSteps(db, id) : [];
  return { context, getFillPercent: createFillHistory(context.bin, steps) };
}
