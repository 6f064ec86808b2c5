import { type Kysely, sql } from 'kysely';

/** Adds a dealer's contact details for customers: office address and working hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column office_address text not null default '',
      add column working_hours text not null default ''`.execute(db);
}
