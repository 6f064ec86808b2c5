import { type Kysely, sql } from 'kysely';

/** Adds the power of a fan, kW, and a farm's price of a kWh in its own currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bins add column fan_kw double precision`.execute(db);
  await sql`alter table farms add column price_per_kwh double precision`.execute(db);
}
