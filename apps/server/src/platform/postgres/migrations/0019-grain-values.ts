import { type Kysely, sql } from 'kysely';

/**
 * Adds values calculated only from sensors under grain, without those in the headspace. `days.grain_extremes`
 * is null until a job calculates it from the readings of that day. `latest.conditions` is what the next
 * reading is compared with, and `latest.settings_digest` identifies the settings that both were calculated
 * with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table latest add column conditions jsonb, add column settings_digest text`.execute(db);
  await sql`
    alter table days
      add column grain_extremes bytea,
      add column grain_average_humidity smallint`.execute(db);
  await sql`
    create index days_without_grain on days (bin_id, day) where grain_extremes is null`.execute(db);
}
