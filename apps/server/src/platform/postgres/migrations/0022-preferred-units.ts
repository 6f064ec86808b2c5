import { type Kysely, sql } from 'kysely';

/** Adds the units that a user prefers in lists of several bins; null shows each bin in its own units. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column preferred_temperature_unit text check (preferred_temperature_unit in ('c', 'f')),
      add column preferred_crop_unit text check (preferred_crop_unit in ('bushels', 'tonnes'))`.execute(
    db,
  );
}
