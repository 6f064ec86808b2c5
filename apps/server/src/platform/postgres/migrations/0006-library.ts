import { type Kysely, sql } from 'kysely';

/** What raw frames are found by: newest first, and the kinds that come rarely among readings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index raw_frames_newest on raw_frames (received_at)`.execute(db);
  // With the bin, so that frames of its board's other bins are passed over within the index.
  await sql`drop index raw_frames_board`.execute(db);
  await sql`
    create index raw_frames_board on raw_frames (main_board_id, received_at, bin_number)`.execute(
    db,
  );
  // What stands in a topic behind `boards/{main_board_id}/up/`.
  const kind = sql`substr(topic, length(main_board_id) + 12)`;
  await sql`
    create index raw_frames_rare on raw_frames ((${kind}), received_at)
    where ${kind} <> 'temp-data'`.execute(db);
  await sql`
    create index raw_frames_rare_of_board on raw_frames (main_board_id, (${kind}), received_at)
    where ${kind} <> 'temp-data'`.execute(db);
}
