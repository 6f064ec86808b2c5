import { type Kysely, sql } from 'kysely';

/** Adds the distributor who may read an audit entry, with an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entries add column distributor_id integer`.execute(db);
  // Entries since the customer's move to the distributor; all entries if there was no move.
  await sql`
    update audit_entries set distributor_id = users.distributor_id
    from users
    where users.id = audit_entries.owner_id and users.distributor_id is not null
      and audit_entries.id >= coalesce((
        select max(moved.id) from audit_entries moved
        where moved.subject = 'user' and moved.subject_id = users.id::text
          and moved.act = 'changed' and moved.changes @> '[{"field": "distributor"}]'), 0)`.execute(
    db,
  );
  await sql`
    create index audit_entries_distributor on audit_entries (distributor_id, id)
    where distributor_id is not null`.execute(db);
  await sql`drop index audit_entries_moved`.execute(db);
}
