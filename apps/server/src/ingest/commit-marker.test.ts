import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../test/support/data-folders.ts';
import { prepareDataFolder, silentLog } from '../../test/support/test-database.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { VerifiedTransaction } from './commit-marker.ts';

let folder: TemporaryFolder;
let postgres: EmbeddedPostgres;
let database: Database;
let db: Kysely<Tables>;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  await prepareDataFolder(dataDir);
  postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  database = openDatabase(postgres.connectionOptions, { log: silentLog });
  db = database.db;
  await sql`create table written (label text, number xid8 default pg_current_xact_id())`.execute(
    db,
  );
});

afterAll(async () => {
  await database.dispose();
  await postgres.stop('immediate');
  await folder.remove();
});

beforeEach(() => sql`truncate written`.execute(db));

const write = (trx: Kysely<Tables>, label: string) =>
  sql`insert into written (label) values (${label})`.execute(trx);

async function readWrittenRows(): Promise<{ readonly label: string; readonly number: string }[]> {
  const { rows } = await sql<{ label: string; number: string }>`
    select label, number::text from written order by number`.execute(db);
  return rows;
}

/** Stops PostgreSQL as a power failure would, and waits until it runs again. */
async function crash(): Promise<void> {
  const { pid } = postgres;
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => postgres.pid, { timeout: 20_000 }).not.toBe(pid);
  await expect
    .poll(
      () =>
        sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
}

/**
 * Prepares a transaction that writes a row; `beforeCommit` runs only in the first attempt, immediately before
 * the COMMIT.
 */
function prepareWrite(label: string, beforeCommit: (trx: Transaction<Tables>) => Promise<unknown>) {
  let tries = 0;
  const transaction = new VerifiedTransaction(db, randomUUID(), async (trx) => {
    tries += 1;
    await write(trx, label);
    if (tries === 1) await beforeCommit(trx);
    return tries;
  });
  return { transaction, tries: () => tries };
}

it('repeats work that was lost in a crash, even if another transaction got the same ID', async () => {
  let transactionId: string | undefined;
  const { transaction } = prepareWrite('mine', async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select pg_current_xact_id()::text as id`.execute(trx);
    transactionId = rows[0]?.id;
    await crash();
  });
  await expect(transaction.attempt()).rejects.toThrow();
  while ((await readWrittenRows()).every((row) => row.number !== transactionId))
    await write(db, 'theirs');
  expect(await transaction.attempt()).toBe(2);
  expect((await readWrittenRows()).filter(({ label }) => label === 'mine')).toHaveLength(1);
});

it('repeats work that was lost in a crash, even if nothing has been written since', async () => {
  const { transaction } = prepareWrite('mine', crash);
  await expect(transaction.attempt()).rejects.toThrow();
  expect(await transaction.attempt()).toBe(2);
  expect(await readWrittenRows()).toHaveLength(1);
});

it('does not repeat a commit whose response was lost, and returns its result', async () => {
  const { transaction, tries } = prepareWrite('mine', async () => {});
  // As if the response to the COMMIT had been lost.
  expect(await transaction.attempt()).toBe(1);
  expect(await transaction.attempt()).toBe(1);
  expect([tries(), (await readWrittenRows()).length]).toEqual([1, 1]);
});

it('waits for an attempt that is still in progress', async () => {
  const writer = randomUUID();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let signalLocked = () => {};
  const markerLocked = new Promise<void>((resolve) => (signalLocked = resolve));
  let tries = 0;
  const transaction = new VerifiedTransaction(db, writer, async (trx) => {
    tries += 1;
    await write(trx, 'mine');
    return tries;
  });
  expect(await transaction.attempt()).toBe(1);
  // Another attempt by the same writer has locked the marker, as if its broken connection had not been
  // detected yet.
  const lockingTransaction = db.transaction().execute(async (trx) => {
    await sql`update last_batches set at = now() where writer = ${writer}`.execute(trx);
    signalLocked();
    await ended;
  });
  await markerLocked;
  let isResolved = false;
  const secondAttempt = transaction.attempt().then((response) => {
    isResolved = true;
    return response;
  });
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBe(1);
  expect(isResolved).toBe(false);
  end();
  await lockingTransaction;
  expect(await secondAttempt).toBe(1);
});
