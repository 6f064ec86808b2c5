import type { Kysely } from 'kysely';
import { markBin } from '../../src/alerts/marks-store.ts';
import { loadBinWithFill } from '../../src/app/load-bin-with-fill.ts';
import { recalculateGrain } from '../../src/ingest/recalculate-grain.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';

/** Runs the job that a running server starts after each change to a bin. */
export async function recalculateAll(db: Kysely<Tables>): Promise<void> {
  const failures: unknown[] = [];
  await recalculateGrain(
    { db, loadBin: loadBinWithFill, markBin, failed: (error) => failures.push(error) },
    new AbortController().signal,
  );
  if (failures.length > 0) throw new AggregateError(failures, 'the recalculation failed');
}
