import { type Kysely, sql } from 'kysely';

/** Creates the tables for fan schedules and for the fan state that each schedule last sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fan_slots (
      id integer generated always as identity primary key,
      bin_id integer not null references bins on delete cascade,
      weekday text not null check (weekday in (
        'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'
      )),
      on_time text not null,
      off_time text not null,
      unique (bin_id, weekday, on_time, off_time),
      check (on_time < off_time)
    )`.execute(db);
  await sql`
    create table fan_schedules (
      bin_id integer primary key references bins on delete cascade,
      version integer not null default 1,
      sent_on boolean,
      sent_until timestamptz,
      sent_at timestamptz
    )`.execute(db);
}
