import { type Kysely, sql } from 'kysely';

/**
 * Separates the requested installation mode from the one that the board confirmed. A stored mode that differs
 * from the last one that the board confirmed (off if there is none) becomes a request.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bins add column wanted_installation_mode boolean`.execute(db);
  await sql`
    update bins set
      wanted_installation_mode = installation_mode, installation_mode = not installation_mode
    where installation_mode is distinct from coalesce((
      select (instruction ->> 'isOn')::boolean from commands
      where bin_id = bins.id and kind = 'installation-mode' and confirmed_at is not null
      order by queued_at desc, seq desc limit 1), false)`.execute(db);
}
