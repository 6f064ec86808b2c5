import { type Kysely, sql } from 'kysely';

/** Records which alerts a notification is about; open alerts of a farm share notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      add farm_id integer references farms on delete cascade,
      add updated_at timestamptz`.execute(db);
  await sql`
    create index notifications_of_farm on notifications (farm_id, at)
    where farm_id is not null`.execute(db);
  await sql`
    alter table alerts
      add notified_severity text,
      add notification_id integer references notifications on delete set null`.execute(db);
  await sql`update alerts set notified_severity = announced_severity`.execute(db);
  await sql`
    create index alerts_of_notification on alerts (notification_id)
    where notification_id is not null`.execute(db);
}
