import { type Kysely, sql } from 'kysely';

/** Keeps audit entries when accounts are deleted, and indexes moves between distributors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Entries remain when the actor or the owner is deleted; their IDs then refer to no account.
  await sql`
    alter table audit_entries
      drop constraint audit_entries_actor_id_fkey,
      drop constraint audit_entries_owner_id_fkey`.execute(db);
  // Finds the entry of a customer's move to their distributor.
  await sql`
    create index audit_entries_moved on audit_entries (subject_id, id)
    where subject = 'user' and act = 'changed' and changes @> '[{"field": "distributor"}]'`.execute(
    db,
  );
}
