import { type Kysely, sql } from 'kysely';

/** Adds the farm that a message is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_messages add farm_id integer`.execute(db);
}
