import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/**
 * A transaction that may be tried until it works and is done once. Where the connection breaks
 * between COMMIT and its answer, the next try looks whether the mark that was written along with
 * all else is there. The database's own number of a transaction cannot tell: what a crash undid
 * gives its number to the next one.
 */
export class SettledTransaction<T> {
  private readonly batch = randomUUID();
  private isTried = false;
  /** What the last try that came as far as its COMMIT answers. */
  private last: { readonly result: T } | null = null;

  /** `writer` writes one such transaction at a time, and shares its name with nobody. */
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly writer: string,
    private readonly work: (trx: Transaction<Tables>) => Promise<T>,
  ) {}

  /** Does it, unless it is done; throws where it is not done or cannot be said to be. */
  async try(): Promise<T> {
    const isAgain = this.isTried;
    this.isTried = true;
    return this.db.transaction().execute(async (trx) => {
      const last = isAgain ? await lastBatchOf(trx, this.writer) : null;
      if (this.last !== null && last === this.batch) return this.last.result;
      await markBatch(trx, this.writer, this.batch);
      const result = await this.work(trx);
      this.last = { result };
      return result;
    });
  }
}

/** ms; a connection that the server has not missed yet may hold the mark. */
const ENDED_WITHIN = 5_000;
const NO_BATCH = '00000000-0000-0000-0000-000000000000';

/** What a writer committed last; waits until no try before is under way. */
async function lastBatchOf(trx: Transaction<Tables>, writer: string): Promise<string> {
  await sql`set local lock_timeout = ${sql.lit(ENDED_WITHIN)}`.execute(trx);
  const { batch } = await trx
    .insertInto('lastBatches')
    .values({ writer, batch: NO_BATCH })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ writer }))
    .returning('batch')
    .executeTakeFirstOrThrow();
  await sql`set local lock_timeout to default`.execute(trx);
  return batch;
}

async function markBatch(trx: Transaction<Tables>, writer: string, batch: string): Promise<void> {
  await trx
    .insertInto('lastBatches')
    .values({ writer, batch })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ batch, at: sql`now()` }))
    .execute();
}
