import { type Kysely, sql } from 'kysely';

/** Creates the table of alerts about the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_alerts (
      id integer generated always as identity primary key,
      rule text not null,
      channel text,
      severity text not null,
      since timestamptz not null,
      closed_at timestamptz,
      value double precision not null,
      limit_value double precision not null,
      notified_severity text,
      notified_at timestamptz,
      acknowledged_at timestamptz,
      acknowledged_by integer references users on delete set null
    )`.execute(db);
  await sql`
    create unique index server_alerts_open on server_alerts (rule, coalesce(channel, ''))
    where closed_at is null`.execute(db);
}
