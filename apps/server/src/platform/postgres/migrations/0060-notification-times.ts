import { type Kysely, sql } from 'kysely';

/**
 * Gives each of a user's notifications a different time, because devices treat two with the same time as one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update notifications set at = at + (place - 1) * interval '1 microsecond'
    from (
      select id as of, row_number() over (partition by user_id, at order by id) as place
      from notifications) as places
    where id = of and place > 1`.execute(db);
  await sql`create unique index notifications_time on notifications (user_id, at)`.execute(db);
  await sql`drop index notifications_user`.execute(db);
}
