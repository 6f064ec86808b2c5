import { type Kysely, sql } from 'kysely';

/** Indexes the few frames that could not be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index raw_frames_unread on raw_frames (received_at)
    where reason is not null`.execute(db);
  await sql`
    create index raw_frames_unread_of_board on raw_frames (main_board_id, received_at)
    where reason is not null`.execute(db);
}
