import { type Kysely, sql } from 'kysely';

/** Adds removed cables: they stay removed although the board still reports them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bins add column removed_cables smallint[] not null default '{}'`.execute(
    db,
  );
}
