import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables for boards' refused sign-ins and for reported bin numbers that have no bin. Existing
 * board keys are stored as proven.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table main_boards
      add refused_at timestamptz,
      add key_proven boolean not null default true`.execute(db);
  await sql`
    create table board_refusals (
      main_board_id text not null references main_boards,
      at timestamptz not null,
      address text not null,
      reason text not null,
      primary key (main_board_id, at)
    )`.execute(db);
  await sql`
    create table unknown_bins (
      main_board_id text not null references main_boards,
      bin_number smallint not null,
      last_at timestamptz not null,
      primary key (main_board_id, bin_number)
    )`.execute(db);
}
