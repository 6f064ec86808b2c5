import { type Kysely, sql } from 'kysely';

/** Creates the table of outgoing messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox_messages (
      id uuid primary key,
      channel text not null,
      user_id integer references users on delete cascade,
      content bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      attempts integer not null default 0,
      repeats integer not null default 0,
      handed_over_at timestamptz,
      ended_at timestamptz,
      outcome text
    )`.execute(db);
  await sql`
    create index outbox_messages_waiting on outbox_messages (expires_at)
    where ended_at is null`.execute(db);
  await sql`create index outbox_messages_of_user on outbox_messages (user_id)`.execute(db);
}
