import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The totals of a ledger from one of its entries until the next. */
export interface LedgerStep extends LedgerTotals {
  readonly at: Date;
}

/** The totals of bins' ledgers, up to `until` if it is given; bins without entries are omitted. */
export async function findLedgerTotals(
  db: Db,
  binIds: readonly number[],
  until: Date | null = null,
): Promise<Map<number, LedgerTotals>> {
  const { rows } = await sql<LedgerTotals & { binId: number }>`
    select bin_id,
      coalesce(sum(volume) filter (where type = 'load'), 0) as loaded,
      coalesce(sum(volume) filter (where type = 'unload'), 0) as unloaded
    from bin_loads where bin_id = any(${binIds})
      and (${until}::timestamptz is null or at <= ${until}) group by bin_id`.execute(db);
  return new Map(rows.map(({ binId, loaded, unloaded }) => [binId, { loaded, unloaded }]));
}

/** The totals of bins' ledgers after each entry, oldest first; bins without entries are omitted. */
export async function findLedgerHistories(
  db: Db,
  binIds: readonly number[],
): Promise<Map<number, LedgerStep[]>> {
  const histories = new Map<number, LedgerStep[]>();
  if (binIds.length === 0) return histories;
  const { rows } = await sql<LedgerStep & { binId: number }>`
    select bin_id, at,
      coalesce(sum(volume) filter (where type = 'load') over upto, 0) as loaded,
      coalesce(sum(volume) filter (where type = 'unload') over upto, 0) as unloaded
    from bin_loads where bin_id = any(${binIds})
    window upto as (partition by bin_id order by at, id) order by bin_id, at, id`.execute(db);
  for (const { binId, ...step } of rows) {
    const steps = histories.get(binId);
    if (steps) steps.push(step);
    else histories.set(binId, [step]);
  }
  return histories;
}

/** The totals of a bin's ledger after each entry, oldest first. */
export async function findLedgerSteps(db: Db, binId: number): Promise<LedgerStep[]> {
  return (await findLedgerHistories(db, [binId])).get(binId) ?? [];
}
