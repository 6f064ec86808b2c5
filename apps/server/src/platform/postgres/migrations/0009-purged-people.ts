import { type Kysely, sql } from 'kysely';

/** Changes outlive whoever made them and whose they were: the ids stay, and lead to nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_entries
      drop constraint audit_entries_actor_id_fkey,
      drop constraint audit_entries_owner_id_fkey`.execute(db);
}
