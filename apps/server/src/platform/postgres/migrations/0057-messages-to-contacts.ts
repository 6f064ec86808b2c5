import { type Kysely, sql } from 'kysely';

/** Adds the notification that a push message is about, and the contact that a message is for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_messages add notification_id integer`.execute(db);
  await sql`
    create index outbox_messages_waiting_by_notification on outbox_messages (notification_id)
    where ended_at is null and notification_id is not null`.execute(db);
  await sql`alter table outbox_messages add contact_id integer`.execute(db);
  await sql`
    create index outbox_messages_by_contact on outbox_messages (contact_id)
    where contact_id is not null`.execute(db);
}
