import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** How a transaction ended; null for one so old that the database forgot it. */
type TransactionState = 'committed' | 'aborted' | 'in progress' | null;

/** Whether a transaction was committed is not known yet: its connection broke, and it still ends. */
export class UnsettledTransactionError extends Error {
  override readonly name = 'UnsettledTransactionError';

  constructor() {
    super('the transaction before has not ended yet');
  }
}

/**
 * A transaction that may be tried until it works and is done once. Where the connection breaks
 * between COMMIT and its answer, the next try asks the database whether it was committed.
 */
export class SettledTransaction<T> {
  /** The last try that came as far as its COMMIT. */
  private last: { readonly id: string; readonly result: T } | null = null;

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly work: (trx: Transaction<Tables>) => Promise<T>,
  ) {}

  /** Does it, unless it is done; throws where it is not done or cannot be said to be. */
  async try(): Promise<T> {
    if (this.last !== null) {
      const state = await stateOf(this.db, this.last.id);
      if (state === 'committed') return this.last.result;
      if (state === 'in progress') throw new UnsettledTransactionError();
      this.last = null;
    }
    return this.db.transaction().execute(async (trx) => {
      const result = await this.work(trx);
      this.last = { id: await idOf(trx), result };
      return result;
    });
  }
}

async function idOf(trx: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('A transaction has no number.');
  return row.id;
}

async function stateOf(db: Kysely<Tables>, id: string): Promise<TransactionState> {
  const { rows } = await sql<{ state: TransactionState }>`
    select pg_xact_status(${id}::xid8) as state`.execute(db);
  return rows[0]?.state ?? null;
}
