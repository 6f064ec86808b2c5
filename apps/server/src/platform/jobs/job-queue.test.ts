import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { addJob, JobQueues } from './job-queue.ts';

let database: TestDatabase;
let handledIds: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  handledIds = [];
});

afterEach(() => database.dispose());

function add(id: string): Promise<void> {
  return database.db.transaction().execute((trx) => addJob(trx, 'sample', id));
}

it.each([
  ['completion', 'delete', () => {}],
  [
    'failure',
    'update of last_error',
    () => {
      throw new Error('the mail server is down');
    },
  ],
] as const)(
  "reports an error when a job's %s cannot be stored, then continues",
  async (_, change, act) => {
    await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'read-only'; end $$`.execute(database.db);
    await sql`create trigger refuse before ${sql.raw(change)} on graphile_worker._private_jobs
    for each row execute function refuse()`.execute(database.db);
    const errors: string[] = [];
    const handle = async (id: string) => {
      handledIds.push(id);
      if (id === 'first') act();
    };
    const queues = new JobQueues(
      database.connectionOptions,
      pino({ level: 'silent' }),
      { sample: handle },
      (error) => errors.push(String(error)),
    );
    await queues.start();
    await add('first');
    await expect.poll(() => errors).toEqual(['error: read-only']);
    await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(database.db);
    await add('second');
    await expect.poll(() => handledIds).toEqual(['first', 'second']);
    await queues.stop();
  },
);
