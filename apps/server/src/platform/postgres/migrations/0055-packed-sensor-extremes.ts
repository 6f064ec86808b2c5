import { type Kysely, sql } from 'kysely';

/**
 * Packs the extremes of a day's sensors into one column, two bytes each, in the order of a day's cable
 * extremes: each batch of readings reads and writes them for every bin, and most of the time for that went
 * into formatting and parsing six arrays (ADR 0003).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The conversion of a column cannot contain a query, but it can call a function. `unnest` keeps the order
  // of the array; sorting would take twice as long.
  await sql`
    create function packed(unpacked smallint[]) returns bytea language sql immutable as $$
      select coalesce(string_agg(int2send(value), ''), '') from unnest(unpacked) as value
    $$`.execute(db);
  const columnsToDrop = ['temp_max', 'moist_min', 'moist_max', 'hum_min', 'hum_max'];
  // All in one statement, which writes the table once. A dropped column would keep its space.
  await sql`
    alter table days
      alter column temp_min type bytea using
        packed(temp_min || temp_max || moist_min || moist_max || hum_min || hum_max),
      ${sql.join(columnsToDrop.map((name) => sql`alter column ${sql.ref(name)} type bytea using ''::bytea`))}
    `.execute(db);
  await sql`alter table days rename column temp_min to sensor_extremes`.execute(db);
  // As before: compression takes time and does not make these values smaller.
  await sql`alter table days alter column sensor_extremes set storage external`.execute(db);
  await sql`
    alter table days ${sql.join(columnsToDrop.map((name) => sql`drop column ${sql.ref(name)}`))}
    `.execute(db);
  await sql`drop function packed(smallint[])`.execute(db);
}
