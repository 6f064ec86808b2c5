import { type Kysely, sql } from 'kysely';

/** A cable that people took out of a bin stays out, though its board goes on reporting it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bins add column removed_cables smallint[] not null default '{}'`.execute(
    db,
  );
}
