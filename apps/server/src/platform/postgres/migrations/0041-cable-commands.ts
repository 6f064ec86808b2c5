import { type Kysely, sql } from 'kysely';

/**
 * Stores the content of a cable change, its open command, and the board's message. Changes stored before this
 * migration have no command; they are sent when someone starts them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cable_configurations
      add column change jsonb,
      add column command_id uuid,
      add column message text not null default ''`.execute(db);
  await sql`
    create index cable_configurations_command on cable_configurations (command_id)
    where command_id is not null`.execute(db);
}
