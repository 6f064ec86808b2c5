import { type Kysely, sql } from 'kysely';

/** Adds what dealers tell their customers: the address of the office and the working hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column office_address text not null default '',
      add column working_hours text not null default ''`.execute(db);
}
