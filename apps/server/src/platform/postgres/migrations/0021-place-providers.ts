import { type Kysely, sql } from 'kysely';

/** Creates the table of map tile and place search providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table place_providers (
      service text primary key check (service in ('maps', 'geocoder')),
      provider text not null,
      url text,
      key text,
      attribution text not null,
      contact text,
      version integer not null,
      changed_at timestamptz not null
    )`.execute(db);
}
