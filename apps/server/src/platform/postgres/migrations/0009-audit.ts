import { type Kysely, sql } from 'kysely';

/** What is told of changes: for how long, and to whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Changes outlive whoever made them and whose they were: the ids stay, and lead to nobody.
  await sql`
    alter table audit_entries
      drop constraint audit_entries_actor_id_fkey,
      drop constraint audit_entries_owner_id_fkey`.execute(db);
  // By it the entry is found by which a customer came to their distributor.
  await sql`
    create index audit_entries_moved on audit_entries (subject_id, id)
    where subject = 'user' and act = 'changed' and changes @> '[{"field": "distributor"}]'`.execute(
    db,
  );
}
