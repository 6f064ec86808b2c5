import { type Kysely, sql } from 'kysely';

/**
 * Adds quiet hours, the switch for escalations, test messages, and when delivery of a message first failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add quiet_from text not null default '',
      add quiet_until text not null default '',
      add escalates boolean not null default true`.execute(db);
  await sql`
    alter table outbox_messages
      add is_test boolean not null default false,
      add failed_at timestamptz`.execute(db);
  await sql`
    create index outbox_messages_failed on outbox_messages (channel, failed_at)
    where failed_at is not null`.execute(db);
  await sql`
    create index outbox_messages_sent on outbox_messages (channel, ended_at)
    where outcome = 'sent'`.execute(db);
}
