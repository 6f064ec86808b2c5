import { type Kysely, sql } from 'kysely';

/** Stores the latest time seen on the database clock, to detect when the clock is set back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table command_clock (
      only_row boolean primary key default true check (only_row),
      latest_at timestamptz not null
    )`.execute(db);
  await sql`insert into command_clock (latest_at) values (clock_timestamp())`.execute(db);
}
