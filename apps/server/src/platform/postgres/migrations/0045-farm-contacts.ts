import { type Kysely, sql } from 'kysely';

/** Creates the tables of people without an account who get a farm's alerts, and of the alerts they got. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table farm_contacts (
      id integer generated always as identity primary key,
      farm_id integer not null references farms on delete cascade,
      name text not null,
      channel text not null,
      address text not null,
      min_severity text not null,
      language text not null,
      code_hash bytea,
      code_expires_at timestamptz,
      code_tries integer not null default 0,
      confirmed_at timestamptz,
      opted_out_at timestamptz,
      last_at timestamptz,
      unique (farm_id, channel, address)
    )`.execute(db);
  await sql`
    create table farm_contact_alerts (
      contact_id integer not null references farm_contacts on delete cascade,
      alert_id integer not null references alerts on delete cascade,
      severity text not null,
      primary key (contact_id, alert_id)
    )`.execute(db);
  await sql`create index farm_contact_alerts_of on farm_contact_alerts (alert_id)`.execute(db);
}
