import { randomUUID } from 'node:crypto';
import { DAY } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/**
 * A transaction that can be retried until it works, and takes effect only once. Each attempt writes a marker;
 * if the connection breaks between COMMIT and its response, the next attempt looks for the marker.
 * PostgreSQL's transaction IDs cannot show this: after a crash they are assigned again.
 */
export class VerifiedTransaction<T> {
  private readonly batchId = randomUUID();
  private wasAttempted = false;
  /** The result of the last attempt that reached its COMMIT. */
  private lastAttempt: { readonly result: T } | null = null;

  /** `writerId` is unique, and its holder runs one such transaction at a time. */
  constructor(
    private readonly db: Db,
    private readonly writerId: string,
    private readonly work: (trx: Trx) => Promise<T>,
  ) {}

  /** Does the work unless it is already done; throws if it failed or the outcome is unknown. */
  async attempt(): Promise<T> {
    const isRetry = this.wasAttempted;
    this.wasAttempted = true;
    return this.db.transaction().execute(async (trx) => {
      const lastBatchId = isRetry ? await findLastBatch(trx, this.writerId) : null;
      if (this.lastAttempt !== null && lastBatchId === this.batchId) return this.lastAttempt.result;
      await writeMarker(trx, this.writerId, this.batchId);
      const result = await this.work(trx);
      this.lastAttempt = { result };
      return result;
    });
  }
}

/** A broken connection that PostgreSQL has not noticed yet might still hold the lock on the marker. */
const LOCK_TIMEOUT_MS = 5_000;
const NO_BATCH = '00000000-0000-0000-0000-000000000000';

/** The last batch that a writer committed; waits until no earlier attempt is in progress. */
async function findLastBatch(trx: Trx, writer: string): Promise<string> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
  const { batch } = await trx
    .insertInto('lastBatches')
    .values({ writer, batch: NO_BATCH })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ writer }))
    .returning('batch')
    .executeTakeFirstOrThrow();
  await sql`set local lock_timeout to default`.execute(trx);
  return batch;
}

async function writeMarker(trx: Trx, writer: string, batch: string): Promise<void> {
  await trx
    .insertInto('lastBatches')
    .values({ writer, batch })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ batch, at: sql`now()` }))
    .execute();
}

/** Deletes the markers of servers that stopped long ago. */
export async function deleteOldMarkers(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('lastBatches')
    .where('at', '<', new Date(now - 30 * DAY))
    .execute();
}
