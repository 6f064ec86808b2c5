import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';

/** Adds triggers to these tables that make the writes selected by `setFailingWrites` fail. */
export async function installWriteFailures(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<void> {
  await sql`create sequence writes`.execute(db);
  await sql`create table failing_writes (write bigint)`.execute(db);
  await sql`
    create function fail_write() returns trigger language plpgsql as $$
    declare this bigint := nextval('writes');
    begin
      if exists (select from failing_writes where write = this) then raise exception 'failing write'; end if;
      return coalesce(new, old);
    end $$`.execute(db);
  for (const table of tables) {
    await sql`
      create trigger fail_write before insert or update or delete on ${sql.ref(table)}
      for each row execute function fail_write()`.execute(db);
  }
}

/** Sets the writes, counted from 1, that fail from now on. */
export async function setFailingWrites(
  db: Kysely<Tables>,
  writes: readonly number[],
): Promise<void> {
  await sql`alter sequence writes restart`.execute(db);
  await sql`truncate failing_writes`.execute(db);
  for (const write of writes) await sql`insert into failing_writes values (${write})`.execute(db);
}
