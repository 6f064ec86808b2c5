import type { Millis } from '@granary/domain/units';
import { createBinSources } from '../../src/app/wire-bins.ts';
import { storeBinState } from '../../src/bins/severity/store-bin-state.ts';
import { loadBins } from '../../src/bins/store.ts';
import type { Db } from '../../src/platform/postgres/tables.ts';

/** Stores the state of every bin, as an evaluation would, but without evaluating alerts. */
export async function storeStates(db: Db, now: Millis): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sources = createBinSources(trx, () => now);
    for (const context of await loadBins(trx, { scope: { kind: 'all' } })) {
      await storeBinState(trx, sources, context, now);
    }
  });
}
