import { type Kysely, sql } from 'kysely';

/** Creates the table of security events. Events can outlive the accounts and boards that they are about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_events (
      id bigint generated always as identity,
      minute timestamptz not null,
      kind text not null,
      reason text,
      address text not null,
      user_id integer,
      actor_id integer,
      main_board_id text,
      count integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      unique nulls not distinct (minute, kind, reason, address, user_id, actor_id, main_board_id)
    )`.execute(db);
}
