import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';

/** Makes the database abort a transaction at the writes to these tables that `setKills` selects. */
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

/** Sets the writes, counted from 1, that fail from now on. */
export async function setKills(db: Kysely<Tables>, writes: readonly number[]): Promise<void> {
  await sql`alter sequence writes restart`.execute(db);
  await sql`truncate kills`.execute(db);
  for (const write of writes) await sql`insert into kills values (${write})`.execute(db);
}
