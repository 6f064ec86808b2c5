import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';

/** Has the database roll back a transaction at those writes of these tables that `setKills` sets. */
export async function addKills(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  await sql`create sequence writes`.execute(db);
  await sql`create table kills (write bigint)`.execute(db);
  await sql`
    create function kill() returns trigger language plpgsql as $$
    declare this bigint := nextval('writes');
    begin
      if exists (select from kills where write = this) then raise exception 'killed'; end if;
      return coalesce(new, old);
    end $$`.execute(db);
  for (const table of tables) {
    await sql`
      create trigger kill before insert or update or delete on ${sql.ref(table)}
      for each row execute function kill()`.execute(db);
  }
}

/** The writes, from 1, that are killed from this moment on. */
export async function setKills(db: Kysely<Tables>, writes: readonly number[]): Promise<void> {
  await sql`alter sequence writes restart`.execute(db);
  await sql`truncate kills`.execute(db);
  for (const write of writes) await sql`insert into kills values (${write})`.execute(db);
}
