import { type Kysely, sql } from 'kysely';

/**
 * Packs a day's extremes per cable, two bytes each: a year's chart reads thousands of them, and parsing them
 * as arrays took half of the query's time (ADR 0003).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The conversion of a column cannot contain a query, but it can call a function.
  await sql`
    create function packed(unpacked smallint[]) returns bytea language sql immutable as $$
      select coalesce(string_agg(int2send(value), '' order by place), '')
      from unnest(unpacked) with ordinality as each (value, place)
    $$`.execute(db);
  await sql`
    alter table days alter column cable_extremes type bytea
    using packed(cable_extremes)`.execute(db);
  await sql`drop function packed(smallint[])`.execute(db);
}
