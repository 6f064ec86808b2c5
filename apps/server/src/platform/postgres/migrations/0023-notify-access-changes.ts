import { type Kysely, sql } from 'kysely';

/**
 * The columns that determine who may see a bin, by table; changing one sends a notification on
 * `access_changed`.
 */
const COLUMNS = {
  users: 'role, distributor_id, deleted_at',
  sessions: 'revoked_at',
  farms: 'owner_id, deleted_at',
  bins: 'farm_id, deleted_at',
};

/** Notifies servers when access changes, so that live connections that lost access are closed at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_access_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('access_changed', '');
      return null;
    end $$`.execute(db);
  for (const [table, columns] of Object.entries(COLUMNS)) {
    await sql`
      create trigger access_changed after update of ${sql.raw(columns)} on ${sql.table(table)}
      for each statement execute function notify_access_changed()`.execute(db);
  }
}
