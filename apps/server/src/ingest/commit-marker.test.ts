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
  await sql`create table written (word text, number xid8 default pg_current_xact_id())`.execute(db);
});

afterAll(async () => {
  await database.dispose();
  await postgres.stop('immediate');
  await folder.remove();
});

beforeEach(() => sql`truncate written`.execute(db));

const write = (trx: Kysely<Tables>, word: string) =>
  sql`insert into written (word) values (${word})`.execute(trx);

async function written(): Promise<{ readonly word: string; readonly number: string }[]> {
  const { rows } = await sql<{ word: string; number: string }>`
    select word, number::text from written order by number`.execute(db);
  return rows;
}

/** Ends PostgreSQL like a power failure, and waits until it runs again. */
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

/** Writes a row; `last` runs in the first attempt, immediately before the COMMIT. */
function writing(word: string, last: (trx: Transaction<Tables>) => Promise<unknown>) {
  let tries = 0;
  const settled = new VerifiedTransaction(db, randomUUID(), async (trx) => {
    tries += 1;
    await write(trx, word);
    if (tries === 1) await last(trx);
    return tries;
  });
  return { settled, tries: () => tries };
}

it('repeats work that a crash undid, although another transaction has its id', async () => {
  let number: string | undefined;
  const { settled } = writing('mine', async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select pg_current_xact_id()::text as id`.execute(trx);
    number = rows[0]?.id;
    await crash();
  });
  await expect(settled.attempt()).rejects.toThrow();
  while ((await written()).every((row) => row.number !== number)) await write(db, 'theirs');
  expect(await settled.attempt()).toBe(2);
  expect((await written()).filter(({ word }) => word === 'mine')).toHaveLength(1);
});

it('repeats work that a crash undid when nothing was written since', async () => {
  const { settled } = writing('mine', crash);
  await expect(settled.attempt()).rejects.toThrow();
  expect(await settled.attempt()).toBe(2);
  expect(await written()).toHaveLength(1);
});

it('does not repeat a commit whose response was lost, and returns its result', async () => {
  const { settled, tries } = writing('mine', async () => {});
  // As if the response to the COMMIT was lost.
  expect(await settled.attempt()).toBe(1);
  expect(await settled.attempt()).toBe(1);
  expect([tries(), (await written()).length]).toEqual([1, 1]);
});

it('waits for an attempt that is still in progress', async () => {
  const writer = randomUUID();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  let tries = 0;
  const settled = new VerifiedTransaction(db, writer, async (trx) => {
    tries += 1;
    await write(trx, 'mine');
    return tries;
  });
  expect(await settled.attempt()).toBe(1);
  // Another attempt of the same writer holds the marker, like one whose broken connection was not noticed.
  const held = db.transaction().execute(async (trx) => {
    await sql`update last_batches set at = now() where writer = ${writer}`.execute(trx);
    reached();
    await ended;
  });
  await isReached;
  let isAnswered = false;
  const again = settled.attempt().then((answer) => {
    isAnswered = true;
    return answer;
  });
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBe(1);
  expect(isAnswered).toBe(false);
  end();
  await held;
  expect(await again).toBe(1);
});
