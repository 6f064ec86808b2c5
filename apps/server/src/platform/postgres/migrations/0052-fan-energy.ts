import { type Kysely, sql } from 'kysely';

/** Adds a fan's power in kW, and a farm's electricity price per kWh in its currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bins add column fan_kw double precision`.execute(db);
  await sql`alter table farms add column price_per_kwh double precision`.execute(db);
}
