import { type Kysely, sql } from 'kysely';

/** Adds versions, search and the restoration of deleted farms; creates fan commands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table farms add column version integer not null default 1`.execute(db);
  // Restoring a farm restores the bins deleted with it, not those deleted before.
  await sql`
    alter table bins add column deleted_with_farm boolean not null default false`.execute(db);

  // The time zone of a bin's days; when it differs from the farm's, they must be rebuilt.
  await sql`alter table latest add column days_zone text`.execute(db);
  await sql`
    update latest set days_zone = farms.timezone
    from bins join farms on farms.id = bins.farm_id where bins.id = latest.bin_id`.execute(db);

  // One lowercase string per row: short search terms have no trigrams and need a scan.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    alter table bins add column search_text text not null
    generated always as (lower(name || E'\n' || main_board_id)) stored`.execute(db);
  await sql`
    alter table farms add column search_text text not null
    generated always as (lower(name || E'\n' || city)) stored`.execute(db);
  await sql`
    alter table users add column search_text text not null
    generated always as (lower(first_name || ' ' || last_name || E'\n' || email)) stored`.execute(
    db,
  );
  for (const table of ['bins', 'farms', 'users']) {
    await sql`
      create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
      using gin (search_text gin_trgm_ops) where deleted_at is null`.execute(db);
  }
  // For search terms that are too short for trigrams: scanning this index is faster, because it is half the
  // size of the table.
  await sql`
    create index bins_search_text on bins (farm_id) include (id, search_text)
    where deleted_at is null`.execute(db);

  await sql`
    create table fan_commands (
      id uuid primary key,
      main_board_id text not null references main_boards (id),
      bin_id integer not null references bins (id),
      command text not null,
      status text not null default 'queued' check (status in (
        'queued', 'released', 'confirmed', 'proven', 'expired', 'superseded', 'failed', 'cancelled'
      )),
      created_at timestamptz not null default now(),
      released_at timestamptz
    )`.execute(db);
  await sql`
    create index fan_commands_board on fan_commands (main_board_id, created_at)`.execute(db);
  await sql`create index fan_commands_bin on fan_commands (bin_id)`.execute(db);
}
