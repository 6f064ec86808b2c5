import { type Kysely, sql } from 'kysely';

/** Adds the moisture and the lowest fill level to daily means; a job fills them for stored days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table day_means add moistures bytea, add lowest_fill real`.execute(db);
  await sql`
    create index day_means_incomplete on day_means (day, bin_id)
    where readings is null or moistures is null`.execute(db);
}
