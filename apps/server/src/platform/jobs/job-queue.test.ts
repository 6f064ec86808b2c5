import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { addJob, JobQueues } from './job-queue.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let handledIds: string[];
let failures: unknown[];
let queues: JobQueues;

beforeEach(async () => {
  database = await createTestDatabase();
  handledIds = [];
  failures = [];
  queues = new JobQueues(
    database.connectionOptions,
    log,
    { sample: async (id) => void handledIds.push(id) },
    (error) => failures.push(error),
  );
});

afterEach(async () => {
  await database.dispose();
});

async function add(id: string): Promise<void> {
  await database.db.transaction().execute((trx) => addJob(trx, 'sample', id));
}

/** Executes a statement before each deletion of jobs. */
async function createDeletionTrigger(statement: RawBuilder<unknown>): Promise<void> {
  await sql`create function before_deletion() returns trigger language plpgsql
    as $$ begin ${statement}; return old; end $$`.execute(database.db);
  await sql`create trigger before_deletion before delete on graphile_worker._private_jobs
    for each row execute function before_deletion()`.execute(database.db);
}

describe('a job queue', () => {
  it('reports that the end of a job cannot be stored, and continues', async () => {
    await createDeletionTrigger(sql`raise 'jobs cannot be deleted'`);
    await queues.start();
    await add('first');
    await add('second');
    await expect.poll(() => failures.map(String)).toEqual(['error: jobs cannot be deleted']);
    await sql`drop trigger before_deletion on graphile_worker._private_jobs`.execute(database.db);
    await add('third');
    await expect.poll(() => handledIds.toSorted()).toEqual(['first', 'second', 'third']);
    await queues.stop();
  });

  it('continues after all its connections broke', async () => {
    await queues.start();
    await add('first');
    await expect.poll(() => handledIds).toEqual(['first']);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    await add('second');
    await expect.poll(() => handledIds).toEqual(['first', 'second']);
    await queues.stop();
  });
});
