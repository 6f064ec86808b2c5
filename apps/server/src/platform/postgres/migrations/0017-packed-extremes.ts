import { type Kysely, sql } from 'kysely';

/**
 * A day's extremes per cable are packed, two bytes each: a year's chart reads thousands of them, and
 * their text as an array took longer than all else of the query.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A column is converted by an expression without a query in it; a function may hold one.
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
