import { type Kysely, sql } from 'kysely';

/** Adds a switch for each risk to the grain in a bin, on by default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bins
      add humidity_risk_enabled boolean not null default true,
      add co2_risk_enabled boolean not null default true,
      add storage_time_enabled boolean not null default true,
      add warming_risk_enabled boolean not null default true`.execute(db);
}
