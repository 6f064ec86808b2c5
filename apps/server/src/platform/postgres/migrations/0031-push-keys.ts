import { type Kysely, sql } from 'kysely';

/** Adds the keys of devices that receive push messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devices add p256dh text, add auth text`.execute(db);
}
